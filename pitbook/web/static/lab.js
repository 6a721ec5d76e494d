// The Lab: the server prices every edit on existing counts, and the page shows it at once.

import { ask, make, ApiError } from "./base.js";
import { card } from "./draw.js";

const API = "/api/v1/lab/";
const SVG = "http://www.w3.org/2000/svg";
const PINNED = "lab-pinned";
const form = document.getElementById("design");
const own = form.elements.w.value === "own";
const at = (name) => document.querySelector(`[data-${name}]`);
const figures = document.querySelector(".lab-figures");
const drawer = document.getElementById("explain");

let now = null; // the last evaluation
let last = null; // the evaluation before the newest change
let turn = 0; // the newest edit; answers to older ones are ignored
const proposals = new Map(); // suggested pays, not typed by the user
const remembered = new Map(); // pays of lines that disappear and reappear while a rule is edited
let removalShown = false;
let allShown = false;
const FEW = 6; // outcomes beside the lines that are always listed

// -- requests --

/** The design in the form. */
function design() {
  const asked = { pays: {}, options: {} };
  const [game, wager] = form.elements.w.value.split("/");
  if (own) asked.rule = form.elements.rule.value;
  else Object.assign(asked, { game, wager, table: form.elements.table.value });
  asked.decks = Number(form.elements.decks.value);
  for (const name of ["bet", "meter"]) if (form.elements[name]?.value) asked[name] = form.elements[name].value;
  for (const field of form.querySelectorAll("[name^='o-']")) asked.options[field.name.slice(2)] = field.value;
  for (const row of form.querySelectorAll("[data-lines] tr")) {
    const text = row.querySelector("input").value.trim();
    if (own && !("new" in row.dataset)) remembered.set(row.dataset.outcome, text);
    else if (own) continue;
    else if (text !== row.dataset.was) asked.pays[row.dataset.outcome] = text;
  }
  if (own) asked.pays = Object.fromEntries([...remembered].slice(-60));
  return asked;
}

/** Repeats a request until the count is finished; gives up when there is a newer edit. */
async function counted(path, body, mine, waiting) {
  for (;;) {
    const found = await ask(API + path, body);
    if (mine !== undefined && mine !== turn) return null;
    if (found.state !== "counting") return found;
    waiting?.(found);
    await new Promise((done) => setTimeout(done, 350));
  }
}

async function evaluate() {
  const mine = ++turn;
  try {
    const found = await counted("evaluate", design(), mine, (news) => say(`${news.what[0].toUpperCase()}${news.what.slice(1)}: ${Math.round(news.seconds)} s.`));
    if (!found) return;
    if (takeProposals(found)) return evaluate();
    say("");
    wrong(null);
    show(found);
    session(mine);
    if (removalShown) removal(mine);
  } catch (error) {
    if (mine === turn) refuse(error);
  }
}

/** Fills in the proposed pays of lines without one; returns whether there were any. */
function takeProposals(found) {
  const fresh = found.pay_table.filter((line) => line.proposed !== undefined);
  for (const line of fresh) {
    proposals.set(line.outcome, line.proposed);
    remembered.set(line.outcome, line.proposed);
    const row = form.querySelector(`tr[data-outcome="${CSS.escape(line.outcome)}"]`);
    if (row) { delete row.dataset.new; row.querySelector("input").value = line.proposed; }
  }
  return fresh.length > 0;
}

const slowly = (work, wait) => { let timer; return () => { clearTimeout(timer); timer = setTimeout(work, wait); }; };
const soon = slowly(evaluate, 30), later = slowly(evaluate, 350);

// -- display --

function say(words, bad = false) {
  const note = at("note");
  note.hidden = !words;
  note.classList.toggle("bad", bad);
  note.textContent = words;
  figures.classList.toggle("waiting", Boolean(words));
}

function refuse(error) {
  if (!(error instanceof ApiError)) throw error;
  if (own && /^line \d+/.test(error.message)) { wrong(error.message); figures.classList.add("waiting"); return; }
  const label = error.message.split(": ")[0];
  for (const row of form.querySelectorAll("[data-lines] tr")) row.classList.toggle("wrong", row.querySelector("th").textContent === label);
  say(sentence(error.message), true);
}

