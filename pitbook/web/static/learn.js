// What the drills share: progress kept in this browser, keys, verdicts.

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

/** What a learner has done in one drill. */
export class Progress {
  constructor(name) {
    this.name = name;
    this.kept = load(name);
    find("reset")?.addEventListener("click", () => { this.kept = { ...FRESH, weak: {} }; this.save(); this.changed?.(); });
    this.show();
  }

  /** One answer; a cost is for each unit bet. A spot that is missed is asked again, until it is right as often. */
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

/** A verdict: one sentence with a mark, then whatever explains it. */
export function say(kind, words, ...rest) {
  find("verdict").replaceChildren(make("p", { class: `said ${kind}` }, words), ...rest.filter(Boolean));
}

export const why = (words) => make("p", { class: "why" }, words);

/** What each action is worth: the best has the longest bar, the worst a stub. */
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

/** A question of the kind and game that are chosen; it keeps what was asked for, to answer it. */
export function question(drill) {
  const asked = { seed: seed(), game: pick("game"), kind: pick("kind") };
  return ask(`/api/v1/learn/${drill}/question?${new URLSearchParams(asked)}`).then((found) => ({ ...found, asked }));
}

/** A question after the other: `fetchOne` gets one, `show` shows it; the next is on its way while this one is answered. */
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
  // What is chosen beside the drill holds from the next question on.
  for (const box of document.querySelectorAll(".score select")) box.addEventListener("change", () => { coming = null; begin(); });
  begin();
  return {
    over: () => { next.hidden = false; next.focus({ preventScroll: true }); find("verdict").scrollIntoView({ block: "nearest" }); },
    failed: (error) => { toast(error.message, "bad"); next.hidden = false; },
  };
}

/** Keys do what buttons do, except where something is being typed or chosen. */
export function onKey(act) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary, a")) return;
    const next = find("next");
    if (event.key === "Enter" && !next.hidden && !event.target.closest("button")) { next.click(); event.preventDefault(); return; }
    if (act(event.key.length === 1 ? event.key.toLowerCase() : event.key, event)) event.preventDefault();
  });
}

// The way to the drills says how far one is.
for (const tag of document.querySelectorAll("[data-progress]")) {
  const kept = load(tag.dataset.progress);
  if (!kept.asked) continue;
  tag.textContent = `${kept.asked} answered, ${percent(kept.right / kept.asked, 0)} right`;
  tag.hidden = false;
}
