// The keys of a table: one key, one meaning. Buttons and the list of keys read this table.

import { make } from "./base.js";

/** Name, key, meaning. */
const BETTING = [
  ["undo", "Z", "undo the last bet"],
  ["clear", "C", "take all bets back"],
  ["repeat", "R", "repeat the bets of the last round"],
  ["more", "M", "get more chips when you have run out"],
];
const HINT = ["hint", "?", "a hint: the best play and what it is worth"];

/** The key of a button; `own` are the keys that only its family has. */
export const keyOf = (name, own) => [["go", "Enter"], ...BETTING, ...own, HINT].find(([known]) => known === name)?.[1];

/** The rows of the list of keys. Some tables do not offer the choice of a key; `offered` are the choices of this table. */
export function keyRows({ KEYS, WORDS }, hints, offered) {
  const kbd = (word) => make("kbd", {}, word);
  const row = (keys, words) => make("tr", {}, make("th", { scope: "row" }, ...keys), make("td", {}, words));
  const named = [...BETTING, ...KEYS, ...(hints ? [HINT] : [])].filter(([, , words, choice]) => words && (!choice || offered.includes(choice)));
  return [
    row([kbd("+"), " or ", kbd("-")], "choose a larger or smaller chip"),
    row([kbd("Tab"), " or arrows"], WORDS.tab),
    row([kbd("Enter"), " on a spot"], "place a chip"),
    ...(WORDS.card ? [row([kbd("Enter"), " on a card"], WORDS.card)] : []),
    row([kbd("Backspace")], "take one chip back"),
    row([kbd("Delete")], "take all chips of a spot back"),
    row([kbd("Space"), " or ", kbd("Enter")], WORDS.enter),
    ...named.map(([, key, words]) => row([kbd(key)], words)),
  ];
}