const sentence = (words) => words[0].toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");

function show(found) {
  if (now && now.id !== found.id) last = now;
  now = found;
  at("standing").textContent = found.standing;
  document.querySelector("h1").textContent = found.name;
  for (const button of figures.querySelectorAll("[data-figure]")) {
    const text = found.shown[button.dataset.figure] ?? "–";
    if (button.textContent !== text) {
      button.textContent = text;
      button.parentElement.parentElement.classList.remove("moved");
      requestAnimationFrame(() => button.parentElement.parentElement.classList.add("moved"));
    }
  }
  deltas();
  table(found);
  compare();
}

const NUMBERS = {
  house_edge: [(found) => found.house_edge_decimal * 100, 3, " pts"],
  hit_frequency: [(found) => found.hit_frequency_decimal * 100, 2, " pts"],
  standard_deviation: [(found) => found.standard_deviation, 3, ""],
  volatility_index: [(found) => found.volatility_index, 3, ""],
  break_even_meter: [(found) => found.progressive?.break_even_meter_decimal, 0, ""],
  average_win: [(found) => found.average_win_decimal, 4, ""],
};

/** The change of a figure between two designs, in words; empty if there is none. */
function change(key, from, to) {
  const [value, places, unit] = NUMBERS[key];
  const [a, b] = [value(from), value(to)];
  if (a == null || b == null || Number.isNaN(a - b)) return "";
  const size = Math.abs(b - a).toFixed(places);
  return Number(size) === 0 ? "" : `${b > a ? "▲" : "▼"} ${Number(size).toLocaleString("en-US", { minimumFractionDigits: places })}${unit}`;
}

function deltas() {
  const pin = pinned();
  const from = pin?.found ?? last;
  for (const mark of figures.querySelectorAll("[data-delta]")) {
    const words = from ? change(mark.dataset.delta, from, now) : "";
    mark.textContent = words;
    mark.title = words ? (pin ? "compared with A" : "since your last change") : "";
  }
}

/** A bar from a common zero, relative to the largest return. */
function bar(value, largest) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 10");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const box = document.createElementNS(SVG, "rect");
  box.setAttribute("class", value < 0 ? "loss" : "gain");
  box.setAttribute("width", String(Math.max((100 * Math.abs(value)) / (largest || 1), 0.6)));
  box.setAttribute("height", "10");
  box.setAttribute("rx", "1.5");
  svg.append(box);
  return svg;
}

function table(found) {
  const body = at("lines");
  const names = found.pay_table.map((line) => line.outcome).join();
  if ([...body.rows].map((row) => row.dataset.outcome).join() !== names) {
    body.replaceChildren(...found.pay_table.map((line) => newRow(line, line.pays)));
  }
  const rows = new Map(found.outcomes.map((row) => [row.outcome, row]));
  const largest = Math.max(...found.outcomes.filter((row) => row.wins).map((row) => Math.abs(row.return_decimal ?? 0)));
  found.pay_table.forEach((line, place) => {
    const row = body.rows[place], counts = rows.get(line.outcome);
    row.classList.remove("wrong");
    row.classList.toggle("changed", !own && line.pays !== line.was);
    row.classList.toggle("proposed", own && Boolean(line.pays) && proposals.get(line.outcome) === line.pays);
    fill(row, line.outcome, counts, largest);
    rows.delete(line.outcome);
  });
  if (own) at("proposed").hidden = !body.querySelector(".proposed");
  const others = [...rows.values()], more = at("more");
  more.hidden = others.length <= FEW;
  more.textContent = allShown ? "Fewer outcomes" : `All ${others.length} outcomes`;
  at("others").replaceChildren(...(allShown || more.hidden ? others : []).map((row) => {
    const made = make("tr", {}, make("th", { scope: "row" }, row.label), make("td", {}, row.pays), ...["n", "n lab-wide", "n", "lab-bars"].map((kind) => make("td", { class: kind })));
    fill(made, row.outcome, row, largest);
    return made;
  }));
}

