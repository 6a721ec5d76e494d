// Your betting spots and chips: all bets are collected here and sent together.

import { make, money } from "./base.js";
import { CHIPS, chip, chipsFor } from "./draw.js";
import { netOf, netWords } from "./play_words.js";

export const TRAY = [...CHIPS].reverse();
const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th"];
const PAUSE = 160;
const MOST_CHIPS = 5;

/** Whether chips are put on a wager before the deal. */
export const hasSpot = (wager) => wager && !wager.requires_all_of && !wager.in_round;

/** Every betting spot: one for each wager, for each numbered spot of a wager, and for each choice with a bet. */
export function spotsOf(wagers, shortNames) {
  return wagers.flatMap((wager) => {
    const made = (more) => ({ wager, spot: 0, choice: "", key: wager.slug, name: wager.name, short: wager.progressive ? wager.name.split(" ").at(-1) : shortNames[wager.slug] ?? wager.name, ...more });
    if (!hasSpot(wager)) return [];
    if (wager.spots) return ORDINALS.slice(0, wager.spots).map((word, at) => made({ spot: at + 1, key: `${wager.slug}-${at + 1}`, name: `${wager.name}, ${word} card`, short: `${word} card` }));
    if (wager.choices?.length) return wager.choices.map((choice) => made({ choice, key: `${wager.slug}-${choice}`, name: `${wager.name}: ${choice}`, short: choice }));
    return [made()];
  });
}

export const span = ({ low, high }) => (low === high ? money(low) : `${money(low)} to ${money(high)}`);

/** A stack of chips with its value. */
export function stackOf(cents, most = MOST_CHIPS) {
  const pile = make("span", { class: "pile", "aria-hidden": "true" });
  for (const value of chipsFor(cents).slice(0, most).reverse()) pile.append(chip(value));
  return pile;
}

/** The bets of this seat while betting is open. */
export class Bets {
  constructor(host, wagers, shortNames, { send, say, changed, price }) {
    this.host = host;
    this.send = send;
    this.say = say;
    this.changed = changed;
    this.price = price;
    this.accepted = new Set();
    this.offered = null;
    this.spots = spotsOf(wagers, shortNames);
    this.required = this.spots.filter((one) => one.wager.required);
    this.draft = new Map();
    this.taken = new Map();
    this.steps = [];
    this.chip = 500;
    this.open = false;
    host.replaceChildren(...this.spots.map((one) => this.draw(one)));
    host.classList.toggle("five", wagers.some((wager) => wager.spots));
    host.classList.toggle("many", this.spots.length > 3);
    host.style.setProperty("--spots", this.spots.length);
  }

  draw(one) {
    one.pile = make("span", { class: "spot-chips" });
    one.amount = make("span", { class: "spot-amount num" });
    one.plaque = make("span", { class: "plaque", "aria-hidden": "true" });
    one.words = make("span", { class: "unseen" });
    one.face = make("span", { class: "spot-face", "aria-hidden": "true" }, make("span", { class: "spot-name" }, one.short), one.pile, one.amount);
    one.limits = make("span", { class: "spot-limits num", "aria-hidden": "true" }, span(one.wager));
    one.label = make("span", { class: "spot-label", "aria-hidden": "true" }, one.choice ? one.choice[0].toUpperCase() + one.choice.slice(1) : one.short);
    const kind = one.wager.progressive ? "sensor" : one.choice ? `choice ${one.choice}` : one.wager.required || one.wager.spots ? "main" : "";
    one.button = make("button", { type: "button", class: `spot ${kind}`, "data-spot": one.key }, one.words, one.face, one.label, one.limits, one.plaque);
    one.button.addEventListener("click", () => this.place(one));
    one.button.addEventListener("contextmenu", (event) => { event.preventDefault(); this.takeBack(one); });
    one.button.addEventListener("keydown", (event) => this.key(event, one));
    return one.button;
  }

