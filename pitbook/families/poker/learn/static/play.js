// The choices at a poker table: fold, check, raises as multiples of the first bet, and bets that may be taken back.

import { money } from "/static/base.js";
import { handOf, optionsOf, sentence } from "/static/play_choices.js";

export const KEYS = [
  ["fold", "F", "fold: give up the hand", "Fold"],
  ["check", "K", "check: bet nothing more now", "Check"],
  ...["once", "twice", "three times", "four times"].map((word, at) => [`${at + 1}x`, String(at + 1), `bet ${word} the first bet`, `Bet ${at + 1}x`]),
  ["ride", "L", "let the bet ride", "Let it ride"],
  ["pull", "T", "take one bet back", "Take one back"],
];

/** "Bet 2x · $20": a raise with its amount; other choices by name. */
const label = (option, cents) => {
  const name = KEYS.find(([known]) => known === option)[3];
  return cents ? `${name.replace(" ", "\u00a0")}\u00a0· ${money(cents)}` : name;
};

/** The stake of a choice, as a multiple of the first bet. */
function cents(view, mine, option) {
  const first = view.wagers.find((one) => one.required), bet = view.players[mine].bets.find((one) => one.wager === first.slug);
  return (parseInt(option, 10) || 0) * (bet?.cents ?? 0) / first.units;
}

const withArticle = (hand) => (/^(pair|straight|flush|full|royal|\w+-card)/.test(hand) ? `a ${hand}` : hand);

/** "You have a pair of fours. Fold or bet 1x?" */
export function question(view, mine) {
  const { hand, which } = handOf(view, mine), words = sentence(optionsOf(view, mine).map((one) => label(one).toLowerCase()));
  return hand?.value ? `${which} have ${withArticle(hand.value)}. ${words}` : words;
}

export function answers({ button, answer, view, mine }, options) {
  return options.map((one) => button(label(one, cents(view, mine, one)), one, () => answer(one), one === "fold" ? "big" : "gold big"));
}
