// @ts-check
/** The legal plays, as the server lists them, beside the cards that are raised.
 * @typedef {{a: string, targets: any}} Item */
import { read } from "./cards.js";
import { isBomb, readingOf } from "./combos.js";

/** @param {Item[]} legal */
export const playsOf = (legal) => legal.filter((item) => item.targets.cards);

/** The plays of exactly these cards: several where the Phoenix could stand for several ranks.
 * @param {Item[]} legal @param {Set<string>} cards */
export const matching = (legal, cards) =>
  playsOf(legal).filter(({ targets }) =>
    targets.cards.length === cards.size && targets.cards.every((/** @type {string} */ card) => cards.has(card))
  );

/** The plays that hold all of these cards. @param {Item[]} legal @param {Set<string>} cards */
export const holding = (legal, cards) =>
  playsOf(legal).filter(({ targets }) => [...cards].every((card) => targets.cards.includes(card)));

/** The cards with which a legal play can be completed. @param {Item[]} legal @param {Set<string>} raised */
export const fitting = (legal, raised) => new Set(holding(legal, raised).flatMap(({ targets }) => targets.cards));

const KINDS = ["dog", "single", "pair", "triple", "full", "straight", "steps", "four", "flush"];

/** One play of those that differ only in suits, from weak to strong, bombs last.
 * @param {Item[]} legal @param {Set<string>} anchor cards that must be in it @returns {string[][]} */
export function variety(legal, anchor) {
  /** @type {Map<string, {cards: string[], kind: number, rank: number}>} */
  const plays = new Map();
  for (const { targets } of holding(legal, anchor)) {
    const combo = readingOf(targets.cards, targets.as);
    const free = targets.cards.map((/** @type {string} */ card) => (read(card).suit ? read(card).rank : card)).sort();
    const key = `${combo?.kind} ${free}`;
    if (!plays.has(key)) {
      plays.set(key, { cards: targets.cards, kind: KINDS.indexOf(combo?.kind ?? ""), rank: combo?.rank ?? 0 });
    }
  }
  return [...plays.values()].sort((a, b) => a.kind - b.kind || a.cards.length - b.cards.length || a.rank - b.rank)
    .map(({ cards }) => cards);
}

/** @param {Item[]} legal */
export const bombsOf = (legal) => playsOf(legal).filter(({ targets }) => isBomb(readingOf(targets.cards, targets.as)));

/** The action that something other than cards stands for. @param {Item[]} legal @param {string} name @param {any} [value] */
export const find = (legal, name, value) =>
  legal.find(({ targets }) => name in targets && (value === undefined || targets[name] === value));
