// The choices of a seat after the deal, one button each. The script of a family may export any of these names to replace
// it; the page of a table names that script.

import { make, money } from "./base.js";

/** Name, key and meaning of the buttons that only this family has; the list of keys omits those without a meaning. */
export const KEYS = [];
/** The list of keys: what Tab and Enter do, and what Enter does on a card. */
export const WORDS = { tab: "go to a betting spot", enter: "deal", card: "" };

/** Called once, before the first view, with the functions and data of the page: at, button, say, sure, view, mine. */
export function begin() {}

/** Whether an editor replaces the seat's cards for this step; `open` shows it, `close` removes it. */
export const opens = () => false;
export function open() {}
export function close() {}

/** "You have 18. Hit or stand?": for screen readers, and for the line under the felt if there is no `prompt`. */
export function question(view, mine) {
  const { hand, which } = handOf(view, mine), words = sentence(optionsOf(view, mine));
  return hand?.value ? `${which} have ${hand.value}. ${words}` : words;
}

/** The line under the felt; null if it is the question. */
export const prompt = () => null;

/** The buttons of the current question; `table` has the functions of the page and `answer`, which sends a choice and its amount. */
export function answers(table, options) {
  const sums = amountsOf(table.view, table.mine);
  return options.flatMap((one) => (one in sums ? withSum(table, one, sums[one]) : [table.button(capital(one), one, () => table.answer(one), "big")]));
}

/** A choice with an amount: a field in dollars beside its button. */
export function withSum(table, choice, { low, high, step }) {
  const id = `sum-${choice.replaceAll(" ", "-")}`, kept = document.getElementById(id)?.value;
  const field = make("input", { id, class: "sum num", "data-act": `sum ${choice}`, type: "number", inputmode: "decimal", min: low / 100, max: high / 100, step: step / 100, value: kept ?? low / 100, "aria-label": `Amount to ${choice}, ${money(low)} to ${money(high)}` });
  const send = () => (field.value === "" ? table.say(`Name an amount from ${money(low)} to ${money(high)}.`, "bad") : table.answer(choice, Math.round(Number(field.value) * 100)));
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); event.stopPropagation(); send(); } });
  return [field, table.button(capital(choice), choice, send, "big")];
}

/** The limits of the amount for each choice of this seat. */
export function amountsOf(view, mine) {
  return view.step?.open?.find((one) => one.seat === mine)?.amounts ?? {};
}

/** The choices of this seat now. */
export function optionsOf(view, mine) {
  return view.step?.open?.find((one) => one.seat === mine)?.options ?? [];
}

/** The hand that the question is about, and its name if the seat has several. */
export function handOf(view, mine) {
  const { hands } = view.players[mine], { hand } = view.step;
  return { hand: hands[(hand || 1) - 1] ?? hands[0], which: hands.length > 1 ? `Hand ${hand}: you` : "You" };
}

export const capital = (words) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** "Hit, stand or double?" */
export function sentence(words) {
  return `${capital(words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`)}?`;
}
