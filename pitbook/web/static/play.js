// A table in the browser: shows the views that the server streams, and sends the player's actions.

import { ask, make, money } from "./base.js";
import { Bets, TRAY, span } from "./play_bets.js";
import { deal } from "./play_cards.js";
import * as plain from "./play_choices.js";
import { keyOf, keyRows } from "./play_keys.js";
import { TableConnection } from "./play_live.js";
import { Board, askedSeats, isRequired } from "./play_table.js";
import { isNews, netOf, roundWords, sessionWords } from "./play_words.js";

const root = document.querySelector("#play");
const address = root.dataset.address;
const at = (name) => root.querySelector(`#${name}`);
const LOG = 12;
const NEWS = 8000;

const { optionsOf } = plain;
/** The choices of a seat; the script of the game's family may replace parts of it. */
const choices = { ...plain, ...(root.dataset.script ? await import(root.dataset.script) : {}) };
const board = new Board(root);
let view = null, shown = null, waiting = null, busy = false, bets = null, mine = 0;
let last = null, told = "", spoken = 0, asked = "", sent = null;

// -- messages

function say(words, kind = "", spoken = words) {
  at("say").textContent = words;
  at("say").className = `say ${kind}`;
  tell(spoken);
}

/** Announces a text to screen readers; a repeated text is announced again. */
function tell(words) {
  at("voice").textContent = words === told ? `${words} ` : words;
  told = at("voice").textContent;
}

const nameOf = (seat) => view.players[seat]?.player ?? `Seat ${seat}`;

/** Identifies the state that a press acts on: your seat as the page shows it. Actions of other seats do not change it. */
function moment() {
  const { you, rounds, phase, step, players } = shown;
  return JSON.stringify([you, rounds, phase, step?.name, step?.hand, optionsOf(shown, you), players[you]?.hands?.map((hand) => hand.cards)]);
}

/** Runs the action of a press. A second press in the same state is ignored. The stream may show the next state before the
 * answer arrives; a press in that state waits until the answer is there. */
async function act(what, body) {
  const pressed = `${what} ${moment()}`;
  while (sent) {
    if (sent.pressed === pressed) return null;
    await sent.done;
  }
  if (pressed !== `${what} ${moment()}`) return null;
  const done = connection.send(what, body).catch((error) => { say(error.message, "bad"); return null; });
  sent = { pressed, done };
  root.classList.add("sent");
  await done;
  sent = null;
  root.classList.remove("sent");
  return done;
}

// -- views

const connection = new TableConnection(address, {
  onState: (state) => { at("lost").hidden = state === "live"; },
  onView: (next) => { waiting = next; if (!busy) present(); },
});

/** Shows the newest view: deals its cards one by one, then shows the results. */
async function present() {
  busy = true;
  try {
    while (waiting) {
      view = waiting;
      waiting = null;
      mine = view.you ?? 0;
      if (!bets) begin();
      clearFelt();
      root.classList.add("dealing");
      await deal(board.cards(view, mine), board.shoe);
      root.classList.remove("dealing");
      rest();
      shown = view;
    }
  } finally {
    busy = false;
  }
}

function begin() {
  choices.begin(table);
  bets = new Bets(at("spots"), view.wagers, JSON.parse(root.dataset.shortNames), { send: (what, body) => connection.send(what, body), say, changed: controls, price });
  bets.tray(at("tray"));
  at("keys-body").replaceChildren(...keyRows(choices, "hints" in root.dataset, root.dataset.choices.split(", ")));
}

/** Clears the cards of the last round when a seated player bets again. */
function clearFelt() {
  if (view.phase !== "betting" || !mine || !view.players[mine].bets?.length) return;
  view = { ...view, settled: [], dealer: { cards: [] }, shared: [], players: Object.fromEntries(Object.entries(view.players).map(([seat, player]) => [seat, { ...player, hands: [] }])) };
}

