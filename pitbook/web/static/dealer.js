// The dealer's console. The server renders it, with the requests that each key sends. Presses (touch or keyboard) are sent one
// at a time; a press without an answer is retried with the same idempotency key when the server is back.

import { ask, make, money } from "./base.js";
import { card } from "./draw.js";

const root = document.querySelector("[data-console]"), table = encodeURIComponent(root.dataset.table);
const [offline, seatDialog, called, cardKeys, asking] = ["offline", "seat-dialog", "supervisor", "card-keys", "asking"].map((name) => document.querySelector(`[data-${name}]`));
const form = called.querySelector("form"), inForm = (name) => form.querySelector(`[data-${name}]`);
const part = (name) => root.querySelector(`[data-${name}]`), now = () => part("now").dataset, lit = () => now().lit.split(" ").filter(Boolean).map(Number);
const SILENT = 40_000, GIVEN_UP = 120_000, AGAIN = 1000, FORGET = 60_000;
let source, heard, drawn = 0, back = [], queue = Promise.resolve(), chosen = 0, last = [], rank = "", cards = [], forget, amount;

// -- the server --

function connect() {
  source?.close();
  source = new EventSource(`/room/dealer/${table}/live`);
  source.addEventListener("view", ({ data }) => {
    const view = JSON.parse(data);
    heard = Date.now();
    drawn = view.number;
    show(view.html);
    reached(true);
  });
  source.addEventListener("beat", () => { heard = Date.now(); });
  source.onerror = () => { source.close(); reached(false); setTimeout(connect, AGAIN); };
  heard = Date.now();
}

function reached(yes, words = "") {
  if (yes || words) offline.querySelector("[data-offline-words]").textContent = words;
  offline.hidden = yes;
  root.inert = !yes;
  if (yes) for (const go of back.splice(0)) go();
}

function show(html) {
  const open = root.querySelector("details")?.open, focus = document.activeElement?.dataset.name;
  const wasClosed = now().closed;
  const refusal = root.querySelector(".refused"), at = refusal?.previousElementSibling?.dataset.name;
  root.innerHTML = html;
  if (wasClosed && !now().closed) { location.reload(); return; } // a reload subscribes to its meter
  if (refusal) (named(at) ?? root.querySelector(".next-step")).after(refusal); // shown until the next press
  part("card-place")?.replaceWith(cardKeys.content.cloneNode(true));
  if (open) root.querySelector("details")?.setAttribute("open", "");
  if (now().phase === "betting") chosen = 0;
  else if (lit().length) last = lit();
  if (part("same")) part("same").hidden = !last.length || lit().length > 0;
  mark();
  drawCards();
  named(focus)?.focus();
  if (called.open && !form.dataset.act) { if (theirKeys().childElementCount) call(); else called.close(); }
}

const named = (name) => root.querySelector(`[data-name="${CSS.escape(name ?? "")}"]`);
const theirKeys = () => part("supervisor-now").content.cloneNode(true);

function mark() {
  if (chosen) for (const lamp of root.querySelectorAll("[data-seat]")) lamp.classList.toggle("chosen", Number(lamp.dataset.seat) === chosen);
}

async function send(path, body, name) {
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, since = Date.now();
  for (;;) {
    try { return await ask(path, body ?? undefined, { method: "POST", key }); } catch (error) {
      if (error.status && error.status < 502) throw error;
      if (Date.now() - since > GIVEN_UP) throw new Error(`${name} was not recorded: the server was away too long. Check the table and press again`);
      const again = new Promise((go) => back.push(go));
      reached(false, `${name} has no answer yet: it is sent again when the server is back and counts only once.`);
      setTimeout(connect, AGAIN);
      await again;
    }
  }
}

function press(steps, name, at) {
  for (const old of root.querySelectorAll(".refused")) old.remove();
  queue = queue.then(async () => {
    try {
      for (const [path, body] of steps) {
        const { words } = await send(path, body, name);
        if (words) refuse(words, at);
      }
    } catch (error) {
      cards = []; rank = "";
      drawCards();
      refuse(error.message, at);
    }
  });
}

/** Shows the server's refusal beside the key that was pressed. */
function refuse(words, at) {
  const near = at.isConnected ? at : named(at.dataset.name) ?? root.querySelector(".next-step");
  if (near.nextElementSibling?.matches(".refused")) near.nextElementSibling.remove();
  near.after(make("p", { class: "refused", role: "alert" }, asSentence(words)));
}

const asSentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

// -- keys --

root.addEventListener("click", ({ target }) => {
  const key = target.closest("button"), said = key?.dataset ?? {};
  if (said.refused) refuse(said.refused, key);
  else if (said.rank) { rank = said.rank; drawCards(); }
  else if (said.suit) { if (rank) enter(rank + said.suit); else refuse("first the rank, then the suit", part("card-pad")); }
  else if (said.whole) enter(said.whole);
  else if ("undo" in said) { if (rank) rank = ""; else cards.pop(); drawCards(); }
  else if (said.low) lowCard(key);
  else if (said.openSeat) openSeat(said.openSeat, key);
  else if ("call" in said) { if (theirKeys().childElementCount) call(); else refuse("no win waits for a supervisor now", key); }
  else if (said.papersFor) papers(said.papersFor, said.words);
  else if ("same" in said) press(last.map((seat) => [`/api/v1/controllers/${table}/presses`, { key: "sense", seat }]), said.name, key);
  else if (said.do) pressed(key, JSON.parse(said.do), Number(said.seat));
});

