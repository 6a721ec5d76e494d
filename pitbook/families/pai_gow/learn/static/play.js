// The choices at a pai gow table: set the seven cards, by hand or as the house way does, or fold.

import { ask, money } from "/static/base.js";
import { inWords } from "/static/play_cards.js";
import { handOf } from "/static/play_choices.js";
import { CHOOSE, Setter } from "./setter.js";

export const KEYS = [
  ["set", "Enter", ""],
  ["way", "W", "show how the house way sets your cards"],
  ["fold", "F", "fold: give up the hand and the bet", "Fold"],
];
export const WORDS = { tab: "go to a betting spot or a card", enter: "deal; set the hand", card: "move the card to the other hand" };

let table = null, setter = null, settings = null;

export function begin(given) {
  table = given;
  setter = new Setter(table.at("setter"), {
    tell: (words) => table.say(setter.ready ? "Set hand plays it like this. Tap a card to change it." : CHOOSE, "", words),
    set: () => table.at("acts").querySelector('[data-act="set"]')?.setAttribute("aria-disabled", String(!setter.ready)),
  });
}

export const opens = (step) => step.name === "set";

export function open() {
  const { cards } = handOf(table.view, table.mine).hand, name = cards.join(" ");
  if (setter.name !== name) {
    settings = null;
    ask(`${table.address}/settings`).then((found) => { settings = found.settings; if (setter.name === name) setter.begin(cards, settings); }).catch(() => {});
  }
  setter.begin(cards, settings);
}

export function close() { setter.end(); }

export const prompt = () => CHOOSE;

export function question(view, mine) {
  return `You have ${inWords(handOf(view, mine).hand?.cards ?? [])}. ${CHOOSE}`;
}

export function answers({ answer, button, say, sure, view, mine }, options) {
  const lose = `You give up the hand and lose your ${money(handOf(view, mine).hand.bet)} bet.`;
  return [
    button("House way", "way", houseWay, "big"),
    ...(options.includes("fold") ? [button("Fold", "fold", () => sure("Fold this hand?", lose, "Fold", () => answer("fold")), "small danger")] : []),
    button("Set hand", "set", () => (setter.ready ? answer(setter.answer) : say(setter.preview(), "bad")), "gold big", { "aria-disabled": String(!setter.ready) }),
  ];
}

/** Shows the setting of the house way; the player may still change it. */
function houseWay() {
  const way = settings?.find((one) => one.house_way);
  if (way) setter.choose(way.low);
  else table.say("The settings are still loading: try again in a moment.", "warn");
}
