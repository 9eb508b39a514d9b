// @ts-check
/** Jungle's animals and ground, drawn from the strokes in art.js. */
import { svg } from "/static/core/dom.js";
import { CIRCLE, SQUARE } from "/static/kit/glyphs.js";
import { ANIMALS, PAINT, SCENERY } from "./art.js";

/** The sides: Blue is a circle, Red a square. */
export const LOOKS = [{ fill: "#1659C3", path: CIRCLE, size: 1.02 }, { fill: "#B3261E", path: SQUARE, size: 1.1 }];
export const LETTERS = "rcdwjtle";

/** @param {string} sign */
export const seatOf = (sign) => (sign === sign.toLowerCase() ? 0 : 1);
/** From 1, the Rat, to 8, the Elephant. @param {string} sign */
export const rankOf = (sign) => LETTERS.indexOf(sign.toLowerCase()) + 1;

/** Strokes from back to front. @param {string[][]} strokes @param {Record<string, any>} [coat] colours of its own */
const draw = (strokes, coat = {}) => strokes.map(([kind, d]) => svg("path", { d, fill: coat[kind], ...PAINT[kind] }));

/** Strokes on the left, and mirrored on the right. @param {string[][]} strokes @param {Record<string, any>} coat */
const pair = (strokes, coat) => [
  draw(strokes, coat),
  svg("g", { transform: "translate(100 0) scale(-1 1)" }, draw(strokes, coat)),
];

/** The head of an animal. @param {number} rank @param {Record<string, any>} [props] */
export function head(rank, props = {}) {
  const animal = ANIMALS[rank - 1];
  return svg("g", props, pair(animal.behind, animal), draw(animal.head, animal), pair(animal.front, animal));
}

/** The shape of a side about the middle of a square. @param {number} seat @param {number} [scale] */
const shape = (seat, scale = 1) => {
  const { fill, path, size } = LOOKS[seat];
  return svg("path", {
    d: path,
    fill,
    class: "side",
    transform: `translate(50 50) scale(${size * scale}) translate(-50 -50)`,
  });
};

/** An animal: its side's shape, its head, and its rank in the corner, 0 while a trap takes its strength.
 * @param {string} sign @param {boolean} [weak] @param {boolean} [wet] */
export function piece(sign, weak = false, wet = false) {
  return svg(
    "g",
    { class: weak ? "piece weak" : "piece" },
    shape(seatOf(sign)),
    head(rankOf(sign), { transform: "translate(15 17) scale(.7)" }),
    svg("circle", { cx: 17, cy: 17, r: 16, class: "corner" }),
    svg("text", { x: 17, y: 26, class: "rank" }, weak ? 0 : rankOf(sign)),
    wet ? svg("path", { class: "splash", d: "M6 88Q20 78 34 88T62 88T94 88" }) : null,
  );
}

const GROUNDS = { "#": "trap", "*": "den" };
const PONDS = [[100, 300], [400, 300]]; // their corners, in a box of 100 a square
const COLUMNS = 7;

/** A square of trap, or of the den of a side with its sign over the mouth; upright also on a flipped board.
 * @param {"#" | "*"} sign @param {number} place @param {boolean} flipped */
function ground(sign, place, flipped) {
  const [x, y] = [100 * (place % COLUMNS), 100 * Math.floor(place / COLUMNS)];
  const owner = svg("g", { class: "owner", transform: "translate(0 -20)" }, shape(y ? 0 : 1, 0.22));
  return svg(
    "g",
    { class: GROUNDS[sign], transform: `translate(${x} ${y})${flipped ? " rotate(180 50 50)" : ""}` },
    svg("rect", { width: 100, height: 100 }),
    draw(SCENERY[GROUNDS[sign]]),
    sign === "*" ? owner : null,
  );
}

/** What lies under the animals: the ponds, traps and dens. @param {string} signs the ground of each square
 * @param {boolean} flipped */
export const scenery = (signs, flipped) => [
  PONDS.map((at) => svg("g", { class: "pond", transform: `translate(${at})` }, draw(SCENERY.pond))),
  [...signs].map((sign, place) => (sign === "#" || sign === "*" ? ground(sign, place, flipped) : null)),
];
