// @ts-check
/** The 56 cards: their ranks, their names, and how a hand is sorted. */
import { t } from "/static/core/i18n.js";

export const RANKS = ["", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = "rgbs";
/** Where the specials stand when a hand is sorted. @type {Record<string, number>} */
const SPECIALS = { dog: 0, mahjong: 1, phoenix: 14.5, dragon: 15 };

/** Rank and suit of a card; specials have no suit, and only the Mahjong has a rank.
 * @param {string} card @returns {{rank: number, suit: string}} */
export function read(card) {
  if (card in SPECIALS) return { rank: card === "mahjong" ? 1 : 0, suit: "" };
  return { rank: RANKS.indexOf(card.slice(0, -1)), suit: card.slice(-1) };
}

/** @param {string} card */
const order = (card) => SPECIALS[card] ?? read(card).rank;

/** A hand from high to low, or suit by suit. @param {string[]} cards @param {string} by rank or suit */
export function sorted(cards, by) {
  const suit = (/** @type {string} */ card) => (card in SPECIALS ? -1 : SUITS.indexOf(read(card).suit));
  return [...cards].sort((a, b) => (by === "suit" ? suit(a) - suit(b) : 0) || order(b) - order(a) || suit(a) - suit(b));
}

/** The cards of a play from low to high, the Phoenix in its place. @param {string[]} cards @param {number} [role] */
export const laid = (cards, role = 0) =>
  [...cards].sort((a, b) => (a === "phoenix" && role ? role : order(a)) - (b === "phoenix" && role ? role : order(b)));

/** What a card is called: "7 of stars", "Dragon". @param {string} card */
export function cardName(card) {
  const { rank, suit } = read(card);
  return suit
    ? t("tichu.card", { rank: t(`tichu.rank.${rank}`), suit: t(`tichu.suit.${suit}`) })
    : t(`tichu.card.${card}`);
}

/** "a seven" or "an ace". @param {number} rank */
export const aRank = (rank) => t(`tichu.a.${rank}`);

/** "sevens". @param {number} rank */
export const manyOf = (rank) => t(`tichu.many.${rank}`);
