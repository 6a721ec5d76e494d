// Filters the catalogue while the user types; without scripts the server answers the form.

const field = document.getElementById("q");
const list = document.querySelector("[data-catalogue]");
const found = document.querySelector("[data-found]");
let items = null;

async function all() {
  if (!items) {
    const answer = await fetch("/catalogue");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.replaceChildren(...[...page.querySelector("[data-catalogue]").children].map((item) => document.adoptNode(item)));
    items = [...list.children];
  }
  return items;
}

field.addEventListener("input", async () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of await all()) {
    const text = item.textContent.toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    shown += !item.hidden;
  }
  found.textContent = `${shown} of ${items.length}`;
  const none = document.querySelector("[data-none]");
  none.hidden = shown > 0;
  if (shown) return;
  const asked = field.value, answer = await fetch(`/catalogue?q=${encodeURIComponent(asked)}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (field.value === asked) none.replaceChildren(...[...page.querySelector("[data-none]").children].map((item) => document.adoptNode(item)));
});
