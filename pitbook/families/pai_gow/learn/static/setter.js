// Seven cards set as a low hand of two and a high hand of five: by tapping, dragging or keys.

import { make } from "/static/base.js";
import { card, cardWords } from "/static/draw.js";

export const CHOOSE = "Choose two cards for the low hand; the other five are the high hand.";
const SLOP = 6;

export class Setter {
  constructor(host, { tell, set }) {
    this.host = host;
    this.tell = tell;
    this.set = set;
    this.low = place("Low", "two cards");
    this.high = place("High", "five cards");
    this.words = make("p", { class: "setter-words" });
    host.replaceChildren(this.low.box, this.high.box, this.words);
    host.addEventListener("keydown", (event) => this.key(event));
  }

  /** Starts with these cards; `settings` has the value of each way to set them, and which are foul. */
  begin(cards, settings) {
    const name = cards.join(" ");
    this.settings = new Map((settings ?? []).map((one) => [[...one.low].sort().join(" "), one]));
    if (this.name !== name) {
      this.name = name;
      this.cards = cards;
      this.chosen = [];
      this.pieces = new Map(cards.map((one) => [one, this.piece(one)]));
    }
    this.host.hidden = false;
    this.paint();
  }

  end() { this.host.hidden = true; this.name = ""; }

  piece(name) {
    const drawn = card(name);
    drawn.setAttribute("aria-hidden", "true");
    const button = make("button", { type: "button", class: "set-card", "data-card": name }, drawn);
    let from = null, dragged = false;
    button.addEventListener("click", () => { if (!dragged) this.toggle(name); dragged = false; });
    button.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button === 0) { from = { x: event.clientX, y: event.clientY }; button.setPointerCapture(event.pointerId); }
    });
    button.addEventListener("pointermove", (event) => {
      if (!from) return;
      const x = event.clientX - from.x, y = event.clientY - from.y;
      if (!dragged && Math.hypot(x, y) < SLOP) return;
      dragged = true;
      button.classList.add("held");
      button.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
      this.low.box.classList.toggle("target", inside(this.low.box, event));
    });
    const drop = (event) => {
      if (!from) return;
      from = null;
      button.classList.remove("held");
      button.style.transform = "";
      this.low.box.classList.remove("target");
      if (dragged && event.type === "pointerup") this.move(name, inside(this.low.box, event));
    };
    button.addEventListener("pointerup", drop);
    button.addEventListener("pointercancel", drop);
    return button;
  }

  /** Puts these two cards into the low hand. */
  choose(low) {
    this.chosen = [...low];
    this.paint();
    this.tell(this.preview());
  }

  toggle(name) { this.move(name, !this.chosen.includes(name)); }

  move(name, toLow) {
    this.chosen = this.chosen.filter((one) => one !== name);
    if (toLow) this.chosen = [...this.chosen, name].slice(-2);
    this.paint();
    this.pieces.get(name).focus();
    const left = 2 - this.chosen.length;
    this.tell(left ? `${cardWords(name)} ${toLow ? "in the low hand" : "in the high hand"}. ${left} more for the low hand.` : this.preview());
  }

  key(event) {
    const shown = [...this.host.querySelectorAll(".set-card")], at = shown.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const line = { ArrowUp: this.low, ArrowDown: this.high }[event.key];
    if (step) shown[(at + step + shown.length) % shown.length].focus();
    else if (line) line.row.firstElementChild?.focus();
    else return;
    event.preventDefault();
  }

  get found() { return this.chosen.length === 2 ? this.settings.get([...this.chosen].sort().join(" ")) : null; }
  get foul() { return Boolean(this.found?.foul); }
  get ready() { return this.chosen.length === 2 && !this.foul; }

  preview() {
    if (this.chosen.length < 2) return CHOOSE;
    if (this.foul) return `Foul: ${this.found.words}. The low hand may not outrank the high hand.`;
    return this.found ? `${this.found.house_way ? "House way: " : ""}${this.found.words}.` : "";
  }

  /** The setting for the API. */
  get answer() {
    return `${this.chosen.join(" ")} / ${this.cards.filter((one) => !this.chosen.includes(one)).join(" ")}`;
  }

  paint() {
    const isLow = (one) => this.chosen.includes(one);
    this.low.row.replaceChildren(...this.chosen.map((one) => this.pieces.get(one)));
    this.high.row.replaceChildren(...this.cards.filter((one) => !isLow(one)).map((one) => this.pieces.get(one)));
    for (const [one, button] of this.pieces) {
      button.setAttribute("aria-pressed", String(isLow(one)));
      button.setAttribute("aria-label", `${cardWords(one)}, ${isLow(one) ? "low hand" : "high hand"}`);
    }
    this.low.box.classList.toggle("foul", this.foul);
    this.words.textContent = this.chosen.length < 2 ? "" : this.preview();
    this.words.classList.toggle("wrong", this.foul);
    this.set();
  }
}

function place(name, count) {
  const row = make("div", { class: "set-row" });
  return { row, box: make("div", { class: `set-place ${name.toLowerCase()}`, role: "group", "aria-label": `${name} hand, ${count}` }, make("span", { class: "set-name", "aria-hidden": "true" }, name, make("span", { class: "set-count" }, ` · ${count}`)), row) };
}

function inside(box, { clientX, clientY }) {
  const at = box.getBoundingClientRect();
  return clientX >= at.left && clientX <= at.right && clientY >= at.top && clientY <= at.bottom;
}
