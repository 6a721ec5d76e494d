// The choices at a blackjack table: hit, stand, double, split, surrender and insurance.

import { money } from "/static/base.js";
import { capital, handOf, optionsOf, sentence } from "/static/play_choices.js";

const RANKS = { 2: "a deuce", 3: "a three", 4: "a four", 5: "a five", 6: "a six", 7: "a seven", 8: "an eight", 9: "a nine", T: "a ten", J: "a jack", Q: "a queen", K: "a king", A: "an ace" };

export const KEYS = [
  ["hit", "H", "hit: take a card"],
  ["stand", "S", "stand: take no more cards"],
  ["double", "D", "double your bet and take one card"],
  ["split", "P", "split a pair into two hands"],
  ["surrender", "U", "surrender: give up half your bet", "Surrender"],
  ["insure", "I", "take insurance"],
  ["no", "N", "no: for example, no insurance"],
];

const half = (hand) => money(Math.floor(hand.bet / 2));

/** "You have 18 against a seven. Hit or stand?" */
export function question(view, mine) {
  const { hand, which } = handOf(view, mine), up = RANKS[view.dealer?.cards?.[0]?.[0]] ?? "the dealer";
  const have = `${which} have ${hand?.value ?? ""} against ${up}.`;
  if (view.step.name === "insurance") return `${have} Insurance for ${half(hand)}?`;
  if (view.step.name === "surrender") return `${have} Surrender for half your bet?`;
  return `${have} ${sentence(optionsOf(view, mine))}`;
}

export function answers({ button, answer, view, mine }, options) {
  const { hand } = handOf(view, mine), insurance = view.step.name === "insurance";
  if (options.includes("no")) {
    const yes = insurance ? [`Insure for ${half(hand)}`, "insure"] : ["Surrender", "surrender"];
    return [
      button(insurance ? "No insurance" : "No, play on", "no", () => answer("no"), "gold big"),
      ...(options.includes("yes") ? [button(...yes, () => answer("yes"), "big")] : []),
    ];
  }
  return options.map((one) => {
    const more = ["double", "split"].includes(one) ? ` +${money(hand.bet)}` : "";
    return button(`${capital(one)}${more}`, one, () => answer(one), ["hit", "stand"].includes(one) ? "gold big" : "big");
  });
}
