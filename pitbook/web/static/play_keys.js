// The keys of a table: one key, one meaning. Buttons and the list of keys read this table.

import { make } from "./base.js";

const ANY = "", BLACKJACK = "blackjack", PAI_GOW = "pai gow poker";
/** Name, key, meaning, base game. */
const KEYS = [
  ["go", "Enter", "deal", ANY],
  ["set", "Enter", "set the hand", PAI_GOW],
  ["undo", "Z", "undo the last bet", ANY],
  ["clear", "C", "take all bets back", ANY],
  ["repeat", "R", "repeat the bets of the last round", ANY],
  ["more", "M", "get more chips when you have run out", ANY],
  ["hit", "H", "hit: take a card", BLACKJACK],
  ["stand", "S", "stand: take no more cards", BLACKJACK],
  ["double", "D", "double your bet and take one card", BLACKJACK],
  ["split", "P", "split a pair into two hands", BLACKJACK],
  ["surrender", "U", "surrender: give up half your bet", BLACKJACK],
  ["insure", "I", "take insurance", BLACKJACK],
  ["no", "N", "no: no insurance, no surrender", BLACKJACK],
  ["way", "W", "show how the house way sets your cards", PAI_GOW],
  ["fold", "F", "fold: give up the hand and the bet", PAI_GOW],
  ["hint", "?", "a hint: the best play and what it is worth", ANY],
];

export const keyOf = (name) => KEYS.find(([known]) => known === name)?.[1];

/** The rows of the list of keys for a game. */
export function keyRows(base) {
  const kbd = (word) => make("kbd", {}, word);
  const row = (keys, words) => make("tr", {}, make("th", { scope: "row" }, ...keys), make("td", {}, words));
  const own = KEYS.filter(([name, , , game]) => name !== "set" && (!game || game === base) && !(name === "hint" && base === "match the dealer"));
  const first = base === PAI_GOW ? "deal; set the hand" : "deal";
  return [
    row([kbd("1"), " to ", kbd("6")], "choose a chip"),
    row([kbd("Tab"), " or arrows"], base === PAI_GOW ? "go to a betting spot or a card" : "go to a betting spot"),
    row([kbd("Enter"), " on a spot"], "place a chip"),
    ...(base === PAI_GOW ? [row([kbd("Enter"), " on a card"], "move the card to the other hand")] : []),
    row([kbd("Backspace")], "take one chip back"),
    row([kbd("Delete")], "take all chips of a spot back"),
    ...own.map(([name, key, words]) => (name === "go" ? row([kbd("Space"), " or ", kbd("Enter")], first) : row([kbd(key)], words))),
  ];
}
