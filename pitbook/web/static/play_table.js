// The felt: the dealer, all seats, and your own hands.

import { make, money } from "./base.js";
import { lay } from "./play_cards.js";
import { capital } from "./play_choices.js";
import { hasSpot, plaqueLines, stackOf, toneOf } from "./play_bets.js";
import { netOf, netWords } from "./play_words.js";

const FAR = 1000;

export class Board {
  constructor(root) {
    this.dealer = root.querySelector("#dealer-cards");
    this.shared = root.querySelector("#shared");
    this.dealerValue = root.querySelector("#dealer-value");
    this.others = root.querySelector("#others");
    this.hands = root.querySelector("#hands");
    this.shoe = root.querySelector("#shoe");
    this.order = root.dataset.order;
    this.seats = new Map();
  }

  /** Lays every card of a view; returns the new ones, to be dealt. */
  cards(view, mine) {
    const fresh = [];
    this.seatsOf(view, mine);
    const whole = this.order === "by hand";
    const first = (at, seat) => (whole ? seat * 10 : at < 2 ? at * 20 + seat : FAR);
    for (const [seat, player] of Object.entries(view.players)) {
      const hands = player.hands ?? [];
      const host = Number(seat) === mine ? this.hands : this.seats.get(Number(seat))?.cards;
      if (!host) continue;
      this.fit(host, hands.length, Number(seat) === mine);
      hands.forEach((hand, at) => this.place(host.children[at].firstElementChild, hand, fresh, (card) => first(card, Number(seat)) + at * 3 + card / 10));
    }
    const late = this.order === "dealer last" ? FAR : 0;
    this.place(this.dealer, view.dealer, fresh, (at) => late + (whole ? 100 + at : at < 2 ? at * 20 + 15 : FAR * 2 + at));
    this.sharedPlaces(view.shared ?? [], fresh);
    return fresh;
  }

  /** Community cards, each place with its name. */
  sharedPlaces(places, fresh) {
    const names = places.map((one) => one.place);
    for (const box of [...this.shared.children]) if (!names.includes(box.dataset.place)) box.remove();
    for (const one of places) {
      let box = [...this.shared.children].find((child) => child.dataset.place === one.place);
      if (!box) {
        box = make("div", { class: "laid", "data-place": one.place });
        this.shared.append(box);
      }
      this.place(box, one, fresh, (at) => FAR + at);
      box.firstElementChild.dataset.name = one.place;
    }
  }

  fit(host, count, own) {
    while (host.children.length > count) host.lastElementChild.remove();
    while (host.children.length < count) {
      const made = make("div", { class: own ? "hand own" : "hand" }, make("div", { class: "laid" }));
      if (own) made.append(make("span", { class: "hand-value" }), make("span", { class: "hand-bet num" }), make("span", { class: "plaque" }));
      host.append(made);
    }
  }

  /** One row, or low and high hand as they were set. */
  place(host, hand, fresh, order) {
    const set = hand?.low?.length && hand?.high?.length;
    const rows = set ? [["Low", hand.low], ["High", hand.high]] : [["", hand?.cards ?? []]];
    while (host.children.length > rows.length) host.lastElementChild.remove();
    while (host.children.length < rows.length) host.append(make("div", { class: "cards-row" }));
    rows.forEach(([name, names], at) => {
      const row = host.children[at];
      if (name) row.dataset.name = name;
      else delete row.dataset.name;
      row.style.setProperty("--count", names.length);
      lay(row, names, fresh, (card) => order(at * 2 + card));
    });
  }

  /** A place for each of the other seats, in their order round the table. */
  seatsOf(view, mine) {
    const count = view.seats, name = `${count} ${mine}`;
    if (this.laid === name) return;
    this.laid = name;
    this.seats.clear();
    // Seat 1 is at the dealer's left: seen from your side numbers rise to the left, and round to the right. A
    // spectator's view is from behind the middle seat.
    const from = mine || Math.ceil(count / 2);
    const after = (seat) => (seat - from + count) % count;
    const numbers = Array.from({ length: count }, (_, at) => at + 1).filter((seat) => seat !== from).sort((a, b) => after(b) - after(a));
    const half = Math.ceil(numbers.length / 2);
    if (!mine) numbers.push(from);
    numbers.forEach((seat, at) => {
      const part = (tag, name, ...inside) => make(tag, { class: `seat-${name}` }, ...inside);
      const made = { name: part("span", "name"), stack: part("span", "stack num"), cards: part("div", "cards"), bets: part("div", "bets"), note: part("p", "note") };
      made.box = make("article", { class: "seat", "data-seat": seat }, make("header", {}, part("span", "number", String(seat)), made.name, made.stack), made.cards, made.bets, made.note);
      made.box.style.order = seat;
      made.box.dataset.at = seat === from ? "middle" : at < half ? `right-${at + 1}` : `left-${after(seat)}`;
      this.seats.set(seat, made);
    });
    this.others.replaceChildren(...[...this.seats.values()].map((made) => made.box));
  }

