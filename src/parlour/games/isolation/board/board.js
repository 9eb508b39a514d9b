// @ts-check
/** Isolation on the grid: one pawn each, so one click is a move. */
import { h, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { COLOURS, onColour, seatPath } from "/static/kit/glyphs.js";
import { gridBoard, squareNames, squareNumber } from "/static/kit/grid.js";

/** Sensible options of a first game. */
export const lobby = { size: 7 };

/** @param {any} data @param {string} square */
const sign = (data, square) => data.cells[squareNumber(square, data.columns, data.rows, true)];

/** @param {number} seat */
const pawn = (seat) =>
  svg(
    "g",
    {},
    svg("path", {
      d: seatPath(seat),
      fill: COLOURS[seat],
      stroke: "#111418",
      "stroke-width": 4,
      transform: "translate(8 8) scale(.84)",
    }),
    svg("text", { x: 50, y: 62, class: "piece-number", fill: onColour(seat) }, seat + 1),
  );

export const Board = gridBoard({
  shape: (/** @type {any} */ data) => ({ columns: data.columns, rows: data.rows, name: squareNames(data.rows, true) }),
  ground: (/** @type {any} */ data, /** @type {string} */ square) => (sign(data, square) === "#" ? "gone" : ""),
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const here = sign(data, square);
    if (here === ".") return { key: here, label: t("isolation.free"), draw: () => [] };
    if (here === "#") {
      return {
        key: here,
        label: t("isolation.gone"),
        draw: () => svg("path", { class: "hatch", d: "M0 30L30 0M0 65L65 0M0 100L100 0M35 100L100 35M70 100L100 70" }),
      };
    }
    const seat = Number(here) - 1;
    return { key: here, label: t("isolation.pawn", { n: here }), draw: () => pawn(seat) };
  },
  refuse: (/** @type {any} */ data, /** @type {string} */ square) =>
    t(
      { "#": "isolation.refuse.gone", ".": "isolation.refuse.far" }[/** @type {string} */ (sign(data, square))] ??
        "isolation.refuse.taken",
      { square },
    ),
});

/** @param {any} view @param {number} seat */
export const count = (view, seat) => t("isolation.reach", { n: view.data.reach[seat] });

/** @param {any} view */
export const below = (view) => (view.data.apart ? h("p", { class: "note" }, t("isolation.apart")) : null);

const OPEN = { columns: 5, rows: 5, reach: [20, 20], apart: false };

export const diagrams = [
  {
    key: "move",
    data: { ...OPEN, cells: "..........1.......2......" },
    legal: ["a2", "b2", "b3", "a4", "b4"].map((square) => ({ a: square, targets: { square } })),
  },
  { key: "gone", data: { ...OPEN, cells: "......#...#1......2......" }, legal: [] },
  { key: "end", data: { ...OPEN, cells: "1#...##....2............." }, legal: [] },
];
