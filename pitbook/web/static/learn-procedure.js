// The drill of the order of a round: name the next step, or put steps in order.

import { ask, cards, find, make, onKey, Progress, question, rounds, say, why } from "./learn.js";

const progress = new Progress("procedure");
const lines = find("lines"), check = find("check"), LAST = 6;
let asked = null, dragged = null;

const round = rounds(
  () => question("procedure"),
  (found) => {
    asked = found;
    const order = found.kind === "order";
    find("game-name").textContent = found.game_name;
    find("cards").replaceChildren(...(found.dealer.length ? [side("Dealer", [found.dealer])] : []), ...Object.entries(found.shared).map(([place, held]) => side(place[0].toUpperCase() + place.slice(1), [held])), ...found.seats.map((seat) => side(`Seat ${seat.seat}`, seat.low ? [seat.low, seat.high] : seat.hands, seat.wagers.join(", "))));
    const done = found.done.slice(-LAST), before = found.done.length - done.length;
    find("done").replaceChildren(...(before ? [make("li", { class: "none" }, `${before} step${before > 1 ? "s" : ""} before`)] : []), ...(done.length ? done.map((words) => make("li", {}, words)) : [make("li", { class: "none" }, "All bets are down.")]));
    find("ask").textContent = order ? "Put these in order" : "What comes next?";
    lines.replaceChildren(...found.choices.map(order ? movable : choice));
    check.hidden = !order;
  });

function side(name, hands, wagers = "") {
  const shown = hands.flatMap((hand, place) => [...(place ? [make("span", { class: "gap" })] : []), ...cards(hand)]);
  return make("div", { class: "spot" }, make("p", { class: "over" }, name), make("div", { class: "cards" }, ...shown), wagers ? make("p", { class: "bets" }, wagers) : null);
}

const choice = (words, place) => make("li", {}, make("button", { class: "line", type: "button", "data-words": words, onclick: () => answer([words]) }, make("kbd", { "aria-hidden": "true" }, String(place + 1)), make("span", {}, words)));

function movable(words) {
  const item = make("li", { class: "line", "data-words": words, draggable: "true" }, make("span", {}, words));
  const button = (sign, name, step) => make("button", { type: "button", "aria-label": `${name}: ${words}`, onclick: (event) => shift(item, step, event.currentTarget) }, sign);
  item.append(make("span", { class: "move" }, button("↑", "Earlier", -1), button("↓", "Later", 1)));
  item.lastChild.style.flex = "none";
  item.addEventListener("dragstart", () => { dragged = item; item.classList.add("dragged"); });
  item.addEventListener("dragend", () => { dragged = null; item.classList.remove("dragged"); });
  return item;
}

function shift(item, step, button) {
  if (!asked) return;
  const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
  if (!other) return;
  if (step < 0) other.before(item); else other.after(item);
  button.focus();
}

lines.addEventListener("dragover", (event) => {
  const over = event.target.closest("li.line");
  if (!dragged || !asked || !over || over === dragged) return;
  event.preventDefault();
  const { top, height } = over.getBoundingClientRect();
  if (event.clientY < top + height / 2) over.before(dragged); else over.after(dragged);
});
lines.addEventListener("drop", (event) => event.preventDefault());

async function answer(steps) {
  if (!asked) return;
  const from = asked.asked;
  asked = null;
  check.hidden = true;
  const shown = [...lines.querySelectorAll(".line")];
  for (const button of lines.querySelectorAll("button")) button.disabled = true;
  try {
    const found = await ask("/api/v1/learn/procedure/answers", { seed: from.seed, game: from.game, kind: from.kind, steps });
    progress.note(found.right);
    shown.forEach((line, place) => {
      const right = from.kind === "next" ? line.dataset.words === found.steps[0] : found.steps[place] === line.dataset.words;
      line.classList.toggle("is-right", right);
      line.classList.toggle("is-wrong", !right && (from.kind === "order" || line.dataset.words === steps[0]));
    });
    const cites = [...new Set(found.cites.filter(Boolean))].join("; ") || "the house's own dealing procedures";
    if (from.kind === "next") say(found.right ? "right" : "", found.right ? "Right." : `Not quite. Next: ${found.steps[0].replace(/\??$/, (end) => end || ".")}`, why(`By ${cites}.`));
    else say(found.right ? "right" : "", found.right ? "Right, all in order." : "Not quite. The order is:", found.right ? null : make("ol", { class: "sheet letter-steps" }, ...found.steps.map((words) => make("li", {}, words))), why(`By ${cites}.`));
    round.over();
  } catch (error) { round.failed(error); }
}

const inOrder = () => answer([...lines.children].map((item) => item.dataset.words));
check.addEventListener("click", inOrder);
onKey((key, event) => {
  if (!asked) return false;
  if (asked.kind === "next") { const line = lines.children[Number(key) - 1]; return Boolean(line && (answer([line.firstChild.dataset.words]), true)); }
  if (key === "Enter" && !event.target.closest("button")) return inOrder(), true;
  return false;
});
