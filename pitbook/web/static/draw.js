// Cards and chips for scripts, from the same sheet of symbols that the pages use.

const SVG = "http://www.w3.org/2000/svg";
const sheet = document.querySelector(".brand use")?.getAttribute("href").split("#")[0] ?? "/static/sprite.svg";
const RANKS = { 2: "deuce", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
export const CHIPS = [100000, 50000, 10000, 2500, 500, 100];

function symbol(id, box, className, words) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", className);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sheet}#${id}`);
  svg.append(use);
  return svg;
}

/** "king of hearts". */
export function cardWords(name) {
  if (name === "??") return "a card face down";
  return name === "Jk" ? "joker" : `${RANKS[name[0]]} of ${SUITS[name[1]]}`;
}

/** One card, "Kh"; "??" is face down. */
export function card(name, kind = "") {
  return symbol(name === "??" ? "back" : name, "0 0 100 140", `card ${kind}`.trim(), cardWords(name));
}

/** One chip; the value in cents must be a denomination. */
export function chip(cents) {
  return symbol(`chip-${cents}`, "0 0 60 60", "chip", `$${(cents / 100).toLocaleString("en-US")} chip`);
}

/** The fewest chips for an amount, the largest first. */
export function chipsFor(cents) {
  const found = [];
  for (const value of CHIPS) for (; cents >= value; cents -= value) found.push(value);
  return found;
}
