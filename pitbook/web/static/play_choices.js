// What a seat may choose after the deal, one button for each choice. The script of a family may export any of these
// names to do it otherwise; the page of a table says which script that is.

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

/** The buttons for what is asked; `table` has the page's tools and `answer`, which sends a choice. */
export function answers(table, options) {
  return options.map((one) => table.button(capital(one), one, () => table.answer(one), "big"));
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