function pressed(key, steps, seat) {
  if (!steps.length) { // a seat on a controller without spots: selects the seat for the next hand button
    chosen = chosen === seat ? 0 : seat;
    key.classList.toggle("chosen", chosen > 0);
    mark();
    return;
  }
  for (const [, body] of steps) {
    if (body?.seat !== null) continue;
    body.seat = chosen || Number(key.dataset.keyed) || (lit().length === 1 ? lit()[0] : null);
    if (body.seat === null) { refuse("press the seat first, then its hand", key); return; }
    if (chosen) root.querySelector(`[data-seat="${chosen}"]`)?.classList.remove("chosen");
    chosen = 0; // each hand needs its own selection
  }
  const { name, confirm, sum, lowest } = key.dataset;
  if (sum) askSum(name, sum, Number(lowest), (said) => {
    if (!said.trim() || !MONEY.test(said.trim())) refuse(notMoney(said), key);
    else press(steps.map(([path, body]) => [path, { ...body, cents: cents(said) }]), name, key);
  });
  else if (confirm) askFirst(confirm, name, () => press(steps, name, key));
  else press(steps, name, key);
}

/** Asks for the amount that a player names. */
function askSum(name, bounds, lowest, go) {
  const field = asking.querySelector("[data-sum-field]"), input = field.querySelector("input");
  askFirst(`${name}. How much, ${bounds}?`, name, () => go(input.value));
  field.hidden = false;
  input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); asking.close("yes"); } };
  input.value = String(lowest / 100);
  input.select();
}

/** Asks for confirmation of a press that is probably a mistake. */
function askFirst(words, name, go) {
  asking.querySelector("h2").textContent = words;
  asking.querySelector("[data-yes]").textContent = name;
  asking.querySelector("[data-sum-field]").hidden = true;
  asking.returnValue = "";
  asking.onclose = () => { if (asking.returnValue === "yes") go(); };
  asking.showModal();
}

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || root.inert || document.querySelector("dialog[open]") || target.matches("input, select")) return;
  if (event.key === "Enter" && target.matches("a, summary, .room-bar button")) return;
  const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const key = root.querySelector(`[data-key="${CSS.escape(wanted)}"]:not([hidden])`);
  if (!key) return;
  event.preventDefault();
  if (!event.repeat) key.click();
});

// -- cards --

function drawCards() {
  if (!part("card-pad")) { rank = ""; cards = []; return; }
  for (const each of root.querySelectorAll("[data-rank]")) each.setAttribute("aria-pressed", each.dataset.rank === rank);
  part("entered").replaceChildren(...cards.map((name) => card(name, "small")));
}

function enter(name) {
  rank = "";
  cards.push(name);
  const said = cards.join(" "), whole = cards.length >= Number(now().cards);
  if (whole) cards = [];
  drawCards();
  if (whole) press([[`/api/v1/tables/${table}/cards`, { cards: said }]], said, part("card-pad"));
}

function lowCard(key) {
  const isLow = (each) => each.getAttribute("aria-pressed") === "true";
  key.setAttribute("aria-pressed", !isLow(key));
  const box = key.parentElement, all = [...box.querySelectorAll("[data-low]")];
  if (all.filter(isLow).length < 2) return;
  const names = (low) => all.filter((each) => isLow(each) === low).map((each) => each.dataset.low).join(" ");
  press([[box.dataset.path, { seat: Number(box.dataset.setting), answer: `${names(true)} / ${names(false)}` }]], "Setting", box);
}

// -- seats and bets --

const MONEY = /^\$?[\d,]*(\.\d{0,2})?$/;
const notMoney = (text) => `"${text}" is not an amount of money: give dollars and cents, such as 10 or 2.50`;
const cents = (text) => Math.round(Number(text.replace(/[$,\s]/g, "")) * 100) || 0;

async function openSeat(seat, at) {
  try {
    const { html } = await ask(`/room/dealer/${table}/seats/${seat}`);
    if (document.querySelector("dialog[open]")) return; // pressed twice
    seatDialog.innerHTML = html;
    seatDialog.showModal();
    amount = seatDialog.querySelector("[data-amount]:not([data-more])");
    amount.focus();
  } catch (error) { refuse(error.message, at); }
}

async function save(act, body) {
  try {
    const { number } = await send(`/api/v1/tables/${table}/${act}`, body, "The seat");
    // Keys hold requests for the bets they were rendered with: block presses until the new ones are rendered.
    while (drawn < number) await new Promise((go) => setTimeout(go, 20));
    seatDialog.close();
  } catch (error) { seatDialog.querySelector("[data-wrong]").textContent = asSentence(error.message); }
}

