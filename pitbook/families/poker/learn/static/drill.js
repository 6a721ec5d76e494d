// The drill of poker decisions: a hand, its choices and their values.

import { ask, bars, card, cards, find, make, onKey, percent, pick, Progress, rounds, say, seed } from "/static/learn.js";

const KEYS = { f: "fold", k: "check", 1: "1x", 2: "2x", 3: "3x", 4: "4x", l: "ride", t: "pull" };
const WORDS = { fold: ["Fold", "Folding"], check: ["Check", "Checking"], ride: ["Let it ride", "Letting it ride"], pull: ["Take one back", "Taking one back"] };
const named = (choice) => WORDS[choice] ?? [`Bet ${choice}`, `Betting ${choice}`];
const progress = new Progress("poker");
let hand = null;

const fetchOne = () => ask(`/api/v1/learn/poker/hand?${new URLSearchParams({ seed: seed(), game: pick("game"), focus: pick("focus") })}`);

/** The text of the chosen game, and the kinds of hands that it deals. */
function ofGame() {
  const game = document.querySelector("[data-game]").value, focus = document.querySelector("[data-focus]"), kept = focus.value;
  for (const text of document.querySelectorAll("[data-of-game]")) {
    text.hidden = text.dataset.ofGame !== game;
    if (text.hidden) continue;
    for (const [name, count] of Object.entries(JSON.parse(text.dataset.sizes))) lay(name, "", count);
    for (const old of [...focus.options].slice(2)) old.remove();
    focus.append(text.querySelector("template").content.cloneNode(true));
  }
  hand = null;
  lay("board", "", 0);
  find("held").textContent = "Dealing a hand…";
  find("acts").replaceChildren();
  focus.value = kept;
  if (focus.selectedIndex < 0) focus.selectedIndex = 0;
}
document.querySelector("[data-game]").addEventListener("change", ofGame, true);
ofGame();

const round = rounds(fetchOne, (found) => {
  hand = found;
  lay("dealer", hand.dealer, hand.dealer_cards);
  lay("board", hand.board, hand.board_cards);
  find("player").replaceChildren(...cards(hand.cards, "large"));
  find("held").textContent = hand.held ? `${hand.held[0].toUpperCase()}${hand.held.slice(1)}` : "\u00a0";
  find("acts").replaceChildren(...hand.choices.map((one) => {
    const key = Object.keys(KEYS).find((each) => KEYS[each] === one)?.toUpperCase() ?? "";
    return make("button", { class: "button gold", type: "button", onclick: () => answer(one) }, `${named(one)[0]} `, make("kbd", { "aria-hidden": "true" }, key));
  }));
});

/** A hand of this many cards, unknown ones face down; nothing for an empty hand. */
function lay(name, known, count) {
  const up = cards(known, "large"), host = find(name);
  host.replaceChildren(...up, ...Array.from({ length: Math.max(0, count - up.length) }, () => card("??", "large")));
  host.closest(".spot").hidden = !count;
}

async function answer(choice) {
  if (!hand?.choices.includes(choice)) return;
  const asked = hand;
  hand = null;
  for (const button of find("acts").children) button.disabled = true;
  try {
    const found = await ask("/api/v1/learn/poker/decisions", { game: asked.game, hand: asked.cards, dealer: asked.dealer, board: asked.board, choice });
    const values = Object.fromEntries(found.choices.map((each) => [named(each.choice)[0], each.value_decimal])), mine = named(choice)[0];
    progress.note(found.right, found.cost_decimal);
    if (found.right) say("right", `Right. ${found.rule}`.trim(), bars(values, mine));
    else say("", `${named(choice)[1]} costs ${percent(found.cost_decimal, 3)} of the first bet; it is best to ${named(found.best)[0].toLowerCase()}. ${found.rule}`.trim(), bars(values, mine));
    round.over();
  } catch (error) { round.failed(error); }
}

onKey((key) => KEYS[key] && (answer(KEYS[key]), true));
