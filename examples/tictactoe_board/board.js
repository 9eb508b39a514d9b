// @ts-check
/** Tic-tac-toe on the grid. */
import { svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { gridBoard } from "/static/kit/grid.js";

const SIGNS = "XO";
const LOOKS = [
  { fill: "#1659C3", path: "M24 10L50 36L76 10L90 24L64 50L90 76L76 90L50 64L24 90L10 76L36 50L10 24Z" },
  { fill: "#B4560B", path: "M50 8A42 42 0 1 1 49.9 8ZM50 28A22 22 0 1 0 50.1 28Z" },
];

/** Squares are called 1 to 9, row by row. @param {number} column @param {number} row */
const numberOf = (column, row) => String(3 * row + column + 1);

export const Board = gridBoard({
  shape: () => ({ columns: 3, rows: 3, name: numberOf }),
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const sign = data.cells[Number(square) - 1];
    const seat = SIGNS.indexOf(sign);
    if (seat < 0) return { key: sign, label: t("board.empty"), draw: () => svg("text", { x: 6, y: 16 }, square) };
    const { path, fill } = LOOKS[seat];
    const draw = () => svg("path", { d: path, fill, transform: "translate(15 15) scale(.7)" });
    return { key: sign, label: t(`tictactoe.seat.${seat}`), draw };
  },
  refuse: (/** @type {any} */ _data, /** @type {string} */ square) => t("tictactoe.refuse", { square }),
});

/** How a seat is drawn beside its name. @param {number} seat */
export const seatLook = (seat) => LOOKS[seat];

/** There is nothing to count. */
export const count = () => "";

/** @param {...string} squares that are free */
const moves = (...squares) => squares.map((square) => ({ a: square, targets: { square } }));

/** Positions for the rules. */
export const diagrams = [
  { key: "win", data: { cells: "XO-OX---X" }, legal: [] },
  { key: "fork", data: { cells: "X---O---X" }, legal: moves("2", "4", "6", "8") },
];
