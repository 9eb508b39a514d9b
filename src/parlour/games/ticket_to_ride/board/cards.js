// @ts-check
/** Train cards as they are drawn: a colour and its sign, so that no colour stands alone. */
import { svg } from "/static/core/dom.js";
import { TABLE } from "./table.js";

const [WIDE, HIGH] = [76, 108];
const LOCOMOTIVE = 8;
const OUTLINE = "#111418";
const PLATE = "#FFFDF7";
const BACK = "#5B3A8E";

/** The sign of a colour about a point. @param {number} colour @param {number} x @param {number} y @param {number} size */
export const trainSign = (colour, x, y, size) =>
  svg("path", {
    d: TABLE.trains[colour].shape,
    fill: TABLE.trains[colour].ink,
    transform: `translate(${(x - size / 2).toFixed(1)} ${(y - size / 2).toFixed(1)}) scale(${size / 100})`,
  });

/** The stripes of a locomotive with a plate for its letter. */
const stripes = () => [
  TABLE.stripes.map((colour, i) =>
    svg("rect", {
      x: 3 + (i * (WIDE - 6)) / 5,
      y: 3,
      width: (WIDE - 6) / 5,
      height: HIGH - 6,
      fill: TABLE.trains[colour].fill,
    })
  ),
  svg("rect", { x: 14, y: 24, width: WIDE - 28, height: HIGH - 48, rx: 6, fill: PLATE }),
];

/** A card of a colour; null is a card face down. @param {number | null} colour */
export function trainCard(colour) {
  const fill = colour === null ? BACK : TABLE.trains[colour].fill;
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "train", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: WIDE - 4, height: HIGH - 4, rx: 9, fill }),
    colour === LOCOMOTIVE ? stripes() : null,
    svg("rect", { x: 2, y: 2, width: WIDE - 4, height: HIGH - 4, rx: 9, class: "train-edge" }),
    colour === null
      ? svg("path", { d: "M20 70V42H56V70M14 70H62M26 80H50", class: "train-back" })
      : trainSign(colour, WIDE / 2, HIGH / 2, 46),
  );
}

/** The sign of a track's colour as a small picture; grey has none. @param {number} colour */
export const colourChip = (colour) =>
  svg(
    "svg",
    { viewBox: "0 0 40 24", class: "chip", "aria-hidden": "true" },
    svg("rect", {
      x: 1,
      y: 1,
      width: 38,
      height: 22,
      rx: 4,
      fill: colour === LOCOMOTIVE ? TABLE.grey : TABLE.trains[colour].fill,
      stroke: OUTLINE,
      "stroke-width": 2,
    }),
    colour === LOCOMOTIVE ? null : trainSign(colour, 20, 12, 15),
  );