function newRow(line, text) {
  const input = make("input", { name: `p-${line.outcome}`, maxlength: 40, "aria-label": `${line.label} pays`, placeholder: "not paid", "data-edit": "", "data-step": "pay" });
  input.value = text;
  return make("tr", { "data-outcome": line.outcome, "data-was": line.was }, make("th", { scope: "row" }, line.label), make("td", {}, input), ...["n", "n lab-wide", "n", "lab-bars"].map((kind) => make("td", { class: kind })));
}

function fill(row, outcome, counts, largest) {
  const [, , odds, deals, part, drawn] = row.children;
  if (!counts) { for (const cell of [odds, deals, part, drawn]) cell.replaceChildren(); return; }
  let button = odds.querySelector("button");
  if (!button) {
    button = make("button", { type: "button", class: "lab-cell", "data-figure": outcome, title: "The hands behind this line" });
    odds.replaceChildren(button);
  }
  button.textContent = counts.shown.one_in;
  button.setAttribute("aria-label", `1 in ${counts.shown.one_in}: the hands behind ${counts.label}`);
  deals.textContent = counts.shown.count;
  part.textContent = counts.shown.return;
  drawn.replaceChildren(...(counts.wins && counts.return_decimal ? [bar(counts.return_decimal, largest)] : []));
}

// -- a session --

