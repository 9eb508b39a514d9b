// @ts-check
/** Reversi on the grid. */
import { h, svg } from "/static/core/dom.js";
import { number, t } from "/static/core/i18n.js";
import { CIRCLE } from "/static/kit/glyphs.js";
import { gridBoard, squareNames, squareNumber } from "/static/kit/grid.js";

const DISC = {
  X: { fill: "#15181C", soft: "#2B3036", light: "#4B525A", rim: "#060708", key: "reversi.seat.0" },
  O: { fill: "#F7F7F2", soft: "#FFFFFF", light: "#FFFFFF", rim: "#B9BCB4", key: "reversi.seat.1" },
};
const DOTS = [200, 600]; // where the lines cross that have a dot

/** A disc with a soft edge and its shadow. @param {"X" | "O"} side */
function disc(side) {
  const { fill, soft, light, rim } = DISC[side];
  return svg(
    "g",
    { class: "disc" },
    svg("circle", { cx: 50, cy: 54, r: 41, fill: "#000", "fill-opacity": .28 }),
    svg("circle", { cx: 50, cy: 50, r: 40, fill: rim }),
    svg("circle", { cx: 50, cy: 49, r: 38.5, fill, class: "face" }),
    svg("circle", { cx: 50, cy: 48, r: 31, fill: soft, "fill-opacity": .55 }),
    svg("ellipse", { cx: 43, cy: 36, rx: 17, ry: 10, fill: light, "fill-opacity": .45 }),
  );
}

/** @param {any} data @param {string} square @returns {"X" | "O" | "-"} */
const sign = (data, square) => data.cells[squareNumber(square, 8, 8, true)];

export const Board = gridBoard({
  shape: () => ({ columns: 8, rows: 8, name: squareNames(8, true) }),
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const here = sign(data, square);
    if (here === "-") return { key: "-", label: t("board.empty"), draw: () => [] };
    return { key: here, label: t(DISC[here].key), draw: () => disc(here) };
  },
  scene: () => DOTS.flatMap((cx) => DOTS.map((cy) => svg("circle", { cx, cy, r: 7, class: "dot" }))),
  ghost: (/** @type {any} */ data) => disc(data.mover === 1 ? "O" : "X"),
  refuse: (/** @type {any} */ data, /** @type {string} */ square) =>
    t(sign(data, square) === "-" ? "reversi.refuse.turns" : "reversi.refuse.taken", { square }),
});

/** How a seat is drawn beside its name. @param {number} seat */
export const seatLook = (seat) => ({ path: CIRCLE, fill: seat === 0 ? DISC.X.fill : DISC.O.fill });

/** A move as a sentence. @param {any} event @param {string} who */
export const tell = (event, who) =>
  event.targets.square ? t("reversi.tell", { who, square: event.targets.square }) : t("reversi.tell.pass", { who });

/** What a move came to. @param {any} event */
export const remark = (event) => event.targets.flips ? t("reversi.turned", { n: event.targets.flips.length }) : "";

/** The number that a seat shows. @param {any} view @param {number} seat */
export const count = (view, seat) => t("reversi.discs", { n: view.scores?.[seat] ?? 0 });

/** What a candidate is worth in discs, where that is known. @param {any} move */
export const worth = (
  move,
) => (typeof move.score === "number" ? `${move.score > 0 ? "+" : ""}${number(move.score, 0)}` : "");

/** More about the position, under the board. @param {any} view */
export function below(view) {
  const [black, white] = view.scores ?? [0, 0];
  return h(
    "div",
    {
      class: "reversi-share",
      role: "img",
      "aria-label": t("reversi.share", { black, white }),
      vars: { share: `${(100 * black) / Math.max(black + white, 1)}%` },
    },
    h("b", {}, number(black)),
    h("b", {}, number(white)),
  );
}

/** Positions for the rules: what is shown, what is legal, and what is said. */
export const diagrams = [
  {
    key: "start",
    data: { cells: `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}` },
    legal: ["d3", "c4", "f5", "e6"].map((square) => ({ a: square, targets: { square, flips: [] } })),
  },
  {
    key: "turn",
    data: { cells: `${"-".repeat(24)}--XOOO---${"-".repeat(31)}` },
    legal: [{ a: "g4", targets: { square: "g4", flips: ["d4", "e4", "f4"] } }],
    show: "g4",
  },
];
