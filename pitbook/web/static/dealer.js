// The dealer's console: the server draws it and says what each key does; here keys are pressed, by touch or keyboard,
// one after the other. A press without an answer is sent again under the same key when the server is back.

import { ask, make, money } from "./base.js";
import { card } from "./draw.js";

const root = document.querySelector("[data-console]"), table = encodeURIComponent(root.dataset.table);
const offline = document.querySelector("[data-offline]"), seatDialog = document.querySelector("[data-seat-dialog]");
const superDialog = document.querySelector("[data-supervisor]"), superForm = superDialog.querySelector("form");
const part = (selector) => root.querySelector(selector);
const SILENT = 40_000, GIVEN_UP = 120_000, AGAIN = 1000, FORGET = 60_000;
let source, heard = 0, back = [], queue = Promise.resolve(), chosen = 0, last = [], rank = "", cards = [], forget = 0;

// -- the server --

function connect() {
  source?.close();
  source = new EventSource(`/room/dealer/${table}/live`);
  source.addEventListener("view", (event) => { heard = Date.now(); show(JSON.parse(event.data).html); reached(true); });
  source.addEventListener("beat", () => { heard = Date.now(); });
  source.onerror = () => { source.close(); reached(false); setTimeout(connect, AGAIN); };
  heard = Date.now();
}

function reached(now, words = "") {
  if (now || words) offline.querySelector("[data-offline-words]").textContent = words;
  offline.hidden = now;
  root.inert = !now;
  if (now) for (const go of back.splice(0)) go();
}

function show(html) {
  const open = part("details")?.open, focus = document.activeElement?.dataset?.name;
  root.innerHTML = html;
  const now = part("[data-now]"), lit = now.dataset.lit.split(" ").filter(Boolean).map(Number);
  if (now.dataset.phase === "betting") chosen = 0;
  else if (lit.length) last = lit;
  if (open && part("details")) part("details").open = true;
  const same = part("[data-same]");
  if (same) same.hidden = !last.length || lit.length > 0;
  mark();
  drawCards();
  if (focus) root.querySelector(`[data-name="${CSS.escape(focus)}"]`)?.focus();
  const keys = part("[data-supervisor-now]").content.cloneNode(true);
  if (superDialog.open && superForm.dataset.act !== "void") {
    if (keys.childElementCount) call(keys); else superDialog.close();
  }
}

function mark() {
  if (chosen) for (const lamp of root.querySelectorAll("[data-seat]")) lamp.classList.toggle("chosen", Number(lamp.dataset.seat) === chosen);
}

/** One request; where no answer comes it is sent again, the same one, when the server is back. */
async function send(path, body, name) {
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, since = Date.now();
  for (;;) {
    try { return await ask(path, body ?? undefined, { method: "POST", key }); } catch (error) {
      if (error.status && error.status < 502) throw error;
      if (Date.now() - since > GIVEN_UP) throw new Error(`${name} was dropped: the server was away too long. Look at what stands, and press again`);
      const again = new Promise((go) => back.push(go));
      reached(false, `${name} has no answer yet: it is sent again when the server is back, and counts once.`);
      setTimeout(connect, AGAIN);
      await again;
    }
  }
}

function press(steps, name, at) {
  root.querySelectorAll(".refused").forEach((each) => each.remove());
  queue = queue.then(async () => {
    try {
      for (const [path, body] of steps) await send(path, body, name);
    } catch (error) { cards = []; rank = ""; drawCards(); refuse(error.message, at); }
  });
  return queue;
}

/** The server's sentence at the key that was pressed. */
function refuse(words, at) {
  const near = at?.isConnected ? at : root.querySelector(`[data-name="${CSS.escape(at?.dataset.name ?? "")}"]`) ?? part(".next-step");
  near.after(make("p", { class: "refused", role: "alert" }, words.charAt(0).toUpperCase() + words.slice(1) + "."));
}

// -- keys --