  key(event, one) {
    const at = this.spots.indexOf(one), count = this.spots.length;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) this.spots[(at + step + count) % count].button.focus();
    else if (event.key === "Backspace") this.takeBack(one);
    else if (event.key === "Delete") this.put(one, 0);
    else return;
    event.preventDefault();
  }

  /** One more chip of the chosen value, at least the lowest bet and at most the highest. The first chip on a side bet is an
   * offer that says what the bet costs; the second press places it. */
  place(one) {
    if (!this.open) return;
    const now = this.draft.get(one.key) ?? 0, { low, high } = one.wager;
    for (const each of one.wager.required || one.wager.alone ? [] : this.required) {
      // A side bet needs the base bets: they are placed with it, as in the last round.
      if (!this.draft.get(each.key)) this.put(each, this.usual(each.wager));
      if (!this.draft.get(each.key)) return;
    }
    if (low === high && now) { this.put(one, 0); return; }
    if (now >= high) { this.say(`${one.name} takes ${span(one.wager)}: it is full.`, "warn"); return; }
    if (!one.wager.required && !one.wager.spots && this.offered !== one && !this.accepted.has(one.key)) { this.offer(one); return; }
    this.accepted.add(one.key);
    this.offered = null;
    this.put(one, this.next(one));
  }

  /** One more chip on each bet of a spot. */
  next(one) { return Math.min(Math.max((this.draft.get(one.key) ?? 0) + this.chip * one.wager.units, one.wager.low), one.wager.high); }

  offer(one) {
    this.offered = one;
    this.say(`${one.name}: working out the odds…`, "hint");
    this.changed();
    this.price(one, this.next(one));
  }

  refuse() {
    this.offered = null;
    this.say("No side bet placed.");
    this.changed();
  }

  takeBack(one) {
    if (!this.open) return;
    const now = this.draft.get(one.key) ?? 0;
    if (!now) return;
    const { units } = one.wager, each = now / units, left = now - (chipsFor(each).at(-1) ?? each) * units;
    this.put(one, left < one.wager.low ? 0 : left);
  }

  put(one, cents) {
    if (!this.open) return;
    const others = this.spots.filter((other) => other.wager === one.wager && other.choice !== one.choice);
    const next = new Map(this.draft);
    for (const other of others) next.delete(other.key);
    if (cents) next.set(one.key, cents);
    else next.delete(one.key);
    for (const other of one.wager.required ? this.spots : []) {
      // Equal bets change together; without the base bets, only bets that may be made alone stay.
      if (!cents && !other.wager.alone) next.delete(other.key);
      if (cents && (other.wager.equals === one.wager.slug || one.wager.equals === other.wager.slug)) next.set(other.key, cents);
    }
    if (sum(next) > this.have) { this.say(`You have ${money(this.have)}: ${money(sum(next))} on the table is too much.`, "warn"); return; }
    this.use(next, `${one.name}: ${cents ? money(cents) : "no bet"}.`);
  }

  use(next, words) {
    this.steps.push(this.draft);
    this.draft = next;
    this.touched = true;
    this.paint();
    if (words) this.say(`${words} ${money(this.total)} in all.`);
    this.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.push(), PAUSE);
  }

  undo() { if (this.open && this.steps.length) { const back = this.steps.pop(); this.use(back, "Taken back."); this.steps.pop(); } }
  clear() { if (this.open && this.draft.size) this.use(new Map(), "All bets taken back."); }

  /** The bets of the server as a map by spot. */
  read(bets) {
    return new Map(bets.map((bet) => [this.spots.find((one) => one.wager.slug === bet.wager && one.spot === bet.spot && one.choice === bet.choice).key, bet.cents]));
  }

  /** Places the bets of a list, if the chips suffice. */
  lay(bets) {
    const next = this.read(bets);
    if (sum(next) > this.have) { this.say(`No bet placed: the last bets are ${money(sum(next))}, and you have ${money(this.have)}.`, "warn"); return false; }
    this.use(next, "Bets placed.");
    return true;
  }

  get total() { return sum(this.draft); }

  get bets() {
    return this.spots.filter((one) => this.draft.get(one.key)).map((one) => ({ wager: one.wager.slug, spot: one.spot, choice: one.choice, cents: this.draft.get(one.key) }));
  }

  /** Sends the current bets; one request at a time, and always the latest bets last. */
  async push() {
    clearTimeout(this.timer);
    if (!this.touched) return this.sending;
    if (this.sending) { await this.sending; return this.push(); }
    this.touched = false;
    this.sending = this.send("bets", { bets: this.bets }).catch((error) => { this.refused = true; throw error; }).finally(() => { this.sending = null; });
    return this.sending.catch((error) => { this.say(error.message, "bad"); this.steps = []; });
  }

  get pending() { return this.touched || Boolean(this.sending); }

  /** Shows the bets of the server, unless newer ones are being sent. */
  show(player, open, settled) {
    this.open = open && Boolean(player);
    if (!this.pending) {
      this.draft = this.read((player?.bets ?? []).map((bet) => ({ ...bet, cents: open ? bet.cents : this.lies(bet, player, settled) })).filter((bet) => bet.cents));
      this.taken = this.read((player?.bets ?? []).filter((bet) => player.taken.includes(bet.wager)));
      this.have = (player?.stack ?? 0) + this.total;
    }
    if (!open) { this.steps = []; this.offered = null; }
    this.settled = settled;
    this.paint();
  }

  /** The part of a bet that is still on the table: a player may have taken some of it back. */
  lies(bet, player, settled) {
    const same = (one) => one.wager === bet.wager && one.spot === bet.spot;
    if ((settled ?? []).some(same) || player.taken.includes(bet.wager)) return bet.cents;
    const own = (player.stakes ?? []).filter(same).reduce((all, one) => all + one.own, 0);
    return Math.min(bet.cents, own);
  }

  paint() {
    const over = this.settled?.length && !this.draft.size;
    for (const one of this.spots) {
      const cents = this.draft.get(one.key) ?? 0;
      const taken = this.taken.has(one.key) && cents > 0; // the dealer took it when the progressive was locked
      const mine = !one.choice || one.choice === this.picked;
      const shown = mine && (over || !this.open) ? (this.settled ?? []).filter((item) => item.wager === one.wager.slug && item.spot === one.spot) : [];
      one.button.setAttribute("aria-disabled", String(!this.open));
      const lying = shown.length ? shown.reduce((all, item) => all + (item.net < 0 ? 0 : item.bet + item.net), 0) : taken ? 0 : cents;
      if (one.lying !== lying) { one.pile.replaceChildren(...(lying ? [stackOf(lying)] : [])); one.lying = lying; }
      one.amount.textContent = lying ? money(lying) : taken && !shown.length ? `${money(cents)} taken` : "";
      one.button.classList.toggle("lying", lying > 0);
      this.plaque(one, shown);
      const words = shown.map((item) => `${item.why}.`).join(" ");
      one.words.textContent = `${one.name}, ${span(one.wager)}, ${cents ? `bet ${money(cents)}${taken ? ", taken" : ""}` : "no bet"}. ${words}`.trim();
    }
  }

  plaque(one, items) {
    const tone = toneOf(items);
    one.button.classList.toggle("won", tone === "win");
    one.plaque.className = `plaque ${tone}`;
    one.plaque.replaceChildren(...plaqueLines(items));
    one.button.classList.toggle("settled", items.length > 0);
  }

  tray(host) {
    host.replaceChildren(...TRAY.map((value) => {
      const button = make("button", { type: "button", class: "tray-chip", "data-chip": value, "aria-label": `${money(value)} chips`, onclick: () => this.pick(value) }, chip(value));
      button.firstChild.setAttribute("aria-hidden", "true");
      return button;
    }));
    this.trayHost = host;
    this.pick(this.chip);
  }

  pick(value) {
    this.chip = value;
    if (this.offered) this.offer(this.offered);
    for (const button of this.trayHost.children) button.setAttribute("aria-pressed", String(Number(button.dataset.chip) === value));
  }
}

const sum = (draft) => [...draft.values()].reduce((all, cents) => all + cents, 0);

export function toneOf(items) {
  if (!items.length) return "";
  const net = netOf(items);
  return net > 0 ? "win" : net < 0 ? "lose" : "push";
}

/** The result of a spot in short: the line that paid, or won, lost or push, and the money. */
export function plaqueLines(items) {
  if (!items.length) return [];
  const net = netOf(items), many = items.length > 1;
  const won = items.filter((item) => item.net > 0).length, lost = items.filter((item) => item.net < 0).length;
  const [item] = items, plain = ["Loss", "Win", "Push"].includes(item.label) || item.net < 0;
  const name = many ? `${won} won, ${lost} lost` : plain ? (net > 0 ? "Won" : net < 0 ? "Lost" : "Push") : item.label;
  return [make("b", {}, name), make("span", { class: "num" }, netWords(net, item.bet))];
}
