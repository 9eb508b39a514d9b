// @ts-check
/** Moves in words: for the status line, the list of moves and what is read aloud. */
import { percent, t } from "/static/core/i18n.js";

/** What a seat is called: by the colour it is drawn in. @param {number} seat */
export const seatWord = (seat) => t(`dicewars.seat.${seat}`);

/** @param {number[]} faces */
export const sum = (faces) => faces.reduce((all, face) => all + face, 0);

/** The move as a sentence. @param {any} event @param {string} who */
export function tell({ targets }, who) {
  if (targets.end) return supplyWords("dicewars.tell.end", targets, who);
  const { from, to, dice, rolls, won, out, seats } = targets;
  if (!rolls) return t("dicewars.tell.attack", { who, from, to });
  const [ours, theirs] = rolls.map(sum);
  const [own, other] = dice.map((/** @type {number} */ n) => t("dicewars.dice", { n }));
  const words = t(won ? "dicewars.tell.won" : "dicewars.tell.lost", { who, from, to, own, other, ours, theirs });
  return out ? `${words} ${t("dicewars.tell.out", { who: seatWord(seats[1]) })}` : words;
}

/** The move in a few words. @param {any} event */
export function short({ targets }) {
  if (targets.end) return supplyWords("dicewars.short.end", targets, "");
  const { from, to, rolls, won } = targets;
  if (!rolls) return `${from} → ${to}`;
  const [ours, theirs] = rolls.map(sum);
  return t(won ? "dicewars.short.won" : "dicewars.short.lost", { from, to, ours, theirs });
}

/** What a move that waits to be confirmed is called. @param {any} item */
export const name = ({ targets }) =>
  targets.end ? t("dicewars.end", { n: targets.gain }) : `${targets.from} → ${targets.to}, ${oddsWords(targets)}`;

/** The end of a turn with its new dice. @param {string} key @param {any} targets @param {string} who */
function supplyWords(key, targets, who) {
  const n = targets.placed ? placedDice(targets) : targets.gain;
  const words = t(key, { who, n });
  return targets.reserve ? `${words} ${t("dicewars.tell.kept", { n: targets.reserve })}` : words;
}

/** How many new dice found a place on the map. @param {any} targets */
export const placedDice = ({ placed }) =>
  placed.reduce((/** @type {number} */ all, /** @type {number[]} */ [, dice]) => all + dice, 0);

/** The chance of an attack: "6 v 5: 70 %". @param {any} targets */
export const oddsWords = ({ dice: [own, other], odds }) => t("dicewars.odds", { own, other, chance: percent(odds) });

/** Why nothing can be done with an area. @param {any} data @param {number} source that is chosen @param {number} area */
export function refusal({ owners, dice, turn }, source, area) {
  if (owners[area - 1] === turn) {
    return t(dice[area - 1] < 2 ? "dicewars.refuse.one" : "dicewars.refuse.inland", { area });
  }
  return t(source ? "dicewars.refuse.far" : "dicewars.refuse.source", { area, source });
}
