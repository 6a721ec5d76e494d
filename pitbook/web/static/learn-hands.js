// The drill of pays: name the line of the pay table, or pay the amount in chips.

import { ask, cards, find, make, onKey, Progress, question, rounds, say, why } from "./learn.js";
import { money } from "./base.js";
import { chip, chipsFor } from "./draw.js";

const KEYS = "123456789abcdefghij";
const PLACES = ["", "first", "second", "third", "fourth", "fifth"];
const progress = new Progress("hands");
const lines = find("lines"), pay = find("pay"), paid = find("paid");
let asked = null;

const round = rounds(
  () => question("hands"),
  (found) => {
    asked = found;
    const picked = found.choice ? `, on ${found.choice}` : found.spot ? `, on the ${PLACES[found.spot]} card` : "";
    find("game-name").textContent = found.game_name;
    find("wager").textContent = found.wager_name;
    find("bet").replaceChildren(make("span", { class: "chips" }, ...chipsFor(found.bet_cents).slice(0, 6).map(chip)), `${money(found.bet_cents)}${picked}`);
    find("cards").replaceChildren(...sides(found));
    const amount = found.line !== null;
    find("ask").textContent = amount ? `${found.line.label}, ${found.line.pays}. What do you pay?` : "Which line is paid?";
    lines.replaceChildren(...(amount ? [] : found.lines.map((line, place) => make("button", { class: "line", type: "button", "data-outcome": line.outcome, onclick: () => answer({ outcome: line.outcome }) },
      make("kbd", { "aria-hidden": "true" }, KEYS[place].toUpperCase()), make("span", {}, line.label), line.outcome === "loss" ? null : make("em", {}, line.pays)))));
    pay.hidden = !amount;
    paid.value = "";
    if (amount && matchMedia("(pointer: fine)").matches) paid.focus({ preventScroll: true });
  });

/** The cards of each side and of the board that the wager looks at; set hands if the wager looks at those. */
function sides(found) {
  const side = (name, all, low, high) => {
    const shown = low ? [...cards(low), make("span", { class: "gap" }), ...cards(high)] : cards(all);
    if (name === "Dealer" && found.spot) shown[found.spot - 1].classList.add("aim");
    return make("div", { class: "spot" }, make("p", { class: "over" }, name), make("div", { class: "cards" }, ...shown));
  };
  return [["Player", found.player, found.player_low, found.player_high], ["Dealer", found.dealer, found.dealer_low, found.dealer_high], ["Board", found.board]]
    .filter(([, all]) => all).map((each) => side(...each));
}

async function answer(what) {
  if (!asked) return;
  const from = asked.asked;
  asked = null;
  for (const line of lines.children) line.disabled = true;
  try {
    const found = await ask("/api/v1/learn/hands/answers", { seed: from.seed, game: from.game, ...what });
    progress.note(found.right);
    for (const line of lines.children) {
      line.classList.toggle("is-right", line.dataset.outcome === found.outcome);
      line.classList.toggle("is-wrong", line.dataset.outcome === what.outcome && !found.right);
    }
    const net = found.net_cents;
    const amount = net === null ? found.pays : net > 0 ? money(net) : "nothing";
    const words = found.outcome === "loss" ? "Nothing is paid: the wager loses." : net === 0 ? `${found.label}: ${found.pays === "push" ? "the wager is returned" : "nothing is paid"}.` : `${found.label}, ${found.pays}${net === null ? "" : `: ${amount}`}.`;
    const stack = found.chips_cents.length ? make("div", { class: "stacks" }, ...found.chips_cents.slice(0, 30).map(chip), found.coin_cents ? make("span", {}, `and ${found.coin_cents}¢`) : "") : null;
    say(found.right ? "right" : "", `${found.right ? "Right" : "Not quite"}. ${words}`, stack, net > 0 && what.outcome ? why("The player also gets the bet back.") : null);
    pay.hidden = true;
    round.over();
  } catch (error) { round.failed(error); }
}

pay.addEventListener("submit", (event) => {
  event.preventDefault();
  const found = paid.value.trim().replace(/^\$/, "").replaceAll(",", "").match(/^(\d{1,9})(?:\.(\d{1,2}))?$/);
  paid.setAttribute("aria-invalid", String(!found));
  if (found) answer({ paid_cents: Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) });
});
pay.addEventListener("click", (event) => {
  const cents = Number(event.target.closest("[data-chip]")?.dataset.chip ?? 0);
  if (event.target.closest("[data-clear]")) paid.value = "";
  else if (cents) { const sum = Math.round(Number(paid.value.replaceAll(",", "") || 0) * 100) + cents; paid.value = Number.isFinite(sum) ? (sum / 100).toFixed(sum % 100 ? 2 : 0) : ""; }
});
onKey((key) => {
  const line = lines.children[KEYS.indexOf(key)];
  return Boolean(asked && KEYS.includes(key) && line && (line.click(), true));
});
