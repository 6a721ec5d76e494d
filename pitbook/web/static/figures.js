// Fills in figures that the server is still computing, as soon as they are ready.

const choose = document.querySelector("[data-choose]");
if (choose) {
  // A choice is applied at once; without scripts there is a button. Another pay table may be for other deck counts.
  choose.addEventListener("change", (event) => {
    if (event.target.name === "table") choose.elements.decks.disabled = true;
    choose.requestSubmit();
  });
}

let wait = 700;
async function look() {
  const missing = [...document.querySelectorAll("[data-counting][id]")];
  if (!missing.length) return;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const place of missing) {
        const found = place.isConnected && fresh.getElementById(place.id);
        if (found) place.replaceWith(document.adoptNode(found));
      }
      const more = fresh.getElementById("more");
      const last = document.getElementById("more");
      if (more && !last) document.getElementById("main").append(document.adoptNode(more));
      document.dispatchEvent(new Event("figures"));
    }
  } catch { /* the server is away: ask again */ }
  wait = Math.min(wait * 1.4, 10000);
  setTimeout(look, wait);
}
setTimeout(look, wait);
