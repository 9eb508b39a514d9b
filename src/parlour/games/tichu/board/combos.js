// @ts-check
/** What a set of cards is, in words. The server alone decides what is legal; this is only for the read-out.
 * @typedef {{kind: string, rank: number, length: number, role: number, low?: number, over?: number}} Combo */
import { t } from "/static/core/i18n.js";
import { aRank, cardName, manyOf, read } from "./cards.js";

const BOMBS = ["four", "flush"];

/** How many cards there are of each rank. @param {number[]} ranks */
function tally(ranks) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

/** @param {[number, number][]} counts */
const inARow = (counts) => counts.every(([rank], i) => rank === counts[0][0] + i);

/** What ranks make together. @param {number[]} ranks @param {boolean} oneSuit @returns {any} */
function shape(ranks, oneSuit) {
  const counts = tally(ranks);
  const [low, high] = [counts[0][0], counts[counts.length - 1][0]];
  const even = (/** @type {number} */ n) => counts.every(([, count]) => count === n);
  if (counts.length === 1 && ranks.length <= 4) {
    return low === 1 && ranks.length > 1
      ? null
      : { kind: ["", "single", "pair", "triple", "four"][ranks.length], rank: low };
  }
  if (ranks.length >= 5 && even(1) && inARow(counts)) return { kind: oneSuit ? "flush" : "straight", rank: high, low };
  if (ranks.length >= 4 && even(2) && inARow(counts) && low > 1) return { kind: "steps", rank: high, low };
  const three = counts.find(([, count]) => count === 3);
  const two = counts.find(([, count]) => count === 2);
  if (ranks.length === 5 && three && two) return { kind: "full", rank: three[0], over: two[0] };
  return null;
}

/** The readings of a set of cards; several where the Phoenix may stand for several ranks.
 * @param {string[]} cards @returns {Combo[]} */
export function readings(cards) {
  const length = cards.length;
  if (!length) return [];
  if (length === 1 && !read(cards[0]).suit) {
    const rank = { dog: 0, mahjong: 1, phoenix: 1.5, dragon: 15 }[cards[0]] ?? 0;
    return [{ kind: cards[0] === "dog" ? "dog" : "single", rank, length, role: 0 }];
  }
  if (cards.includes("dog") || cards.includes("dragon")) return [];
  const others = cards.filter((card) => card !== "phoenix");
  const ranks = others.map((card) => read(card).rank);
  const natural = others.length === length;
  const oneSuit = natural && new Set(others.map((card) => read(card).suit)).size === 1;
  const roles = natural ? [0] : [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
  return roles.flatMap((role) => {
    const combo = shape(role ? [...ranks, role] : ranks, oneSuit);
    return combo && !(role && combo.kind === "four") ? [{ ...combo, length, role }] : [];
  });
}

/** A set of cards as the rank of its Phoenix reads it. @param {string[]} cards @param {number} [role] */
export const readingOf = (cards, role = 0) => {
  const all = readings(cards);
  return all.find((combo) => combo.role === role) ?? all[0];
};

/** @param {Combo | undefined} combo */
export const isBomb = (combo) => Boolean(combo && BOMBS.includes(combo.kind));

/** A combination in words: "a pair of tens". @param {string[]} cards @param {number} [role] */
export function comboName(cards, role = 0) {
  const combo = readingOf(cards, role);
  if (!combo) return cards.map(cardName).join(", ");
  const { kind, rank, length, low = 0, over = 0 } = combo;
  if (kind === "dog" || kind === "single") {
    return read(cards[0]).suit ? t("tichu.the", { card: cardName(cards[0]) }) : t(`tichu.the.${cards[0]}`);
  }
  return t(`tichu.combo.${kind}`, {
    many: manyOf(rank),
    over: manyOf(over),
    low: manyOf(low),
    from: t(`tichu.rank.${low}`),
    to: t(`tichu.rank.${rank}`),
    length,
  });
}

/** The combination with nothing but its kind: "a pair". @param {Combo} combo */
const kindName = (combo) => t(`tichu.kind.${combo.kind}`, { length: combo.length });

/** Why cards cannot be laid on the top of a trick; empty when the top is no hindrance.
 * @param {string[]} cards @param {{cards: string[], as?: number} | undefined} top */
export function refusal(cards, top) {
  const combo = readingOf(cards);
  if (!combo) return t("tichu.refuse.none");
  if (!top) return "";
  if (combo.kind === "dog") return t("tichu.refuse.dog");
  const below = readingOf(top.cards, top.as);
  const pile = comboName(top.cards, top.as);
  if (!isBomb(combo) && isBomb(below)) return t("tichu.refuse.bomb", { pile });
  if (!isBomb(combo) && (combo.kind !== below?.kind || combo.length !== below.length)) {
    return t("tichu.refuse.kind", { pile, kind: below ? kindName(below) : pile });
  }
  return t("tichu.refuse.low", { pile });
}

/** What a wish asks for. @param {number} rank */
export const wishName = (rank) => t("tichu.refuse.wish", { rank: aRank(rank) });

/** The bombs of a hand, as sets of cards: all fours, and the longest runs in a suit. @param {string[]} hand */
export function hasBomb(hand) {
  const plain = hand.filter((card) => read(card).suit).map(read);
  const four = tally(plain.map(({ rank }) => rank)).some(([, count]) => count === 4);
  const held = new Set(plain.map(({ rank, suit }) => `${rank}${suit}`));
  const run = plain.some(({ rank, suit }) => [1, 2, 3, 4].every((i) => held.has(`${rank + i}${suit}`)));
  return four || run;
}
