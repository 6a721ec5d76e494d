// Events of a table in sentences, for screen readers and for the line under the felt.

import { money } from "./base.js";

/** What payments come to together. */
export const netOf = (items) => items.reduce((all, item) => all + (item.net ?? 0), 0);

/** "+$10", "-$10", and for a push what is returned. */
export const netWords = (net, bet) => (net > 0 ? `+${money(net)}` : net < 0 ? money(net) : `${money(bet)} returned`);

/** The result of a round for a seat. */
export function roundWords(items) {
  const net = netOf(items);
  return net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "You broke even";
}

/** A win announced to the whole table: from the meter, an envy, or a long shot. */
export function isNews(item) {
  return item.net > 0 && (item.from_meter || item.envy_from || item.net >= Math.max(20 * item.bet, 10000));
}

/** The session so far: the result, and the expected loss by the exact odds. */
export function sessionWords(session) {
  const { net, expected, rounds, left_out } = session;
  if (!rounds) return "No rounds played yet.";
  const so = `After ${rounds} ${rounds === 1 ? "round" : "rounds"} you are ${net < 0 ? `down ${money(-net)}` : net > 0 ? `up ${money(net)}` : "even"}`;
  if (expected === null || expected === undefined) return `${so}. Expected loss: calculating…`;
  if (!expected && left_out?.length) return `${so}. The expected loss of ${left_out.join(" and ")} is not calculated yet.`;
  const due = expected > 0 ? `the expected win was ${money(expected)}` : `the expected loss was ${money(-expected)}`;
  return `${so}; ${due}${left_out?.length ? `, without ${left_out.join(" and ")}` : ""}.`;
}
