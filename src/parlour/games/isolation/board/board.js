// @ts-check
/** Isolation on the grid: one pawn each, so one click is a move. */
import { h, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { COLOURS, onColour, seatPath } from "/static/kit/glyphs.js";
import { gridBoard, squareNames, squareNumber } from "/static/kit/grid.js";
import { fall } from "/static/kit/motion.js";

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

/** What is left of a tile that has fallen away: its broken corners. */
const SHARDS = "M4 4H40L31 13L24 10L17 22L12 19L10 34L4 40ZM96 96H58L66 88L75 90L82 79L90 81L89 66L96 60Z" +
  "M96 4V22L90 18L86 9L80 4ZM4 96V80L11 84L14 91L22 96Z";

/** A tile, as it falls. */
const tile = () => svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 8, class: "tile" });

const Tiles = gridBoard({
  last: "frame",
  ghost: (/** @type {any} */ data) => pawn(Math.max(data.mover, 0)),
  shape: (/** @type {any} */ data) => ({ columns: data.columns, rows: data.rows, name: squareNames(data.rows, true) }),
  ground: (/** @type {any} */ data, /** @type {string} */ square) => (sign(data, square) === "#" ? "gone" : ""),
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const here = sign(data, square);
    if (here === ".") return { key: here, label: t("isolation.free"), draw: () => [] };
    if (here === "#") {
      return {
        key: here,
        label: t("isolation.gone"),
        draw: () => svg("path", { class: "shards", d: SHARDS, transform: "translate(6 6) scale(.88)" }),
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

export class Board extends Tiles {
  /** The pawn slides, and the tile that it left falls. @override @param {any} targets @param {any} before */
  animate(targets, before) {
    super.animate(targets, before);
    fall(this.cells.get(targets.origin), tile());
  }
}

/** A move as a sentence. @param {any} event @param {string} who */
export const tell = (event, who) => t("isolation.tell", { who, square: event.targets.square });

/** @param {any} view @param {number} seat */
export function count(view, seat) {
  const n = view.data.reach[seat];
  const text = t("isolation.reach", { n });
  return h(
    "span",
    { class: "isolation-reach", role: "img", "aria-label": text, title: text },
    n,
    svg("svg", { viewBox: "0 0 100 100" }, tile()),
  );
}

/** @param {any} view */
export const below = (view) => h("p", { class: "note isolation-note" }, view.data.apart ? t("isolation.apart") : null);

const OPEN = { columns: 5, rows: 5, reach: [20, 20], apart: false, mover: 0 };

export const diagrams = [
  {
    key: "move",
    data: { ...OPEN, cells: "..........1.......2......" },
    legal: ["a2", "b2", "b3", "a4", "b4"].map((square) => ({ a: square, targets: { square } })),
  },
  { key: "gone", data: { ...OPEN, cells: "......#...#1......2......" }, legal: [] },
  { key: "end", data: { ...OPEN, cells: "1#...##....2............." }, legal: [] },
];
