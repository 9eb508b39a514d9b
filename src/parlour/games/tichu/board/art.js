// @ts-check
/** The cards drawn: the same signs and colours as in the pictures of positions. */
import { svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { cardName, RANKS, read } from "./cards.js";

export const CARD = "#FFFDF7";
export const VIOLET = "#5B3A8E";
const OUTLINE = "#111418";
const [WIDTH, HEIGHT] = [46, 64];

/** Colour and sign of each suit, the sign about (0, 0) and 36 wide. @type {Record<string, {fill: string, d: string}>} */
export const SUITS = {
  r: { fill: "#BD0907", d: "M0-17L5-5L18-5L8 3L12 16L0 8L-12 16L-8 3L-18-5L-5-5Z" },
  g: { fill: "#00826B", d: "M0-17A17 17 0 1 1-.1-17ZM0-9A9 9 0 1 0 .1-9Z" },
  b: { fill: "#1E46A3", d: "M-16-4L0-16L16-4H10V4H-10V-4ZM-12 4H12V16H-12Z" },
  s: { fill: "#1D1D1D", d: "M-2-18h4v22h9v4h-9v10h-4v-10h-9v-4h9z" },
};

/** A sign for each special card. @type {Record<string, string>} */
const SIGNS = {
  mahjong: "M-16 6C-15-6-6-13 6-11L17-15L13-5C14 7 4 13-6 11L-15 16L-10 9Z",
  dog: "M-14-14L-5-9H5L14-14L16 0L9 4V10L0 16L-9 10V4L-16 0ZM-6-2A2 2 0 1 0-5.900-2ZM6-2A2 2 0 1 0 6.100-2Z",
  phoenix: "M0-18C8-9 14-4 12 6C11 13 6 17 0 17C-6 17-11 13-12 6C-13 0-8-2-6-8C-4-4-2-3-1-4C-3-10-1-14 0-18Z",
  dragon: "M-16 12C-16 2-4 2 0-2C4-6-2-9-6-6L-11-12C-2-19 14-15 12-4C11 4-1 4-5 12ZM3 6L16 11L3 16Z",
};

/** What is drawn on a card: rank and suit in its corner, or the name of a special. @param {string} card */
function face(card) {
  const { rank, suit } = read(card);
  if (suit) {
    const { fill, d } = SUITS[suit];
    return [
      svg("text", { x: 3, y: 19, "font-size": 19, "font-weight": 800, fill }, RANKS[rank]),
      svg("path", { d, fill, transform: "translate(14 42) scale(.62)" }),
    ];
  }
  const name = svg("text", { "font-size": 12, "font-weight": 800, fill: VIOLET }, t(`tichu.card.${card}`));
  return [
    svg("g", { transform: "translate(9 4) rotate(90)" }, name),
    svg("path", { d: SIGNS[card], fill: VIOLET, "fill-rule": "evenodd", transform: "translate(30 34) scale(.7)" }),
  ];
}

/** @param {string} fill */
const ground = (fill) =>
  svg("rect", { x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 5, fill, stroke: OUTLINE, "stroke-width": 1.5 });

/** @param {Record<string, any>} props @param {...any} children */
const frame = (props, ...children) =>
  svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "tcard", ...props }, children);

/** A card face up. @param {string} card @param {boolean} [named] whether a screen reader is told which */
export const cardPicture = (card, named = true) =>
  frame(
    named ? { role: "img", "aria-label": cardName(card), "data-card": card } : { "aria-hidden": "true" },
    ground(CARD),
    face(card),
  );

/** Some cards face down, one over the other. @param {number} count */
export function backs(count) {
  const step = 9;
  const back = (/** @type {number} */ i) =>
    svg(
      "g",
      { transform: `translate(${i * step} 0)` },
      ground(VIOLET),
      svg("rect", { x: 5, y: 5, width: 36, height: 54, rx: 3, fill: "none", stroke: CARD, "stroke-width": 1.5 }),
    );
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH + step * 13} ${HEIGHT}`, class: "backs", "aria-hidden": "true" },
    Array.from({ length: count }, (_, i) => back(i)),
  );
}

/** The sign of a suit. @param {string} suit */
export const suitSign = (suit) =>
  svg(
    "svg",
    { viewBox: "-20 -20 40 40", class: "suit", "aria-hidden": "true" },
    svg("path", { d: SUITS[suit].d, fill: SUITS[suit].fill }),
  );