root.addEventListener("click", (event) => {
  const key = event.target.closest("button");
  if (!key) return;
  const { refused, rank: ofRank, suit, whole, low, openSeat, seat } = key.dataset;
  if (refused) refuse(refused, key);
  else if (ofRank) { rank = rank === ofRank ? "" : ofRank; drawCards(); }
  else if (suit) { if (rank) enter(rank + suit); else refuse("first the rank, then the suit", key); }
  else if (whole) enter(whole);
  else if ("undo" in key.dataset) { if (rank) rank = ""; else cards.pop(); drawCards(); }
  else if (low) lowCard(key);
  else if (openSeat) openForm(openSeat);
  else if ("call" in key.dataset) call();
  else if ("void" in key.dataset) callVoid();
  else if ("same" in key.dataset) press(last.map((each) => [`/api/v1/pads/${table}/presses`, { key: "sense", seat: each }]), "Same seats", key);
  else if (key.dataset.do) pressed(key, JSON.parse(key.dataset.do), Number(seat ?? 0));
});

function pressed(key, steps, seat) {
  if (!steps.length) { // a seat, on a controller without spots: whose hand the next button is
    const was = chosen === seat;
    chosen = seat; mark();
    if (was) { chosen = 0; key.classList.remove("chosen"); }
    return;
  }
  const lit = part("[data-now]").dataset.lit.split(" ").filter(Boolean);
  for (const [, body] of steps) {
    if (body && "seat" in body && body.seat === null) {
      body.seat = chosen || (lit.length === 1 ? Number(lit[0]) : 0);
      if (!body.seat) { refuse("press the seat first, then its hand", key); return; }
    }
  }
  press(steps, key.dataset.name, key);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || event.target.matches("input, select, textarea")) return;
  if (event.key === "Enter" && event.target.closest("button, a, summary") && event.target !== document.body && !event.target.closest("[data-console]")) return;
  const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const key = [...root.querySelectorAll(`[data-key="${CSS.escape(wanted)}"]`)].find((each) => !each.hidden);
  if (!key || root.inert) return;
  event.preventDefault();
  if (!event.repeat) key.click();
});

// -- cards --

function drawCards() {
  const pad = part("[data-card-pad]");
  if (!pad) { rank = ""; cards = []; return; }
  for (const each of pad.querySelectorAll("[data-rank]")) each.setAttribute("aria-pressed", String(each.dataset.rank === rank));
  part("[data-entered]").replaceChildren(...cards.map((name) => card(name, "small")));
}

function enter(name) {
  rank = "";
  cards.push(name);
  drawCards();
  if (cards.length < Number(part("[data-now]").dataset.cards)) return;
  const said = cards.join(" ");
  cards = [];
  press([[`/api/v1/tables/${table}/cards`, { cards: said }]], said, part("[data-card-pad]"));
}

function lowCard(key) {
  key.setAttribute("aria-pressed", String(key.getAttribute("aria-pressed") !== "true"));
  const box = key.closest("[data-setting]"), all = [...box.querySelectorAll("[data-low]")];
  const low = all.filter((each) => each.getAttribute("aria-pressed") === "true"), names = (some) => some.map((each) => each.dataset.low).join(" ");
  if (low.length < 2) return;
  const answer = `${names(low)} / ${names(all.filter((each) => !low.includes(each)))}`;
  press([[box.dataset.path, { seat: Number(box.dataset.setting), answer, hand: 1 }]], answer, box);
}

// -- seats and bets --

const cents = (text) => Math.round(Number(text.replace(/[$,\s]/g, "")) * 100);
let amount = null;

function openForm(seat) {
  seatDialog.replaceChildren(part(`[data-seat-form="${seat}"]`).content.cloneNode(true));
  seatDialog.showModal();
  amount = seatDialog.querySelector("[data-amount]");
}

seatDialog.addEventListener("focusin", (event) => { if (event.target.matches("[data-amount]")) amount = event.target; });
seatDialog.addEventListener("click", (event) => {
  const { add, leave } = event.target.closest("button")?.dataset ?? {};
  if (add) amount.value = String(((cents(amount.value) || 0) + Number(add)) / 100);
  if (leave) save("leave", { seat: Number(leave) });
});