seatDialog.addEventListener("focusin", ({ target }) => { if (target.matches("[data-amount]")) amount = target; });
seatDialog.addEventListener("click", ({ target }) => {
  const { add, leave } = target.closest("button")?.dataset ?? {};
  if (add) amount.value = (cents(amount.value) + Number(add)) / 100;
  if (leave) save("leave", { seat: Number(leave) });
});
document.addEventListener("submit", (event) => {
  const { form: kind } = event.target.dataset, { seat, player, chips } = event.target.elements;
  if (!kind) return;
  event.preventDefault();
  const odd = [...event.target.querySelectorAll("[data-amount]")].find((field) => !MONEY.test(field.value.trim()));
  if (odd) { // an unreadable amount must not count as removing the bet
    seatDialog.querySelector("[data-wrong]").textContent = notMoney(odd.value);
    odd.focus();
    return;
  }
  const bets = [...event.target.querySelectorAll("[data-wager]")].map((row) => (
    { wager: row.dataset.wager, spot: Number(row.dataset.spot), choice: row.querySelector("select")?.value ?? "", cents: cents(row.querySelector("input").value) }));
  if (kind === "buy") save(kind, { seat: Number(seat.value), chips: cents(chips.value) });
  else if (kind === "seat") save(kind, { seat: Number(seat.value), player: player.value, chips: cents(chips.value) });
  else save(kind, { seat: Number(seat.value), bets: bets.filter((bet) => bet.cents) });
});
document.addEventListener("click", ({ target }) => { if (target.closest("[data-close]")) target.closest("dialog").close(); });

// -- the supervisor: badge and PIN stay in the form only while it is open --

const call = () => stand("", now().win ?? "", theirKeys());

const PAPERS = {
  void: [`Every bet is returned${root.querySelector(".meter-line") ? ", and the meter is reduced by what the wagers added" : ""}.`, "Void the round"],
  "take-back": ["The selected input and all after it are undone; cards of the table's own shoe are dealt again.", "Take back"],
  "correct-stake": ["The difference to the corrected stake is returned, and the round continues.", "Correct the stake"],
  "refuse-prize": ["The wager is settled as lost, without the prize.", "Settle without the prize"],
};

/** Opens the form for a supervisor's act that needs a reason. */
function papers(act, of = "") {
  const [words, name] = PAPERS[act], choices = form.elements.event;
  choices.replaceChildren(part("inputs").content.cloneNode(true));
  choices.selectedIndex = 0;
  stand(act, of ? `${of}. ${words}` : words, make("button", { class: "button danger", value: act }, name));
}

function stand(act, words, keys) {
  form.dataset.act = act;
  for (const field of form.querySelectorAll("[data-papers]")) field.hidden = !act || !field.dataset.papers.split(" ").includes(act);
  form.querySelector("h2").textContent = act ? PAPERS[act][1] : "Supervisor";
  inForm("waiting").textContent = words;
  inForm("supervisor-keys").replaceChildren(keys);
  if (!called.open) { called.showModal(); form.elements.badge.focus(); }
  clearTimeout(forget);
  forget = setTimeout(() => called.close(), FORGET);
}

// The next key appears in the same place: ignore the second half of a double click.
inForm("supervisor-keys").addEventListener("click", (event) => { if (event.detail > 1) event.preventDefault(); });
called.addEventListener("close", () => { form.reset(); inForm("wrong").textContent = ""; });
called.addEventListener("click", ({ target }) => {
  const { digit } = target.dataset, { pin } = form.elements;
  if (digit !== undefined) pin.value = digit && pin.value + digit;
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.name === "badge") { event.preventDefault(); form.elements.pin.focus(); }
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const key = event.submitter.value, said = Object.fromEntries(new FormData(form));
  said.event = Number(said.event ?? 0);
  inForm("wrong").textContent = "";
  if (key === "correct-stake" && (!said.cents || !MONEY.test(said.cents.trim()))) { // an unreadable amount changes nothing
    inForm("wrong").textContent = notMoney(said.cents);
    return;
  }
  said.cents = cents(said.cents ?? "");
  try {
    await send(`/api/v1/controllers/${table}/supervised`, { key, ...said }, event.submitter.textContent);
    if (form.dataset.act) called.close();
  } catch (error) {
    inForm("wrong").textContent = asSentence(error.message);
    form.elements.badge.value = form.elements.pin.value = "";
    form.elements.badge.focus();
  }
});
for (const leaving of ["room:locked", "room:changing"]) document.addEventListener(leaving, () => { called.close(); seatDialog.close(); asking.close(); });

// -- the meter also grows with other tables' wagers, and the shares of it follow --

if (root.dataset.jackpot) {
  new EventSource(`/api/v1/displays/${encodeURIComponent(root.dataset.jackpot)}`).onmessage = ({ data }) => {
    const words = money(Number(data));
    if (!part("meter") || part("meter").textContent === words) return;
    part("meter").textContent = words;
    if (now().win) connect();
  };
}

setInterval(() => { if (Date.now() - heard > SILENT) { reached(false); connect(); } }, 5000);
connect();
