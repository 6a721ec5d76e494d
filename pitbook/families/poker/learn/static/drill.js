// The drill of poker decisions: a hand, its choices, and what each is worth.

import { ask, bars, card, cards, find, make, onKey, percent, pick, Progress, rounds, say, seed } from "/static/learn.js";

const KEYS = { f: "fold", c: "check", 1: "1x", 2: "2x", 3: "3x", 4: "4x", r: "ride", t: "pull" };
const WORDS = { fold: "Fold", check: "Check", ride: "Let it ride", pull: "Take one back" };
const progress = new Progress("poker");
let hand = null;

const fetchOne = () => ask(`/api/v1/learn/poker/hand?${new URLSearchParams({ seed: seed(), game: pick("game"), focus: pick("focus") })}`);

const round = rounds(fetchOne, (found) => {
  hand = found;
  lay("dealer", hand.dealer, hand.dealer_cards);
  lay("board", hand.board, hand.board_cards);
  find("player").replaceChildren(...cards(hand.cards, "large"));
  find("held").textContent = hand.held ? `${hand.held[0].toUpperCase()}${hand.held.slice(1)}` : "\u00a0";
  find("acts").replaceChildren(...hand.choices.map((one) => {
    const key = Object.keys(KEYS).find((each) => KEYS[each] === one)?.toUpperCase() ?? "";
    return make("button", { class: "button gold", type: "button", onclick: () => answer(one) }, `${WORDS[one] ?? `Bet ${one}`} `, make("kbd", { "aria-hidden": "true" }, key));
  }));
});

/** A hand of so many cards, those that are not known face down; without cards it has no place. */
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
    const values = Object.fromEntries(found.choices.map((each) => [each.choice, each.value_decimal]));
    progress.note(found.right, found.cost_decimal);
    if (found.right) say("right", "Right.", bars(values, choice));
    else say("", `${WORDS[choice] ?? `Bet ${choice}`} costs ${percent(found.cost_decimal, 3)} of the first bet; the best choice is ${WORDS[found.best]?.toLowerCase() ?? found.best}.`, bars(values, choice));
    round.over();
  } catch (error) { round.failed(error); }
}

onKey((key) => KEYS[key] && (answer(KEYS[key]), true));
