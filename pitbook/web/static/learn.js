// Shared by the drills: progress stored in this browser, keys, verdicts.

import { ask, make, toast } from "./base.js";
import { card } from "./draw.js";

export { ask, card, make };
export const find = (name, from = document) => from.querySelector(`[data-${name}]`);
export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
export const percent = (value, digits = 2) => `${value < 0 ? "−" : ""}${Math.abs(value * 100).toFixed(digits)}%`;
export const pick = (name) => find(name).value;

const FRESH = { asked: 0, right: 0, streak: 0, best: 0, cost: 0, priced: 0, weak: {} };

function load(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(`learn.${name}`));
    return kept && typeof kept.asked === "number" && typeof kept.weak === "object" ? { ...FRESH, ...kept } : { ...FRESH, weak: {} };
  } catch { return { ...FRESH, weak: {} }; }
}

/** The progress of a learner in one drill. */
export class Progress {
  constructor(name) {
    this.name = name;
    this.kept = load(name);
    find("reset")?.addEventListener("click", () => { this.kept = { ...FRESH, weak: {} }; this.save(); this.changed?.(); });
    this.show();
  }

  /** Records one answer; a cost is per unit bet. A spot is repeated until it was right as often as it was missed. */
  note(right, cost = null, spot = "") {
    const kept = this.kept;
    kept.asked += 1;
    if (right) kept.right += 1;
    kept.streak = right ? kept.streak + 1 : 0;
    kept.best = Math.max(kept.best, kept.streak);
    if (cost !== null) this.price(cost);
    if (spot) {
      const missed = (kept.weak[spot] ?? 0) + (right ? -1 : 1);
      if (missed > 0) kept.weak[spot] = missed; else delete kept.weak[spot];
    }
    this.save();
  }

  price(cost) { this.kept.cost += cost; this.kept.priced += 1; this.save(); }

  save() {
    try { localStorage.setItem(`learn.${this.name}`, JSON.stringify(this.kept)); } catch { /* private windows keep nothing */ }
    this.show();
  }

  show() {
    const kept = this.kept, figures = {
      asked: kept.asked, right: kept.asked ? percent(kept.right / kept.asked, 0) : "–",
      streak: kept.best > kept.streak ? `${kept.streak} of ${kept.best}` : kept.streak,
      cost: kept.priced ? percent(kept.cost / kept.priced, 3) : "–",
    };
    for (const [name, value] of Object.entries(figures)) {
      const box = document.querySelector(`[data-figure="${name}"]`);
      if (box) box.textContent = value;
    }
  }
}

/** Cards of "Kh Qh" as drawings. */
export const cards = (names, kind = "") => (names ? names.split(" ").map((name) => card(name, kind)) : []);

/** A verdict: one sentence with a mark, then its explanation. */
export function say(kind, words, ...rest) {
  find("verdict").replaceChildren(make("p", { class: `said ${kind}` }, words), ...rest.filter(Boolean));
}

export const why = (words) => make("p", { class: "why" }, words);

/** The value of each action: the best has the longest bar, the worst the shortest. */
export function bars(values, mine = "") {
  const box = make("div", { class: "bars" });
  const worth = Object.values(values), low = Math.min(...worth), span = Math.max(...worth) - low;
  for (const [action, value] of Object.entries(values).sort((a, b) => b[1] - a[1])) {
    const bar = make("i"), room = make("i", { class: action, "aria-hidden": "true" }, bar);
    bar.style.width = `${span ? 6 + 94 * (value - low) / span : 100}%`;
    box.append(make("b", { class: action === mine ? "mine" : "" }, action), room, make("span", {}, percent(value, 3)));
  }
  return box;
}

/** Requests a question of the chosen kind and game; it remembers the request, which the answer needs. */
export function question(drill) {
  const asked = { seed: seed(), game: pick("game"), kind: pick("kind") };
  return ask(`/api/v1/learn/${drill}/question?${new URLSearchParams(asked)}`).then((found) => ({ ...found, asked }));
}

/** Runs a drill: `fetchOne` requests a question and `show` shows it; the next one is requested while this one is answered. */
export function rounds(fetchOne, show) {
  const next = find("next");
  let coming = null, turn = 0;
  const begin = async () => {
    const mine = ++turn;
    next.hidden = true;
    find("verdict").replaceChildren();
    try {
      const found = await (coming ?? fetchOne());
      coming = null;
      if (mine !== turn) return;
      show(found);
      coming = fetchOne();
      coming.catch(() => { coming = null; });
    } catch (error) {
      coming = null;
      if (mine !== turn) return;
      toast(error.message, "bad");
      say("shown", error.message);
      next.hidden = false;
    }
  };
  next.addEventListener("click", begin);
  // Settings beside the drill apply from the next question on.
  for (const box of document.querySelectorAll(".score select")) box.addEventListener("change", () => { coming = null; begin(); });
  begin();
  return {
    over: () => { next.hidden = false; next.focus({ preventScroll: true }); find("verdict").scrollIntoView({ block: "nearest" }); },
    failed: (error) => { toast(error.message, "bad"); next.hidden = false; },
  };
}

/** Keyboard shortcuts for buttons, except while an input field has the focus. */
export function onKey(act) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary, a")) return;
    const next = find("next");
    if (event.key === "Enter" && !next.hidden && !event.target.closest("button")) { next.click(); event.preventDefault(); return; }
    if (act(event.key.length === 1 ? event.key.toLowerCase() : event.key, event)) event.preventDefault();
  });
}

// Show the progress on the links to the drills.
for (const tag of document.querySelectorAll("[data-progress]")) {
  const kept = load(tag.dataset.progress);
  if (!kept.asked) continue;
  tag.textContent = `${kept.asked} answered, ${percent(kept.right / kept.asked, 0)} right`;
  tag.hidden = false;
}
