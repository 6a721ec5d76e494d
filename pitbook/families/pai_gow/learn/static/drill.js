// The drill of setting pai gow hands: by tap, by drag, or with the keys 1 to 7.

import { ask, card, cards, find, make, onKey, percent, pick, Progress, rounds, say, seed, why } from "/static/learn.js";

const progress = new Progress("pai-gow");
const low = find("low"), high = find("high"), set = find("set"), way = find("way");
let dealt = null, buttons = [], dragged = null, turn = 0;

const round = rounds(
  () => ask(`/api/v1/learn/pai-gow/hand?${new URLSearchParams({ seed: seed(), focus: pick("focus"), game: pick("game"), house_way: pick("house") })}`),
  (found) => {
    turn += 1;
    dealt = found.cards;
    buttons = dealt.split(" ").map((name, place) => {
      const button = make("button", { type: "button", draggable: "true", "data-card": name, "aria-pressed": "false", onclick: () => move(place) }, card(name), make("small", {}, String(place + 1)));
      button.addEventListener("dragstart", () => { dragged = place; });
      return button;
    });
    low.replaceChildren();
    high.replaceChildren(...buttons);
    ready();
  });

const inLow = () => [...low.children];

function ready() {
  set.disabled = !dealt || inLow().length !== 2;
  find("acts").hidden = !dealt;
  for (const button of buttons) button.setAttribute("aria-pressed", String(low.contains(button)));
}

/** Moves a card between the two hands; a third card for the low hand sends the first back to the high hand. */
function move(place, into = null) {
  const button = buttons[place];
  if (!dealt || !button || into?.contains(button)) return;
  if (low.contains(button)) high.append(button);
  else {
    if (inLow().length === 2) high.append(low.firstChild);
    low.append(button);
  }
  const order = (a, b) => buttons.indexOf(a) - buttons.indexOf(b);
  for (const zone of [low, high]) zone.append(...[...zone.children].sort(order));
  button.focus({ preventScroll: true });
  ready();
}

for (const zone of [low, high]) {
  zone.addEventListener("dragover", (event) => { if (dragged !== null) { event.preventDefault(); zone.classList.add("over-it"); } });
  zone.addEventListener("dragleave", () => zone.classList.remove("over-it"));
  zone.addEventListener("drop", (event) => { event.preventDefault(); zone.classList.remove("over-it"); move(dragged, zone); dragged = null; });
}
document.addEventListener("dragend", () => { dragged = null; });

async function judge(counts) {
  const chosen = inLow().map((button) => button.dataset.card);
  const body = { game: pick("game"), house_way: pick("house"), cards: dealt, low: (counts ? chosen : dealt.split(" ").slice(0, 2)).join(" ") };
  const goal = pick("goal"), mine = ++turn;
  dealt = null;
  ready();
  for (const button of buttons) { button.disabled = true; button.draggable = false; }
  try {
    let found = await ask("/api/v1/learn/pai-gow/settings", body);
    if (counts && (goal === "way" || found.foul)) progress.note(found.as_house_way);
    tell(found, goal, counts);
    round.over();
    while (found.counting && mine === turn) {
      await new Promise((done) => setTimeout(done, 600));
      if (mine !== turn) return;
      found = await ask("/api/v1/learn/pai-gow/settings", body);
      if (!found.counting) tell(found, goal, counts);
    }
    if (!counts || found.counting) return;
    if (goal === "best" && !found.foul) progress.note(found.exact.cost_decimal === 0);
    progress.price(found.exact.cost_decimal);
  } catch (error) { round.failed(error); }
}

function tell(found, goal, counts) {
  const house = found.house_way, exact = found.exact;
  const rule = why(`Row ${house.row}: ${house.contains}; the low hand is ${house.low_hand} (${house.cite}).`);
  const cost = exact ? percent(exact.cost_decimal, 3) : "";
  const table = exact ? sheet(found, counts) : make("div", { class: "sheet" }, make("span", { class: "counting" }, "Counting every hand that the dealer may have"));
  if (!counts) say("shown", `The house way sets ${house.low_is} as the low hand and ${house.high_is} as the high hand.`, rule, table);
  else if (found.foul) say("", `A foul: the two cards outrank the five, and the wager loses${cost && `, which costs ${cost} of it`}.`, rule, table);
  else if (goal === "way") {
    if (found.as_house_way) say("right", "As the house way sets it.", rule, table);
    else say("", `The house way sets ${house.low_is} as the low hand.${exact && exact.cost_decimal ? ` Yours costs ${cost} of the wager.` : ""}`, rule, table);
  } else if (!exact) say("shown", found.as_house_way ? "As the house way sets it; is it the best?" : "Not as the house way sets it; is it better?", rule, table);
  else if (exact.cost_decimal === 0) say("right", found.as_house_way ? "The best setting, and also that of the house way." : "The best setting. The house way sets another one.", rule, table);
  else say("", `That costs ${cost} of the wager.`, rule, table);
}

/** The learner's setting if there is one, the house way's and the best, against all hands of the dealer. */
function sheet({ exact, yours, foul }, counts) {
  const rows = exact.settings.filter((each, place) => place < 3 || (counts && each.is_yours) || each.is_house_way);
  if (counts && foul) rows.push({ ...yours, low_is: "foul", is_yours: true, expectation_decimal: exact.expectation_decimal });
  const cell = (kind, ...inside) => make("td", { class: kind }, ...inside);
  const share = (part) => cell("n drop", part >= 0 ? percent(part / exact.dealer_hands, 1) : "–");
  const row = (each, place) => {
    const tags = [counts && each.is_yours && "yours", each.is_house_way && "house way", !place && "best"].filter(Boolean);
    return make("tr", { class: place ? "" : "best" },
      cell("", make("div", { class: "cards" }, ...cards(each.low), make("span", { class: "gap" }), ...cards(each.high)), make("div", { class: "tags" }, ...tags.map((word) => make("span", { class: "tag" }, word)))),
      cell("words", each.low_is), share(each.win), share(each.push + each.barred), share(each.lose), cell("n", percent(each.expectation_decimal, 3)));
  };
  const head = [["Setting", ""], ["Low hand", "words"], ["Win", "n drop"], ["Push", "n drop"], ["Lose", "n drop"], ["Average", "n"]];
  return make("div", { class: "sheet stack" },
    make("table", { class: "sets" }, make("thead", {}, make("tr", {}, ...head.map(([name, kind]) => make("th", { class: kind, scope: "col" }, name)))), make("tbody", {}, ...rows.map(row))),
    make("small", { class: "quiet" }, `Against all ${exact.dealer_hands.toLocaleString("en-US")} hands that the dealer may have, set by the house way.`));
}

set.addEventListener("click", () => judge(true));
way.addEventListener("click", () => judge(false));
onKey((key, event) => {
  if (key >= "1" && key <= "7" && dealt) return move(Number(key) - 1), true;
  if (key === "w" && dealt) return judge(false), true;
  if (key === "Enter" && !set.disabled && !event.target.closest("[data-way], [data-reset]")) return judge(true), true;
  return false;
});
