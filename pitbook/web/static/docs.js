// Searches the documentation: pages whose title, headings or text contain every word, the best first.

const MOST = 8;
const form = document.querySelector(".docs-search");
const input = form.querySelector("input");
const hits = form.querySelector(".docs-hits");
let pages = null;

for (const side of document.querySelectorAll("[data-wide-open]")) {
  if (matchMedia("(width >= 62rem)").matches) side.open = true;
}

function score(page, words) {
  let sum = 0;
  for (const word of words) {
    const at = (text, weight) => (text.toLowerCase().includes(word) ? weight : 0);
    const found = at(page.title, 8) + at(page.headings.join(" "), 4) + at(page.text, 1);
    if (!found) return 0;
    sum += found;
  }
  return sum;
}

/** About 140 characters around a word, cut between words. */
function excerpt(text, word) {
  const place = Math.max(0, text.toLowerCase().indexOf(word));
  const from = place > 50 ? text.indexOf(" ", place - 50) + 1 : 0;
  const end = text.length > place + 90 ? Math.max(text.lastIndexOf(" ", place + 90), place + word.length) : text.length;
  return `${from ? "…" : ""}${text.slice(Math.min(from, place), end).trim()}${end < text.length ? "…" : ""}`;
}

function show(found, words) {
  const lines = found.map((page) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${form.dataset.prefix}${page.name}${form.dataset.ending}`;
    link.textContent = page.title;
    const text = document.createElement("p");
    text.textContent = excerpt(page.text, words[0]);
    item.append(link, text);
    return item;
  });
  if (!lines.length) {
    const none = document.createElement("li");
    none.textContent = "No page has all these words.";
    lines.push(none);
  }
  hits.replaceChildren(...lines);
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return hits.replaceChildren();
  pages ??= await (await fetch(form.dataset.index)).json();
  const ranked = pages.map((page) => [score(page, words), page]).filter(([sum]) => sum > 0);
  ranked.sort((one, other) => other[0] - one[0]);
  show(ranked.slice(0, MOST).map(([, page]) => page), words);
}

input.addEventListener("input", search);
form.addEventListener("submit", (event) => event.preventDefault());
