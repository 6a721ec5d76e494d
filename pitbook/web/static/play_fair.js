// The proof of the shuffle: the shoe commitment published before the bets, and its check in this browser.

import { make } from "./base.js";

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment of a shoe: the SHA-256 hash of its order and a salt. */
export async function promiseOf(order, salt) {
  const words = Array.isArray(order) ? order.join(" ") : order;
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`pitbook shoe\n${salt}\n${words}\n`)));
}

/** Whether the cards are complete decks. */
function wholeDecks(order) {
  const counts = new Map();
  for (const name of order) counts.set(name, (counts.get(name) ?? 0) + 1);
  const jokers = counts.get("Jk") ?? 0;
  counts.delete("Jk");
  return counts.size === 52 && new Set(counts.values()).size === 1 && jokers <= 1;
}

/** Fills the drawer: the commitment of this shoe, and the last shoe with a button that checks it. */
export function showFair(host, view, address) {
  const shoe = view.shoe ?? {}, last = view.last_shoe;
  const dealt = shoe.cards ? `${shoe.dealt} of ${shoe.cards} cards dealt. Its order and salt are shown when the shoe is finished.` : "Physical cards are dealt here.";
  const parts = [
    make("p", {}, "The cards were shuffled before anyone bet. This fingerprint of their order, a SHA-256 hash, was fixed before you bet; no other order of the cards has it."),
    make("h3", {}, "The shoe in play"),
    make("code", { class: "hash" }, shoe.promise ?? "none"),
    make("p", { class: "quiet small" }, dealt),
    make("h3", {}, "The last shoe"),
  ];
  if (!last) parts.push(make("p", { class: "quiet" }, "None has been finished at this table yet."));
  else {
    const verdict = make("p", { class: "verdict", role: "status" });
    const order = Array.isArray(last.order) ? last.order : last.order.split(" ");
    const check = async () => {
      if (!crypto.subtle) { verdict.textContent = "This browser can check the cards only on a secure connection: use the command below."; return; }
      const found = await promiseOf(order, last.salt), kept = found === last.promise;
      verdict.className = `verdict note ${kept ? "good" : "bad"}`;
      verdict.textContent = kept ? `Checked here: the ${order.length} cards match the fingerprint${wholeDecks(order) ? ", and they are whole decks" : ""}. No card was moved.` : `This order does not match the fingerprint: it gives ${found}.`;
    };
    parts.push(
      make("p", { class: "small" }, "Fingerprint: ", make("code", { class: "hash" }, last.promise)),
      make("p", { class: "small" }, "Salt: ", make("code", { class: "hash" }, last.salt)),
      make("details", {}, make("summary", {}, `Its order, ${order.length} cards`), make("code", { class: "hash" }, order.join(" "))),
      make("p", { class: "row" }, make("button", { type: "button", class: "button main", onclick: check }, "Check it in this browser"), make("a", { class: "button", href: `${address}/record`, download: "" }, "Download the record")),
      verdict,
      make("details", {}, make("summary", {}, "Check it without a browser"), make("code", { class: "hash" }, `printf 'pitbook shoe\\n${last.salt}\\n%s\\n' "$(cat order.txt)" | sha256sum`)),
    );
  }
  host.replaceChildren(...parts);
}