async function save(act, body) {
  try {
    await send(`/api/v1/tables/${table}/${act}`, body, "Seat");
    seatDialog.close();
  } catch (error) { seatDialog.querySelector("[data-wrong]").textContent = error.message; }
}

document.addEventListener("submit", (event) => {
  const form = event.target, { form: kind } = form.dataset;
  if (!kind) return;
  event.preventDefault();
  const seat = Number(form.elements.seat?.value ?? 0);
  if (kind === "seat") save("seat", { seat, player: form.elements.player.value, chips: cents(form.elements.chips.value) || 0 });
  else if (kind === "number") press([[`/api/v1/tables/${table}/number`, { number: Number(form.elements.number.value) }]], "Number", form);
  else save("bets", { seat, bets: [...form.querySelectorAll("[data-wager]")].filter((row) => row.querySelector("input").value.trim()).map((row) => (
    { wager: row.dataset.wager, spot: Number(row.dataset.spot), choice: row.querySelector("select")?.value ?? "", cents: cents(row.querySelector("input").value) || 0 })) });
});
document.addEventListener("click", (event) => { if (event.target.closest("[data-close]")) event.target.closest("dialog").close(); });

// -- the supervisor: badge and PIN stay in the form only while it is open --

function call(keys = part("[data-supervisor-now]").content.cloneNode(true)) {
  if (!keys.childElementCount) { refuse("no win waits for a supervisor now", part("[data-call]")); return; }
  openSupervisor("", part("[data-now]").dataset.win ?? "", keys);
}

function callVoid() {
  const key = make("button", { class: "button danger", type: "submit", value: "void" }, "Void the round");
  openSupervisor("void", "Every chip goes back, and what the wagers added comes off the meter.", key);
}

function openSupervisor(act, words, keys) {
  superForm.dataset.act = act;
  superForm.querySelector("[data-papers]").hidden = act !== "void";
  superForm.querySelector("[data-waiting]").textContent = words;
  superForm.querySelector("[data-supervisor-keys]").replaceChildren(keys);
  if (!superDialog.open) { superDialog.showModal(); superForm.elements.badge.focus(); }
  clearTimeout(forget);
  forget = setTimeout(() => superDialog.close(), FORGET);
}

superDialog.addEventListener("close", () => { superForm.reset(); superForm.querySelector("[data-wrong]").textContent = ""; });
superDialog.addEventListener("click", (event) => {
  const digit = event.target.dataset.digit, pin = superForm.elements.pin;
  if (digit !== undefined) pin.value = digit && pin.value + digit;
});
superForm.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.name === "badge") { event.preventDefault(); superForm.elements.pin.focus(); }
});
superForm.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { badge, pin, why, document: paper } = superForm.elements, wrong = superForm.querySelector("[data-wrong]");
  const key = event.submitter.value;
  wrong.textContent = "";
  try {
    await send(`/api/v1/pads/${table}/supervised`, { key, badge: badge.value, pin: pin.value, why: why.value, document: paper.value }, event.submitter.textContent);
    if (key === "void") superDialog.close();
  } catch (error) {
    wrong.textContent = error.message;
    badge.value = pin.value = "";
    badge.focus();
  }
});
for (const leaving of ["room:locked", "room:changing"]) document.addEventListener(leaving, () => { superDialog.close(); seatDialog.close(); });

// -- the meter moves when other tables play --

if (root.dataset.jackpot) {
  const meter = new EventSource(`/api/v1/displays/${encodeURIComponent(root.dataset.jackpot)}`);
  meter.onmessage = ({ data }) => {
    const shown = part("[data-meter]"), words = money(Number(data));
    if (!shown || Number(shown.dataset.cents) === Number(data)) return;
    shown.dataset.cents = data;
    shown.textContent = words;
    if (part("[data-now]").dataset.win) connect();
  };
}

setInterval(() => { if (Date.now() - heard > SILENT) { reached(false); connect(); } }, 5000);
mark();
connect();
