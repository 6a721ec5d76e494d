// What a seat may choose after the deal, one button for each choice. The script of a family may export any of these
// names to do it otherwise; the page of a table says which script that is.

import { make, money } from "./base.js";

/** Name, key and meaning of the buttons that only this family has; without a meaning the list of keys leaves it out. */
export const KEYS = [];
/** The list of keys: what Tab and Enter do, and what Enter does on a card. */
export const WORDS = { tab: "go to a betting spot", enter: "deal", card: "" };

/** Called once, before the first view, with the page's tools and what it shows: at, button, say, sure, view, mine. */
export function begin() {}

/** Whether an editor takes the place of the seat's cards for this step; `open` shows it, `close` takes it away. */
export const opens = () => false;
export function open() {}
export function close() {}

/** "You have 18. Hit or stand?": for those who listen, and for the line under the felt where there is no `prompt`. */
export function question(view, mine) {
  const { hand, which } = handOf(view, mine), words = sentence(optionsOf(view, mine));
  return hand?.value ? `${which} have ${hand.value}. ${words}` : words;
}

/** The line under the felt; null where it is the question. */
export const prompt = () => null;

/** The buttons for what is asked; `table` has the page's tools and `answer`, which sends a choice and the sum named with it. */
export function answers(table, options) {
  const sums = amountsOf(table.view, table.mine);
  return options.flatMap((one) => (one in sums ? withSum(table, one, sums[one]) : [table.button(capital(one), one, () => table.answer(one), "big")]));
}

/** A choice that takes a sum: a field in dollars beside its button. */
export function withSum(table, choice, { low, high, step }) {
  const id = `sum-${choice.replaceAll(" ", "-")}`, kept = document.getElementById(id)?.value;
  const field = make("input", { id, class: "sum num", "data-act": `sum ${choice}`, type: "number", inputmode: "decimal", min: low / 100, max: high / 100, step: step / 100, value: kept ?? low / 100, "aria-label": `Amount to ${choice}, ${money(low)} to ${money(high)}` });
  const send = () => (field.value === "" ? table.say(`Name an amount from ${money(low)} to ${money(high)}.`, "bad") : table.answer(choice, Math.round(Number(field.value) * 100)));
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); event.stopPropagation(); send(); } });
  return [field, table.button(capital(choice), choice, send, "big")];
}

/** The bounds of the sums that this seat may name now, by choice. */
export function amountsOf(view, mine) {
  return view.step?.open?.find((one) => one.seat === mine)?.amounts ?? {};
}

/** What this seat may answer now. */
export function optionsOf(view, mine) {
  return view.step?.open?.find((one) => one.seat === mine)?.options ?? [];
}

/** The hand that is asked about, and what it is called where the seat has several. */
export function handOf(view, mine) {
  const { hands } = view.players[mine], { hand } = view.step;
  return { hand: hands[(hand || 1) - 1] ?? hands[0], which: hands.length > 1 ? `Hand ${hand}: you` : "You" };
}

export const capital = (words) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** "Hit, stand or double?" */
export function sentence(words) {
  return `${capital(words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`)}?`;
}
