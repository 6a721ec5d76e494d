// Sorts the table in place. The headings are links that the server answers, so sorting works without scripts too.

const table = document.querySelector("[data-compare]");
const heads = [...table.tHead.rows[0].cells];
const said = document.querySelector("[data-sorted]");

function value(row, place) {
  const text = row.cells[place].dataset.value;
  return place === 0 ? text : text === "" ? null : Number(text);
}

function sort(place, direction) {
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => {
    const [x, y] = [value(a, place), value(b, place)];
    if (x === null || y === null) return (x === null) - (y === null);
    return (x < y ? -1 : x > y ? 1 : 0) * direction;
  });
  table.tBodies[0].append(...rows);
}

function mark(place, direction) {
  heads.forEach((head, at) => {
    const here = at === place;
    if (here) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
    const address = new URL(head.querySelector("a").href);
    address.searchParams.set("order", here && direction > 0 ? "down" : "up");
    head.querySelector("a").href = address;
  });
}

table.tHead.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const address = new URL(link.href);
  const place = heads.indexOf(link.closest("th"));
  const direction = address.searchParams.get("order") === "down" ? -1 : 1;
  history.replaceState(null, "", address);
  sort(place, direction);
  mark(place, direction);
  said.textContent = `Sorted by ${link.textContent.trim()}, ${direction > 0 ? "lowest" : "highest"} first`;
});

// Sort again when new figures have been computed.
document.addEventListener("figures", () => {
  const place = heads.findIndex((head) => head.hasAttribute("aria-sort"));
  if (place >= 0) sort(place, heads[place].getAttribute("aria-sort") === "ascending" ? 1 : -1);
});