  /** Everything except cards: names, chips, values, results. */
  rest(view, mine, names) {
    this.dealerValue.textContent = view.dealer?.value ?? "";
    this.dealerValue.hidden = !view.dealer?.value;
    const asked = askedSeats(view);
    this.others.classList.toggle("alone", Object.keys(view.players).every((seat) => Number(seat) === mine));
    for (const [seat, made] of this.seats) {
      const player = view.players[seat], items = view.settled.filter((item) => item.seat === seat);
      made.box.classList.toggle("empty", !player);
      made.box.classList.toggle("turn", asked.includes(seat));
      made.box.classList.toggle("away", Boolean(player?.away));
      made.name.textContent = player ? names(seat) : "Empty";
      made.stack.textContent = player ? money(player.stack) : "";
      const bet = (player?.bets ?? []).reduce((all, one) => all + (player.taken.includes(one.wager) ? 0 : one.cents), 0);
      if (made.bet !== bet) { made.bets.replaceChildren(...(bet ? [stackOf(bet, 3), make("span", { class: "num" }, money(bet))] : [])); made.bet = bet; }
      if (!player) made.cards.replaceChildren();
      const net = netOf(items);
      const value = (player?.hands ?? []).map((hand) => hand.value).filter(Boolean).join(" · ");
      made.note.className = `seat-note ${items.length ? toneOf(items) : ""}`;
      made.note.textContent = !player ? "" : items.length ? (net ? netWords(net) : "push") : player.away ? "away" : asked.includes(seat) ? "deciding" : player.ready && view.phase === "betting" ? "ready" : value;
      made.note.title = items.map((item) => item.words).join("\n");
    }
    this.own(view, mine);
  }

  own(view, mine) {
    const hands = view.players[mine]?.hands ?? [];
    const step = view.step, items = view.settled.filter((item) => item.seat === mine && isRequired(view, item));
    hands.forEach((hand, at) => {
      const box = this.hands.children[at];
      if (!box) return;
      const [, value, bet, plaque] = box.children;
      value.textContent = hand.value ?? "";
      value.hidden = !hand.value;
      bet.textContent = [hands.length > 1 && hand.bet ? money(hand.bet) : "", ...added(view, mine, at + 1)].filter(Boolean).join(" · ");
      bet.hidden = !bet.textContent;
      box.classList.toggle("active", hands.length > 1 && step?.kind === "ask" && askedSeats(view).includes(mine) && (step.hand || 1) === at + 1);
      const came = hands.length > 1 ? items.filter((item) => (item.hand || 1) === at + 1) : [];
      plaque.className = `plaque ${toneOf(came)}`;
      plaque.replaceChildren(...plaqueLines(came));
      box.classList.toggle("beaten", toneOf(items.filter((item) => (item.hand || 1) === at + 1)) === "lose");
    });
  }
}

/** Whether a payment is for a wager that every round needs. */
export const isRequired = (view, item) => view.wagers.some((wager) => wager.required && wager.slug === item.wager);

/** Wagers without a spot and free bets: what lies there, "Raise $30", and what it came to, "Raise -$30". */
function added(view, mine, hand) {
  const of = (slug) => view.wagers.find((one) => one.slug === slug), name = (slug) => of(slug)?.name ?? capital(slug);
  const here = (one) => (one.hand || 1) === hand;
  const lying = (view.players[mine]?.stakes ?? []).filter(here).map(({ wager, own, house }) => {
    const parts = [!hasSpot(of(wager)) && own ? money(own) : "", house ? `${money(house)} free` : ""].filter(Boolean);
    return parts.length ? `${name(wager)} ${parts.join(" + ")}` : "";
  });
  const came = view.settled.filter((item) => item.seat === mine && here(item) && !hasSpot(of(item.wager)));
  return [...lying, ...came.map(({ wager, net, bet }) => `${name(wager)} ${netWords(net, bet)}`)];
}

/** The seats that must decide now. */
export function askedSeats(view) {
  const step = view.step;
  if (step?.kind !== "ask") return [];
  return step.open.map((one) => one.seat);
}
