// @ts-check
/** Connect Four on the grid: a click anywhere in a column drops a disc. */
import { svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { CIRCLE } from "/static/kit/glyphs.js";
import { gridBoard, squareNames, squareNumber } from "/static/kit/grid.js";

const SIGNS = "RY";
const FILLS = ["#C8312B", "#F7CE46"];
const RIMS = ["#8E1D18", "#A97800"];
// What is stamped on the discs, so that colour is not all that tells them apart.
const STAMPS = ["M50 26A24 24 0 1 1 49.9 26Z", "M50 24L76 50L50 76L24 50Z"];

/** @param {any} data @param {string} square */
const seatOn = (data, square) => SIGNS.indexOf(data.cells[squareNumber(square, data.columns, data.rows, false)]);

/** @param {number} seat @param {boolean} won whether the disc is part of the winning four */
const disc = (seat, won) => [
  svg("circle", { cx: 50, cy: 50, r: 43, fill: FILLS[seat], stroke: RIMS[seat], "stroke-width": 3 }),
  svg("path", { d: STAMPS[seat], class: "stamp", stroke: RIMS[seat] }),
  won ? svg("circle", { cx: 50, cy: 50, r: 42, class: "won" }) : null,
];

const Columns = gridBoard({
  shape: (/** @type {any} */ { columns, rows }) => ({ columns, rows, name: squareNames(rows, false), upright: true }),
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const seat = seatOn(data, square);
    if (seat < 0) return { key: "", label: t("board.empty"), draw: () => [] };
    const won = data.four.includes(square);
    const label = t(`connect-four.seat.${seat}`) + (won ? `, ${t("connect-four.won")}` : "");
    return { key: `${seat}${won}`, label, draw: () => disc(seat, won) };
  },
  refuse: (/** @type {any} */ _data, /** @type {string} */ square) => t("connect-four.refuse", { column: square[0] }),
});

export class Board extends Columns {
  /** The square on which a disc of this square's column would come to rest. @param {string} square */
  resting(square) {
    return this.legal.find(({ targets }) => targets.square?.[0] === square[0])?.targets.square ?? square;
  }

  /** A click plays the disc of its column. @override @param {string} square @param {string} pointer */
  pick(square, pointer) {
    super.pick(this.resting(square), pointer);
  }

  /** A disc falls from the top of its column. @override @param {any} targets @param {any} before */
  animate(targets, before) {
    super.animate({ from: `${targets.square[0]}${this.rows}`, to: targets.square }, before);
  }
}

/** How a seat is drawn beside its name. @param {number} seat */
export const seatLook = (seat) => ({ path: CIRCLE, fill: FILLS[seat] });

/** There is nothing to count. */
export const count = () => "";

const SMALL = { columns: 7, rows: 4, four: [] };

/** Positions for the rules. */
export const diagrams = [
  {
    key: "drop",
    data: { ...SMALL, cells: ".................Y.....YRR.." },
    legal: ["a1", "b1", "c2", "d3", "e2", "f1", "g1"].map((square) => ({ a: square[0], targets: { square } })),
  },
  {
    key: "win",
    data: { ...SMALL, cells: ".....R.....RY...YRYR...RYRY.", four: ["c1", "d2", "e3", "f4"] },
    legal: [],
  },
];
