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
  if (step.name === "set") return `You have ${inWords(hand?.cards ?? [])}. Choose two cards for the low hand; the other five are the high hand.`;
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
  return net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "You broke even";
}

/** A win that the whole table hears of: from the meter, an envy, or a long shot. */
export function isNews(item) {
  return item.net > 0 && (item.from_meter || item.envy_from || item.net >= Math.max(20 * item.bet, 10000));
}

/** The session so far: what was won or lost, and the expected loss by the exact odds. */
export function sessionWords(session) {
  const { net, expected, rounds, left_out } = session;
  if (!rounds) return "No rounds played yet.";
  const so = `After ${rounds} ${rounds === 1 ? "round" : "rounds"} you are ${net < 0 ? `down ${money(-net)}` : net > 0 ? `up ${money(net)}` : "even"}`;
  if (expected === null || expected === undefined) return `${so}. Expected loss: calculating…`;
  const due = expected > 0 ? `the expected win was ${money(expected)}` : `the expected loss was ${money(-expected)}`;
  return `${so}; ${due}${left_out?.length ? `, without ${left_out.join(" and ")}` : ""}.`;
}
