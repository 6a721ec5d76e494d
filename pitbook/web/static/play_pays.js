// The drawer with the pays of every wager at a table, loaded when it opens.

import { make } from "./base.js";
import { span } from "./play_bets.js";

/** "all five bets" or "the Ante": what a wager without a bet of its own comes with. */
function withWhat(wagers, { requires_all_of }) {
  const on = wagers.find((one) => one.slug === requires_all_of);
  return on.spots > 1 ? "all five bets" : `the ${on.name}`;
}

/** Fills the drawer: each wager with its lines, their meanings and their pays. */
export function showPays(host, wagers) {
  host.replaceChildren(...wagers.filter((wager) => wager.lines.length).map((wager) => make("section", { class: "pay" },
    make("h3", {}, wager.name, make("small", { class: "quiet" }, wager.requires_all_of ? ` · comes with ${withWhat(wagers, wager)}` : wager.in_round ? "" : ` · ${span(wager)}`)),
    make("table", { class: "data" }, make("tbody", {}, ...wager.lines.map((one) => make("tr", {}, make("th", { scope: "row" }, one.label, make("small", { class: "quiet meaning" }, one.meaning)), make("td", { class: "n" }, one.pays.replace("of meter", "of the jackpot")))))))));
}
