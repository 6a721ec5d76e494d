// The choices at a poker table: fold, check, raises as multiples of the first bet, and bets that may be taken back.

import { money } from "/static/base.js";
import { handOf, sentence } from "/static/play_choices.js";

export const KEYS = [
  ["fold", "F", "fold: give up the hand"],
  ["check", "C", "check: bet nothing more now"],
  ["1x", "1", "bet once the Ante"],
  ["2x", "2", "bet twice the Ante"],
  ["3x", "3", "bet three times the Ante"],
  ["4x", "4", "bet four times the Ante"],
  ["ride", "R", "let the bet ride"],
  ["pull", "T", "take one bet back"],
];

/** "Play $10": a raise by what it costs, the other choices by what they do. */
function label(view, mine, option) {
  const times = Number(/^(\d)x$/.exec(option)?.[1] ?? 0);
  if (option === "ride") return "Let it ride";
  if (option === "pull") return "Take one back";
  if (!times) return option === "fold" ? "Fold" : "Check";
  const first = view.wagers.find((one) => one.required), bets = view.players[mine]?.bets ?? {};
  const unit = bets[first?.slug]?.cents ?? bets[first?.slug];
  return Number.isFinite(unit) ? `Bet ${option} · ${money(unit * times)}` : `Bet ${option}`;
}

/** "You have king high. Fold or 1x?" */
export function question(view, mine) {
  const { hand, which } = handOf(view, mine), options = view.step?.open?.find((one) => one.seat === mine)?.options ?? [];
  const words = sentence(options.map((one) => (one === "pull" ? "take one back" : one === "ride" ? "let it ride" : one)));
  return hand?.value ? `${which} have ${hand.value}. ${words}` : words;
}

export function answers({ button, answer, view, mine }, options) {
  return options.map((one) => button(label(view, mine, one), one, () => answer(one), one === "fold" ? "big" : "gold big"));
}