function rest() {
  const own = view.players[mine], items = view.settled.filter((item) => item.seat === mine);
  board.rest(view, mine, nameOf);
  bets.picked = (own?.bets?.length ? own.bets : before() ?? []).find((bet) => bet.choice)?.choice;
  bets.usual = (wager) => (before() ?? view.first_bets).find((bet) => bet.wager === wager.slug)?.cents ?? wager.low;
  bets.show(own, view.phase === "betting", items);
  if (view.phase === "playing" && own?.bets?.length) last = own.bets;
  meter();
  at("shoe-count").textContent = (view.shoe?.cards ?? 0) - (view.shoe?.dealt ?? 0) || "";
  at("session").textContent = own?.session ? sessionWords({ ...own.session, left_out: own.session.left_out.map((slug) => view.wagers.find((one) => one.slug === slug)?.name ?? slug) }) : "You are watching.";
  at("stack").textContent = own ? money(own.stack) : "";
  root.classList.toggle("seated", Boolean(own));
  at("you-name").textContent = own ? `${own.player} · seat ${mine}` : "";
  news();
  controls();
  results(items);
}

/** Counts the progressive's meter up to its new value. */
function meter() {
  const host = at("meter"), cents = view.meter_cents;
  host.hidden = cents === null || cents === undefined;
  if (host.hidden || host.dataset.cents === String(cents)) return;
  const from = Number(host.dataset.cents ?? cents), start = performance.now(), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  host.dataset.cents = cents;
  const step = (now) => {
    const part = still || cents < from ? 1 : Math.min((now - start) / 900, 1);
    at("meter-amount").textContent = money(Math.round(from + (cents - from) * part));
    if (part < 1 && host.dataset.cents === String(cents)) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Shows the result of the round and the reasons, once: in the line, in the log and for screen readers. */
function results(items) {
  const round = `${view.rounds} ${view.phase}`;
  if (view.phase !== "betting" || !items.length || spoken === round) return;
  spoken = round;
  const net = netOf(items), own = view.players[mine];
  // The base game first, then side bets that won, then the others.
  const order = (item) => (isRequired(view, item) ? 0 : item.net > 0 ? 1 : item.net === 0 ? 2 : 3);
  const why = counted([...items].sort((a, b) => order(a) - order(b)));
  const all = [own.timed_out, items.length > 1 ? `${roundWords(items)}.` : "", ...why.map((one) => `${one}.`)].filter(Boolean).join(" ");
  say(all, net > 0 ? "good" : "");
  at("log").prepend(make("li", {}, make("b", { class: `num ${net > 0 ? "good" : net < 0 ? "bad" : ""}` }, net > 0 ? `+${money(net)}` : money(net)), make("span", { class: "quiet" }, ` round ${own.session.rounds}: `), why.join(" · ")));
  while (at("log").children.length > LOG) at("log").lastElementChild.remove();
  at("log-none").hidden = true;
}

/** The reason for the result of each wager. A reason shared by several wagers appears once: "Your pair wins: Ante +$10, Play +$10". */
function counted(items) {
  const lost = items.filter((item) => item.spot && item.net < 0);
  const words = items.filter((item) => lost.length < 2 || !lost.includes(item)).map((item) => item.why);
  // Five spots that lose for one reason would fill the line.
  if (lost.length > 1) {
    const none = words.length ? `The other ${lost.length} bets have no match` : `None of the ${lost.length} bets has a match`;
    words.push(`${none}: -${money(lost.reduce((all, item) => all - item.net, 0))}`);
  }
  const found = new Map();
  for (const one of words) {
    const [, cause, came] = /^(.*): (.*)$/.exec(one) ?? [null, one, ""];
    found.set(cause, [...(found.get(cause) ?? []), came]);
  }
  return [...found].map(([cause, came]) => {
    const unlike = [...new Set(came)], words = [cause, unlike.join(", ")].filter(Boolean).join(": ");
    return came.length > unlike.length && unlike.length === 1 ? `${came.length} × ${words}` : words;
  });
}

/** Wins announced to the whole table: jackpots, envy, long shots. */
function news() {
  const known = new Set((shown?.rounds === view.rounds ? shown.settled : []).map((item) => item.event));
  const items = shown ? view.settled.filter((item) => !known.has(item.event) && isNews(item)) : [];
  if (view.phase === "betting" && !view.settled.length) at("banner").hidden = true;
  if (!items.length) return;
  const jackpot = items.find((item) => item.from_meter);
  const lines = items.slice(0, 3).map((item) => `${item.seat === mine ? "You" : nameOf(item.seat)}: ${item.seat === mine ? item.why : item.words}`);
  at("banner").replaceChildren(make("b", {}, jackpot ? "Jackpot" : items[0].envy_from ? "Envy" : "Big win"), ...lines.map((words) => make("span", {}, words)));
  at("banner").hidden = false;
  clearTimeout(news.timer);
  news.timer = setTimeout(() => { at("banner").hidden = true; }, NEWS);
  tell(lines.join(". "));
}

// -- actions

/** The bar under the felt: chips while betting, answers while playing. */
function controls() {
  const own = view.players[mine], betting = view.phase === "betting";
  const turn = view.step?.kind === "ask" && askedSeats(view).includes(mine);
  at("tray").hidden = !own || !betting;
  const editing = turn && choices.opens(view.step);
  at("hands").hidden = editing;
  if (editing) choices.open();
  else choices.close();
  const held = at("acts").contains(document.activeElement) ? document.activeElement.dataset.act : null;
  at("acts").replaceChildren(...(view.closed ? closed() : !own ? watching() : betting ? bettingActs(own) : turn ? answers() : []));
  // A repeated key press must not hit another button: if the focused button is gone, nothing has the focus.
  if (held !== null) (at("acts").querySelector(`[data-act="${held}"]`) ?? at("acts")).focus({ preventScroll: true });
  ring();
  // Do not repeat the announcement when only other seats act.
  const now = editing ? `edit ${view.rounds}` : betting ? `bet ${view.rounds} ${mine} ${own?.ready} ${Boolean(own?.bets.length)} ${own?.ready && waitedFor()}` : String(view.number);
  if (asked === now) return;
  asked = now;
  if (view.closed) say("This table is closed because it was empty for a while.");
  else if (turn) say(choices.prompt(view, mine) ?? choices.question(view, mine), "", choices.question(view, mine));
  else if (!own) say("You are watching this table.");
  else if (betting) bettingWords(own);
  else say(waitingWords());
}

/** The players who have bet and are not ready. */
function waitedFor() {
  return Object.values(view.players).filter((player) => !player.you && player.bets?.length && !player.ready).map((player) => player.player).join(", ");
}

function bettingWords(own) {
  if (!own.bets.length && view.settled.some((item) => item.seat === mine)) return;
  if (own.ready) say(waitedFor() ? `Waiting for ${waitedFor()}.` : "The cards are being dealt.");
  else if (!own.bets.length && !bets.pending) say(`Place your bets: ${bets.spots[0].name} takes ${span(bets.spots[0].wager)}.`);
}

function waitingWords() {
  const seats = askedSeats(view).filter((seat) => seat !== mine);
  return seats.length ? `${seats.map(nameOf).join(", ")} ${seats.length > 1 ? "are" : "is"} deciding.${view.players[mine]?.hands?.length ? "" : " You play in the next round."}` : "The cards are being dealt.";
}

function button(words, name, onclick, kind = "", more = {}) {
  const key = keyOf(name, choices.KEYS);
  return make("button", { type: "button", class: `button ${kind}`, onclick, "data-act": name, "data-key": key?.toLowerCase(), ...more }, words, key ? make("kbd", { "aria-hidden": "true" }, key) : null);
}

/** The functions and data that a family's script may use. */
const table = {
  address, at, button, say, sure,
  get view() { return view; },
  get mine() { return mine; },
};

function closed() {
  return [make("a", { class: "button gold big", href: `/play/${view.game}` }, "To an open table")];
}

function watching() {
  const free = Object.keys(view.players).length < view.seats;
  return [free ? button("Sit down", "sit", sitDown, "gold big") : make("p", { class: "quiet" }, "Every seat is taken.")];
}

/** The server knows a new player only after they sit down: reconnect the stream then. */
async function sitDown() {
  let player = "Guest";
  try { player = localStorage.getItem("name")?.trim().slice(0, 20) || player; } catch { /* private windows keep nothing */ }
  connection.close();
  await act("seat", { player });
  connection.open();
}

function bettingActs(own) {
  if (own.stack + bets.total < 500 && !bets.total) return [button("More chips", "more", () => act("buy", {}), "gold big")];
  if (own.ready && !bets.pending) return [];
  if (bets.offered) return [button("Cancel", "cancel", () => bets.refuse(), "small"), button(`Bet ${money(bets.next(bets.offered))} on ${bets.offered.name}`, "accept", () => bets.place(bets.offered), "gold big")];
  const acts = [];
  if (bets.total) {
    acts.push(button("Undo", "undo", () => bets.undo(), "small quiet"), button("Clear", "clear", () => bets.clear(), "small quiet"));
    acts.push(button(`Deal · ${money(bets.total)}`, "go", dealNow, "gold big"));
  } else if (before()) {
    acts.push(button("Same bets", "repeat", () => bets.lay(before()), "small"), button(`Deal again · ${money(total(before()))}`, "go", dealAgain, "gold big"));
  } else {
    acts.push(button(`Deal · ${money(total(view.first_bets))}`, "go", dealAgain, "gold big"));
  }
  return acts;
}

const total = (list) => list.reduce((all, bet) => all + bet.cents, 0);

/** The cost of a side bet, in the server's words; asks again while it is being computed. */
async function price(one, cents) {
  const query = new URLSearchParams({ wager: one.wager.slug, cents, spot: one.spot, choice: one.choice });
  try {
    const found = await ask(`${address}/cost?${query}`);
    if (bets.offered !== one) return;
    say(found.words, "hint");
    if (found.counting) setTimeout(() => bets.offered === one && price(one, cents), 700);
  } catch (error) {
    say(error.message, "bad");
  }
}

/** The bets of the previous round; null for a new player. */
function before() {
  const bet = last ?? view.players[mine]?.last_bets;
  return bet?.length ? bet : null;
}

async function dealAgain() {
  if (bets.lay(before() ?? view.first_bets)) await dealNow();
}

async function dealNow() {
  if (!bets.total) return;
  await bets.push();
  if (!bets.refused) await act("ready", {});
  bets.refused = false;
}

function answers() {
  const hand = view.step.hand || 1, answer = (words, cents = null) => act("decision", { answer: words, hand, ...(cents === null ? {} : { cents }) });
  return [...choices.answers({ ...table, answer }, optionsOf(view, mine)), button("Hint", "hint", hint, "small quiet")];
}

async function hint() {
  try {
    const about = moment(), found = await ask(`${address}/advice`);
    if (about !== moment()) return;
    say(found.words.join(" "), "hint");
    if (found.words.at(-1).startsWith("Working out")) setTimeout(() => about === moment() && !sent && hint(), 700);
  } catch (error) {
    say(error.message, "bad");
  }
}

/** Asks for confirmation of an action that cannot be undone. */
function sure(title, words, yes, done) {
  at("sure-title").textContent = title;
  at("sure-words").textContent = words;
  at("sure-yes").textContent = yes;
  at("sure-yes").onclick = () => { at("sure").close(); done(); };
  at("sure").showModal();
}

/** The time left for the player who must decide. */
function ring() {
  const own = view.step?.open?.find((one) => one.seat === mine);
  const deadline = own ? own.deadline : view.step?.deadline ?? view.deal_at, host = at("ring");
  clearInterval(ring.timer);
  host.toggleAttribute("hidden", !deadline);
  if (!deadline) return;
  const end = Date.now() + (Date.parse(deadline) - Date.parse(view.now));
  const whole = Math.max(end - Date.now(), 1);
  const tick = () => {
    const left = Math.max(end - Date.now(), 0);
    host.querySelector("circle:last-of-type").style.strokeDashoffset = String(100 - (100 * left) / whole);
    host.querySelector("text").textContent = String(Math.ceil(left / 1000));
    if (!left) clearInterval(ring.timer);
  };
  tick();
  ring.timer = setInterval(tick, 250);
}

// -- keys, drawers, leaving

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, textarea, select") || document.querySelector("dialog[open]") || !view) return;
  const key = event.key === " " ? "enter" : event.key.toLowerCase(), step = { "+": 1, "=": 1, "-": -1 }[key];
  const focused = event.target.closest?.("button, a, summary");
  // Enter and Space press the focused button; on a betting spot, Space deals.
  if (key === "enter" && focused && !(event.key === " " && focused.closest("#spots"))) return;
  if (step && !at("tray").hidden) { bets.pick(TRAY[TRAY.indexOf(bets.chip) + step] ?? bets.chip); tell(`${money(bets.chip)} chips.`); return; }
  const found = [...at("acts").querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (found) { event.preventDefault(); if (!event.repeat) found.click(); return; }
  if (key === "enter" && event.target.closest?.("#spots")) event.preventDefault();
  if (view.phase === "betting" && view.players[mine] && ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"].includes(event.key) && !document.activeElement.closest?.("#spots")) { event.preventDefault(); bets.spots[0].button.focus(); }
});

// After a mouse click or a tap nothing keeps the focus, so that Space and Enter deal.
root.addEventListener("click", (event) => { if (event.detail > 0 && event.target.closest("#spots button, #tray button, #acts button, #setter button")) document.activeElement.blur(); });

for (const opener of root.querySelectorAll("[data-open]")) {
  opener.addEventListener("click", async () => {
    at(opener.dataset.open).showModal();
    if (opener.dataset.open === "fair" && view) (await import("./play_fair.js")).showFair(at("fair-body"), view, address);
    if (opener.dataset.open === "pays" && view) (await import("./play_pays.js")).showPays(at("pays-body"), view.wagers);
  });
}
for (const closer of root.querySelectorAll("dialog [data-close]")) closer.addEventListener("click", () => closer.closest("dialog").close());

at("invite").addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(location.href); say("The table's address is copied. Anyone who opens it can sit down.", "good"); }
  catch { say(`Send this address: ${location.href}`); }
});

at("leave").addEventListener("click", () => {
  const own = view?.players[mine], playing = view?.phase === "playing" && own?.hands.length;
  if (!playing) { leave(); return; }
  const bet = money((own.stakes ?? []).reduce((sum, stake) => sum + stake.own, 0));
  sure("Leave in the middle of a hand?", `Your ${bet} stays on the table: ${root.dataset.left}. What it wins is added to your chips.`, "Leave", leave);
});

async function leave() {
  // In the middle of a hand the server gives up the seat when the hand is over: only leave the page.
  if (mine && view.phase === "betting") await act("leave", {});
  location.assign("/play");
}

// On the first visit to a game, the page opens with its lesson.
try {
  const name = `how to play ${at("howto").dataset.game}`;
  if (!localStorage.getItem(name)) { localStorage.setItem(name, "seen"); at("howto").showModal(); }
} catch { /* private windows keep nothing: there it is opened by its button */ }

if (root.dataset.view) connection.take(JSON.parse(root.dataset.view));
connection.open();
