// Cards on the felt: placing them, turning them over, and the animation of the deal.

import { card, cardWords } from "./draw.js";
import { make } from "./base.js";

const FLIGHT = 340;
const GAP = 150;
const LONGEST = 1900;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether animations are on. */
export const moves = () => !still.matches && !document.hidden;

/** Puts these cards into a row. New cards are added to `fresh` with their position in the deal; cards that were face down are turned over. */
export function lay(row, names, fresh, order = () => 0) {
  const before = [...row.children].map((one) => one.dataset.card);
  const goesOn = before.every((name, at) => at < names.length && (name === names[at] || name === "??"));
  if (!goesOn) row.replaceChildren();
  names.forEach((name, at) => {
    const there = row.children[at];
    if (there?.dataset.card === name) return;
    const one = make("span", { class: "dealt", "data-card": name }, card(name));
    if (there) {
      there.replaceWith(one);
      fresh.push({ one, order: order(at), turned: true });
    } else {
      row.append(one);
      fresh.push({ one, order: order(at) });
    }
  });
}

/** Animates the new cards from the shoe in the order of the deal; resolves when the last one has arrived. */
export async function deal(fresh, shoe) {
  if (!fresh.length || !moves()) return;
  fresh.sort((a, b) => a.order - b.order);
  const gap = Math.min(GAP, LONGEST / fresh.length);
  const from = shoe.getBoundingClientRect();
  fresh.forEach(({ one, turned }, at) => {
    const to = one.getBoundingClientRect();
    const way = `translate(${from.left - to.left}px, ${from.top - to.top}px) rotate(24deg) scale(0.7)`;
    const frames = turned
      ? [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }]
      : [{ transform: way, opacity: 0 }, { opacity: 1, offset: 0.12 }, { transform: "none" }];
    one.animate(frames, { duration: FLIGHT, delay: at * gap, easing: "cubic-bezier(.2,.75,.3,1)", fill: "backwards" });
  });
  await new Promise((go) => setTimeout(go, FLIGHT + (fresh.length - 1) * gap));
}

/** "king of hearts and seven of clubs". */
export function inWords(names) {
  const words = names.map(cardWords);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
