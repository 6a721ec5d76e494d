// What happens, in sentences, for those who listen and for the line under the felt.

import { money } from "./base.js";
import { inWords } from "./play_cards.js";

const RANKS = { 2: "a deuce", 3: "a three", 4: "a four", 5: "a five", 6: "a six", 7: "a seven", 8: "an eight", 9: "a nine", T: "a ten", J: "a jack", Q: "a queen", K: "a king", A: "an ace" };
const VERBS = { hit: "Hit", stand: "stand", double: "double", split: "split", surrender: "surrender" };

const either = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);

/** "You have 18 against a seven. Hit or stand?" */
export function question(view, mine) {
  const player = view.players[mine], step = view.step, options = optionsOf(view, mine);
  const hand = player.hands[(step.hand || 1) - 1] ?? player.hands[0];
  if (step.name === "set") return `You have ${inWords(hand?.cards ?? [])}. Choose two for the low hand.`;
  const up = RANKS[view.dealer?.cards?.[0]?.[0]] ?? "the dealer";
  const which = player.hands.length > 1 ? `Hand ${step.hand}: you` : "You";
  const have = `${which} have ${hand?.value ?? ""} against ${up}.`;
  if (step.name === "insurance") return `${have} Insurance for ${money(Math.floor(hand.bet / 2))}?`;
  if (step.name === "surrender") return `${have} Surrender for half your bet?`;
  const words = either(options.map((one) => VERBS[one] ?? one));
  return `${have} ${words[0].toUpperCase()}${words.slice(1)}?`;
}

/** What this seat may answer now. */
export function optionsOf(view, mine) {
  return view.step?.open?.find((one) => one.seat === mine)?.options ?? [];
}

/** What a round brought to a seat. */
export function roundWords(items) {
  const net = items.reduce((all, item) => all + (item.net ?? 0), 0);
  return net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "Even round";
}

/** A win that the whole table hears of: from the meter, an envy, or a long shot. */
export function isNews(item) {
  return item.net > 0 && (item.from_meter || item.envy_from || item.net >= Math.max(20 * item.bet, 10000));
}

/** The session so far, honestly: what it has cost and what it was expected to cost. */
export function sessionWords(session) {
  const { net, expected, rounds, left_out } = session;
  if (!rounds) return "No rounds played yet.";
  const so = net < 0 ? `it has cost ${money(-net)}` : net > 0 ? `you are ${money(net)} ahead` : "you are even";
  const due = expected === null || expected === undefined ? "What it was expected to cost is still being counted."
    : `By the exact odds of your bets it was expected to ${expected > 0 ? "bring" : "cost"} ${money(Math.abs(expected))}${left_out?.length ? `, without ${left_out.join(", ")}, whose odds are not counted yet` : ""}.`;
  return `${rounds} ${rounds === 1 ? "round" : "rounds"}: ${so}. ${due}`;
}