async function session(mine) {
  const chart = at("histogram"), rounds = Math.min(Math.max(Math.trunc(Number(at("rounds").value)) || 100, 1), 10000);
  try {
    const found = await counted("session", { ...design(), rounds }, mine);
    if (!found) return;
    const label = (bin) => bin.low === null ? `below ${signed(bin.high)}` : bin.high === null ? `${signed(bin.low)} or more` : `${signed(bin.low)} to ${signed(bin.high)}`;
    chart.replaceChildren(columns(`What ${rounds} rounds win or lose, in bets`, found.bins.map((bin) => ({
      value: bin.chance, kind: bin.high !== null && bin.high <= 0 ? "loss" : "gain", words: `${label(bin)}: ${percent(bin.chance)}`, tick: bin.low === null ? "" : signed(bin.low),
    })), chart));
    at("chances").replaceChildren(...[["Ahead", found.chance_ahead], ["Even", found.chance_even], ["Behind", found.chance_behind]].map(([name, chance]) => make("div", {}, make("dt", {}, name), make("dd", {}, percent(chance)))));
    const q = found.quantiles;
    at("session-note").textContent = `Half of all sessions end between ${signed(q["0.25"])} and ${signed(q["0.75"])} bets, 98 of 100 between ${signed(q["0.01"])} and ${signed(q["0.99"])}. ${sentence(found.method)}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine !== turn) return;
    chart.replaceChildren(make("p", { class: "quiet small" }, sentence(error.message)));
    at("chances").replaceChildren();
    at("session-note").textContent = "";
  }
}

const percent = (value) => `${(value * 100).toFixed(value > 0.0995 ? 1 : 2)}%`;
const signed = (value) => `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toLocaleString("en-US", { maximumFractionDigits: 2 })}`;

function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** Vertical bars around a zero line, each with its label. */
function columns(title, items, room_for) {
  const width = Math.max(room_for.clientWidth, 240), height = 210;
  const high = Math.max(...items.map((item) => item.value), 0), low = Math.min(...items.map((item) => item.value), 0);
  const room = height - 30, span = high - low || 1, zero = 6 + (room * high) / span, step = width / items.length;
  const every = Math.ceil(items.length / (width / 42));
  const parts = items.map((item, place) => {
    const size = (room * Math.abs(item.value)) / span;
    return element("g", {}, element("title", {}, item.words), element("rect", { class: item.kind, x: (place * step + step * 0.08).toFixed(1), y: (item.value >= 0 ? zero - size : zero).toFixed(1), width: (step * 0.84).toFixed(1), height: Math.max(size, 0.6).toFixed(1), rx: 1.5 }));
  });
  const ticks = items.map((item, place) => place % every || !item.tick ? null : element("text", { x: (place * step + (item.middle ? step / 2 : 0)).toFixed(1), y: height - 6, "text-anchor": "middle" }, item.tick)).filter(Boolean);
  const words = items.map((item) => item.words).join("; ");
  return element("svg", { class: "chart", role: "img", "aria-label": `${title}. ${words}`, viewBox: `0 0 ${width} ${height}` }, element("path", { class: "axis", d: `M0 ${zero.toFixed(1)}H${width}` }), ...parts, ...ticks);
}

// -- card removal --

async function removal(mine = turn) {
  const chart = at("removal-chart");
  removalShown = true;
  at("removal").hidden = true;
  const waiting = () => chart.replaceChildren(make("p", { class: "quiet small" }, "Counting the shoe without each card…"));
  if (!chart.hasChildNodes()) waiting(); // an empty box has no width to draw in
  try {
    const found = await counted("removal", design(), mine, waiting);
    if (!found) return;
    chart.replaceChildren(columns("Change of the house edge when a card leaves", found.effects.map((each) => ({
      value: each.change_decimal, kind: each.change_decimal < 0 ? "gain" : "loss", tick: each.label, middle: true,
      words: `${each.label}: ${each.change_decimal >= 0 ? "+" : "−"}${Math.abs(each.change_decimal * 100).toFixed(4)} points`,
    })), chart), make("p", { class: "small quiet" }, widest(found.effects)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    chart.replaceChildren(make("p", { class: "quiet small" }, sentence(error.message)));
  }
}

/** The two cards that matter most, in words. */
function widest(effects) {
  const sorted = [...effects].sort((a, b) => a.change_decimal - b.change_decimal);
  const words = (each) => `${each.label} ${each.change_decimal >= 0 ? "+" : "−"}${Math.abs(each.change_decimal * 100).toFixed(4)} points`;
  return `Best for the player when it leaves: ${words(sorted[0])}. Best for the house: ${words(sorted.at(-1))}.`;
}

// -- explanation of a figure --

async function explain(figure) {
  const box = at("explain");
  const body = { ...design(), figure };
  box.replaceChildren(make("p", { class: "quiet" }, "Looking…"));
  if (!drawer.open) drawer.showModal();
  const mine = (drawer.turn = (drawer.turn ?? 0) + 1);
  try {
    for (;;) {
      const found = await counted("explain", body);
      if (mine !== drawer.turn || !drawer.open) return;
      box.replaceChildren(...explained(found));
      if (found.hands && found.check) return;
      await new Promise((done) => setTimeout(done, 600));
      if (mine !== drawer.turn || !drawer.open) return;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    box.replaceChildren(closer(), make("p", {}, sentence(error.message)));
  }
}

const closer = () => make("button", { type: "button", class: "button small quiet", "aria-label": "Close", onclick: () => drawer.close() }, "✕");

function explained(found) {
  const line = !(found.figure in NUMBERS);
  const value = found.unit === "variance" ? found.value_decimal.toFixed(6) : found.unit === "dollars" ? `$${found.value_decimal?.toLocaleString("en-US", { maximumFractionDigits: 2 })}` : `${(found.value_decimal * 100).toFixed(6)}%`;
  const fraction = found.value ? `${found.unit === "variance" ? "variance " : ""}${found.value.split("/").map((part) => BigInt(part).toLocaleString("en-US")).join(" / ")}` : "";
  const terms = make("table", { class: "data small" }, make("thead", {}, make("tr", {}, ...["Line", "Deals", "Wins", "Part"].map((name, place) => make("th", { scope: "col", class: place ? "n" : "" }, name)))), make("tbody", {}, ...found.terms.slice(0, 40).map((term) => make("tr", {}, make("td", {}, term.label), make("td", { class: "n" }, term.count.toLocaleString("en-US")), make("td", { class: "n" }, term.net === null ? term.pays : shortFraction(term.net)), make("td", { class: "n" }, term.part_decimal === null ? "–" : term.part_decimal.toFixed(6))))));
  const hands = found.hands === null ? [make("p", { class: "quiet small" }, "Looking for hands…")] : found.hands.length ? [make("div", { class: line ? "lab-hands one-line" : "lab-hands" }, ...found.hands.slice(0, 14).map((hand) => make("div", {}, line ? null : make("b", {}, hand.label), ...hand.groups.map((group) => make("span", { class: "cards" }, ...group.map((name) => card(name)))))))] : [make("p", { class: "quiet small" }, "No hand was found: it is too rare, or impossible.")];
  const check = found.check;
  const proof = check === null ? make("p", { class: "note" }, "Checking with an independent count…") : make("p", { class: `note ${check.agrees ? "good" : "bad"}` }, make("b", {}, check.agrees ? (check.exact ? "An independent count agrees, to the deal. " : "An independent count agrees. ") : "An independent count does not agree. "), check.words);
  return [
    make("div", { class: "row apart" }, make("h2", { id: "explain-head" }, found.title), closer()),
    make("p", { class: "lab-fraction" }, value, make("small", {}, fraction)),
    make("p", {}, found.words),
    proof,
    make("h3", {}, "Hands behind it"), make("p", { class: "quiet small" }, `It looks at ${found.groups.join(" and ")}.`), ...hands,
    make("h3", {}, "What it is made of"), make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "What it is made of" }, terms),
    make("p", { class: "quiet small" }, `${found.total.toLocaleString("en-US")} deals; ${found.method}.`),
  ];
}

const shortFraction = (text) => { const [n, d] = text.split("/"); return d === "1" ? n : `${(Number(n) / Number(d)).toFixed(4)}`; };

// -- A and B, side by side --

function pinned() {
  try { return JSON.parse(sessionStorage.getItem(PINNED)); } catch { return null; }
}

function pin() {
  if (!now) return;
  try { sessionStorage.setItem(PINNED, JSON.stringify({ found: now, name: nameOf() })); } catch { /* too large, or a private window */ }
  deltas();
  compare();
  tell("Pinned as A. Your further changes are B.");
}

const nameOf = () => `${document.querySelector("h1").textContent}, ${form.elements.decks.value} decks`;

function compare() {
  const a = pinned(), box = at("compare");
  box.hidden = !a || !now;
  if (box.hidden) return;
  const lines = [["House edge", "house_edge"], ["Hit frequency", "hit_frequency"], ["Standard deviation", "standard_deviation"], ["Volatility index", "volatility_index"], ["Break-even meter", "break_even_meter"], ["Value per round", "average_win"]].filter(([, key]) => a.found.shown[key] || now.shown[key]);
  const row = (head, left, right, far, strong) => make("tr", {}, make("th", { scope: "row" }, head), make("td", { class: "n" }, left), make("td", { class: "n" }, strong ? make("b", {}, right) : right), make("td", { class: "n quiet" }, far));
  const pays = new Map();
  for (const [place, found] of [a.found, now].entries()) for (const line of found.pay_table) { if (!pays.has(line.label)) pays.set(line.label, ["–", "–"]); pays.get(line.label)[place] = line.pays || "–"; }
  at("compare-table").replaceChildren(make("table", { class: "data" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "unseen" }, "Figure")), make("th", { scope: "col", class: "n" }, `A: ${a.name}`), make("th", { scope: "col", class: "n" }, `B: ${nameOf()}`), make("th", { scope: "col", class: "n" }, "From A to B"))),
    make("tbody", {}, ...lines.map(([name, key]) => row(name, a.found.shown[key] ?? "–", now.shown[key] ?? "–", change(key, a.found, now), true)), ...[...pays].map(([label, [left, right]]) => row(label, left, right, "", left !== right)))));
}

/** The address of an unsaved design. */
function addressOf(chosen) {
  const words = new URLSearchParams({ w: chosen.rule ? "own" : `${chosen.game}/${chosen.wager}` });
  for (const name of ["rule", "decks", "table", "bet", "meter"]) if (chosen[name]) words.set(name, chosen[name]);
  for (const [name, value] of Object.entries(chosen.options ?? {})) words.set(`o-${name}`, value);
  for (const [name, value] of Object.entries(chosen.pays ?? {})) words.set(`p-${name}`, value);
  return `/lab?${words}`;
}

// -- find --

async function find(event) {
  event.preventDefault();
  const value = (id) => document.getElementById(id).value.trim();
  const note = at("find-note"), box = at("found");
  const wanted = { edge: `${value("edge-low")}..${value("edge-high")}%`, top: 6 };
  if (value("hit-span")) wanted.hit = `${value("hit-span").replace(/%$/, "")}%`;
  if (value("sd-span")) wanted.sd = value("sd-span");
  note.textContent = "Searching…";
  try {
    const found = await counted("find", { ...design(), wanted }, undefined, (news) => { note.textContent = `Searching: ${Math.round(news.seconds)} s…`; });
    const fits = found.present_fits ? " Your present table already fits." : "";
    note.textContent = found.tables.length ? `${found.tables_in_ranges.toLocaleString("en-US")} tables searched, closest to the middle first.${fits}` : fits ? `No other table fits.${fits}` : `None of ${found.tables_in_ranges.toLocaleString("en-US")} tables fits: their edges run from ${percent(found.lowest_edge_decimal)} to ${percent(found.highest_edge_decimal)}.`;
    box.replaceChildren(...(found.tables.length ? [foundTable(found.tables)] : []));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    note.textContent = sentence(error.message);
    box.replaceChildren();
  }
}

/** The lines as rows: the current pays, then those of the tables found. */
function foundTable(tables) {
  const lines = now.pay_table.filter((line) => line.pays || tables.some((each) => each.pays[line.outcome]));
  const figure = (name, text, mine) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "n" }, mine), ...tables.map((each) => make("td", { class: "n" }, text(each))));
  return make("table", { class: "data" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Line"), make("th", { scope: "col", class: "n" }, "Now"), ...tables.map((each, place) => make("th", { scope: "col", class: "n" }, make("button", { type: "button", class: "button small", "aria-label": `Use table ${place + 1}`, onclick: () => take(each.pays) }, "Use"))))),
    make("tbody", {}, ...lines.map((line) => make("tr", {}, make("th", { scope: "row" }, line.label), make("td", { class: "n" }, line.pays || "–"), ...tables.map((each) => make("td", { class: each.pays[line.outcome] === line.pays ? "n" : "n new" }, each.pays[line.outcome] ?? "–"))))),
    make("tfoot", {}, figure("House edge", (each) => `${(each.house_edge_decimal * 100).toFixed(4)}%`, now.shown.house_edge), figure("Hit frequency", (each) => `${(each.hit_frequency_decimal * 100).toFixed(2)}%`, now.shown.hit_frequency), figure("Standard deviation", (each) => each.standard_deviation.toFixed(3), now.shown.standard_deviation)));
}

function take(pays) {
  for (const row of form.querySelectorAll("[data-lines] tr")) row.querySelector("input").value = pays[row.dataset.outcome] ?? "";
  evaluate();
  figures.scrollIntoView({ block: "nearest" });
}

// -- save, share, print --

/** A message above the design, which stays until the next one. */
function tell(words, kind = "") {
  const box = at("message");
  box.hidden = false;
  box.className = `note ${kind}`;
  box.textContent = words;
}

async function save() {
  const kept = await ask(`${API}designs`, design());
  history.replaceState(null, "", kept.path);
  return kept;
}

async function share() {
  try {
    const kept = await save();
    const link = new URL(kept.path, location.href).href;
    try { await navigator.clipboard.writeText(link); tell(`Saved. The link is copied: ${link}`, "good"); } catch { tell(`Saved at ${link}`, "good"); }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(sentence(error.message), "bad");
  }
}

/** Opens a private table for play money with this design, and goes there. */
async function play() {
  const mine = turn;
  tell("Opening a private table…");
  try {
    const opened = await counted("play", design(), mine);
    if (opened) location.assign(opened.path);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(sentence(error.message), "bad");
  }
}

async function download(path) {
  try {
    const kept = await save();
    make("a", { href: `${API}designs/${kept.id}/${path}`, download: "" }).click();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(sentence(error.message), "bad");
  }
}

// -- the editor of a rule --

function gutter(bad = 0) {
  const text = form.elements.rule, list = document.querySelector(".lab-gutter");
  const lines = text.value.split("\n").length;
  if (list.children.length !== lines) list.replaceChildren(...Array.from({ length: lines }, (_, place) => make("li", {}, String(place + 1))));
  [...list.children].forEach((item, place) => item.classList.toggle("wrong", place + 1 === bad));
  text.rows = Math.min(Math.max(lines + 2, 12), 30);
  list.scrollTop = text.scrollTop;
}

/** Shows an error under its line of the rule. */
function wrong(words) {
  if (!own) return;
  const box = document.getElementById("rule-wrong"), text = form.elements.rule;
  const line = words ? Number(/^line (\d+)/.exec(words)[1]) : 0;
  gutter(line);
  text.setAttribute("aria-invalid", String(Boolean(words)));
  box.hidden = !words;
  if (!words) return;
  box.textContent = sentence(words.replace(/^line \d+, column (\d+): /, "Column $1: "));
  const style = getComputedStyle(text);
  box.style.top = `${parseFloat(style.paddingTop) + line * parseFloat(style.lineHeight) - text.scrollTop + 2}px`;
}

// -- editing pays --

/** The next pay up or down: 25 to 1 becomes 26 to 1. */
function stepped(text, by) {
  const found = /^(\$?)([\d,]+(?:\.\d+)?)(.*)$/.exec(text.trim());
  if (!found) return null;
  const value = Number(found[2].replaceAll(",", "")) + by;
  const least = found[3].includes("for") ? 2 : 1;
  return value < least ? null : `${found[1]}${value.toLocaleString("en-US")}${found[3]}`;
}

form.addEventListener("input", (event) => {
  const edit = event.target.dataset.edit;
  if (edit === undefined) return;
  if (event.target.name === "rule") wrong(null);
  (edit === "slow" ? later : soon)();
});
form.addEventListener("change", (event) => {
  if ("reload" in event.target.dataset) {
    const words = new URLSearchParams({ w: form.elements.w.value });
    if (event.target.name !== "w") words.set("decks", form.elements.decks.value);
    if (event.target.name === "table") words.set("table", form.elements.table.value);
    if (event.target.name === "decks" && form.elements.table) words.set("table", form.elements.table.value);
    location.assign(`/lab?${words}`);
  }
});
form.addEventListener("keydown", (event) => {
  const kind = event.target.dataset.step;
  if (!kind || !["ArrowUp", "ArrowDown", "Enter"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "Enter") {
    const inputs = [...form.querySelectorAll("[data-step='pay']")];
    inputs[inputs.indexOf(event.target) + 1]?.select();
    return;
  }
  const unit = kind === "money" ? (event.target.name === "meter" ? 500 : 1) : 1;
  const next = stepped(event.target.value, (event.key === "ArrowUp" ? 1 : -1) * unit * (event.shiftKey ? 10 : 1));
  if (next === null) return;
  event.target.value = next;
  soon();
});
form.addEventListener("submit", (event) => { event.preventDefault(); evaluate(); });
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-figure]");
  if (button) explain(button.dataset.figure);
});
drawer.addEventListener("click", (event) => { if (event.target === drawer) drawer.close(); });
at("rounds").addEventListener("input", slowly(() => session(turn), 250));
at("pin").addEventListener("click", pin);
at("unpin").addEventListener("click", () => { sessionStorage.removeItem(PINNED); deltas(); compare(); });
at("load-pin").addEventListener("click", () => location.assign(addressOf(pinned().found.design)));
at("share").addEventListener("click", share);
at("play").addEventListener("click", play);
at("download").addEventListener("click", () => download("design.toml"));
for (const button of document.querySelectorAll("[data-export]")) button.addEventListener("click", () => download(`par.${button.dataset.export}`));
at("more").addEventListener("click", () => { allShown = !allShown; table(now); });
at("removal").addEventListener("click", () => removal());
at("reset").addEventListener("click", () => {
  for (const row of form.querySelectorAll("[data-lines] tr")) row.querySelector("input").value = own ? proposals.get(row.dataset.outcome) ?? "" : row.dataset.was;
  evaluate();
});
document.getElementById("find").addEventListener("submit", find);

const underBar = () => { figures.style.top = `${document.querySelector(".bar-top").offsetHeight - 1}px`; };
addEventListener("resize", underBar);
underBar();

if (own) {
  gutter();
  form.elements.rule.addEventListener("scroll", () => { document.querySelector(".lab-gutter").scrollTop = form.elements.rule.scrollTop; });
}

evaluate();
