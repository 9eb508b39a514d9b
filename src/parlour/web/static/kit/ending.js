// @ts-check
/** Why a game ended, in the game's own words. */
import { has, number, t } from "../core/i18n.js";
import { seatName } from "./cards.js";

/** @typedef {import("../core/protocol.d.ts").Outcome} Outcome */

/** The sentence of an ending: `{who}` are its seats, a value that is a key of words is said in words.
 * Empty where the game has no words for it, and where the rules did not end the game.
 * @param {any} card @param {Outcome} result */
export function endingText(card, result) {
  const { key, seats, ...rest } = result.ending ?? {};
  const words = `${card.name}.ending.${key}`;
  if (!has(words)) return "";
  const values = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, say(value)]));
  const names = /** @type {number[]} */ (seats ?? []).map((seat) => seatName(card, seat));
  const sentence = t(words, { ...values, who: new Intl.ListFormat(document.documentElement.lang).format(names) });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** @param {string | number | number[]} value */
const say = (value) => (typeof value === "number" ? number(value) : has(String(value)) ? t(String(value)) : value);
