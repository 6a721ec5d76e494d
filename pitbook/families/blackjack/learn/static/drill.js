// The blackjack drill, and the chart with the value of every action.

import { ask, bars, card, cards, find, make, onKey, percent, pick, Progress, rounds, say, seed, why } from "/static/learn.js";

const KEYS = { h: "hit", s: "stand", d: "double", p: "split", u: "surrender" };
const query = (rules, more = {}) => new URLSearchParams({ ...rules, ...more });

const wait = find("wait");
if (wait) {
  // These rules are not solved yet: once they are, the page loads at once.
  ask(`/api/v1/learn/blackjack/chart?${query(JSON.parse(wait.dataset.rules))}`).then(() => location.reload(), (error) => {
    wait.replaceChildren(make("p", {}, error.message), make("p", {}, make("a", { class: "button", href: location.href }, "Try again")));
  });
} else drill(find("drill"));

function drill(box) {
  const rules = JSON.parse(box.dataset.rules), progress = new Progress("blackjack");
  const buttons = [...box.querySelectorAll("[data-act]")];
  let hand = null;

  const fetchOne = () => {
    let focus = pick("focus"), cell = "";
    if (focus === "weak") {
      const weak = Object.entries(progress.kept.weak).filter(([name]) => document.querySelector(`[data-cell="${CSS.escape(name)}"]`));
      let place = Math.random() * weak.reduce((sum, [, missed]) => sum + missed, 0);
      cell = weak.find(([, missed]) => (place -= missed) < 0)?.[0] ?? "";
      focus = "any";
    }
    return ask(`/api/v1/learn/blackjack/hand?${query(rules, { seed: seed(), focus, cell })}`);
  };

  const round = rounds(fetchOne, (found) => {
    hand = found;
    find("dealer").replaceChildren(card(hand.up, "large"), ...(rules["hole-card"] === "peek" ? [card("??", "large")] : []));
    find("player").replaceChildren(...cards(hand.cards, "large"));
    find("held").textContent = nameOf(hand);
    for (const button of buttons) {
      button.disabled = !hand.actions.includes(button.dataset.act);
      button.removeAttribute("aria-pressed");
    }
  });

  async function answer(action) {
    if (!hand?.actions.includes(action)) return;
    const asked = hand;
    hand = null;
    for (const button of buttons) { button.disabled = true; if (button.dataset.act === action) button.setAttribute("aria-pressed", "true"); }
    try {
      const found = await ask("/api/v1/learn/blackjack/decisions", { rules: numbers(rules), hand: asked.cards, up: asked.up, action });
      const right = found.verdict !== "mistake", sheet = make("div", { class: "sheet" }, bars(found.values, action));
      progress.note(right, found.cost, found.cell);
      mark(progress);
      const looked = found.dealer_has_looked && "A10".includes(found.up_card.replace("T", "10")) ? " The dealer has looked: no blackjack." : "";
      if (found.verdict === "best") say("right", "Right.", sheet, looked && why(looked.trim()));
      else if (right) say("right", "As the chart says.", why(`With these cards ${found.best} is better, by ${percent(found.cost, 3)} of a bet.${looked}`), sheet);
      else say("", `${action[0].toUpperCase()}${action.slice(1)} costs ${percent(found.cost, 3)} of a bet; the best play is ${found.best}.`, found.best === found.chart ? looked && why(looked.trim()) : why(`The chart says ${found.chart}; with these cards ${found.best} is better.${looked}`), sheet);
      round.over();
    } catch (error) { round.failed(error); }
  }

  for (const button of buttons) button.addEventListener("click", () => answer(button.dataset.act));
  onKey((key) => KEYS[key] && (answer(KEYS[key]), true));
  progress.changed = () => mark(progress);
  mark(progress);
  chart();
}

const PAIRS = { A: "aces", T: "tens", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes", 7: "sevens", 8: "eights", 9: "nines" };

/** A hand as players call it; two cards that may be split are a pair. */
function nameOf(hand) {
  const [part, row] = hand.cell.split(" ");
  return part === "pairs" ? `Pair of ${PAIRS[row[0]]}` : `${hand.soft ? "Soft" : "Hard"} ${hand.total}`;
}

/** The API takes numbers as numbers. */
const numbers = (rules) => ({ ...rules, decks: Number(rules.decks), "split-hands": Number(rules["split-hands"]) });

/** Marks the cells that the learner missed with a corner, larger if missed more often. */
function mark(progress) {
  for (const cell of document.querySelectorAll("[data-cell]")) {
    const missed = progress.kept.weak[cell.dataset.cell] ?? 0;
    cell.classList.toggle("missed", missed > 0);
    cell.classList.toggle("missed-2", missed === 2);
    cell.classList.toggle("missed-3", missed > 2);
  }
}

/** Arrow keys move through the chart; the selected cell shows the value of every action. */
function chart() {
  const panel = find("worth-panel");
  const close = () => { panel.hidden = true; document.querySelector("[data-cell][aria-current]")?.removeAttribute("aria-current"); };
  const open = (cell) => {
    const [part, row, up] = cell.dataset.cell.replaceAll("T", "10").split(" ");
    document.querySelector("[data-cell][aria-current]")?.removeAttribute("aria-current");
    cell.setAttribute("aria-current", "true");
    const name = part === "pairs" ? `Pair ${row}` : part === "soft" ? row : `Hard ${row}`;
    const missed = Number(cell.classList.contains("missed")) && make("span", { class: "tag bad" }, "missed in the drill");
    panel.replaceChildren(
      make("div", { class: "row apart" }, make("strong", {}, `${name} against ${up}`), missed || "", make("button", { class: "button quiet small", type: "button", onclick: () => { close(); cell.focus(); } }, "Close")),
      bars(JSON.parse(cell.dataset.worth)), make("small", { class: "quiet" }, "Of the first bet, on average over the hands of two cards in this cell."));
    panel.hidden = false;
  };
  for (const table of document.querySelectorAll(".plays")) {
    table.addEventListener("click", (event) => { const cell = event.target.closest("[data-cell]"); if (cell) open(cell); });
    table.addEventListener("keydown", (event) => {
      const cell = event.target.closest("[data-cell]"), step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (event.key === "Escape") close();
      if (!cell || !step) return;
      const at = cell.closest("td").cellIndex + step[1], row = table.tBodies[0].rows[cell.closest("tr").sectionRowIndex + step[0]];
      const next = row?.cells[at]?.querySelector("[data-cell]");
      if (!next) return;
      event.preventDefault();
      cell.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      if (!panel.hidden) open(next);
    });
  }
}
