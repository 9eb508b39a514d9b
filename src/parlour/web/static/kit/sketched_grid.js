// @ts-check
/** A board of squares that the page makes from a game's sketch.
 *
 * Actions that stand for no square are buttons of the bar; where a click could mean several, they stand below.
 */
import { svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { Choices } from "./choices.js";
import { COLOURS, onColour, seatPath } from "./glyphs.js";
import { gridBoard } from "./grid.js";

/** @typedef {{text: string, seat: number | null, ground: string}} Square */
/** @typedef {{grid: {columns: number, squares: Square[], names: string[], named: boolean}}} Data */

/** @param {Data} data @param {string} name */
const squareOf = ({ grid }, name) => grid.squares[grid.names.indexOf(name)];

/** How high letters are, so that a text fits into its square. @param {string} text */
const heightOf = (text) => Math.min(46, 110 / Math.max([...text].length, 1));

/** @param {string} text @param {string} fill */
const writing = (text, fill) =>
  svg("text", { x: 50, y: 50, class: "writing", fill, vars: { height: `${heightOf(text)}px` } }, text);

/** A piece in the shape and colour of its seat. @param {number} seat @param {string} text */
const piece = (seat, text) => [
  svg("path", {
    d: seatPath(seat),
    fill: COLOURS[seat % COLOURS.length],
    class: "piece",
    transform: "translate(12 12) scale(.76)",
  }),
  writing(text, onColour(seat)),
];

/** What stands on a square, in words. @param {Square} square */
function words({ text, seat }) {
  if (seat === null) return text || t("board.empty");
  return text ? t("sketch.piece", { text, n: seat + 1 }) : t("sketch.piece.bare", { n: seat + 1 });
}

const Squares = gridBoard({
  shape: (/** @type {Data} */ { grid }) => ({
    columns: grid.columns,
    rows: grid.squares.length / grid.columns,
    name: (/** @type {number} */ column, /** @type {number} */ row) => grid.names[grid.columns * row + column],
  }),
  cell(/** @type {Data} */ data, /** @type {string} */ name) {
    const square = squareOf(data, name);
    const { text, seat } = square;
    const draw = () => (seat === null ? writing(text, "currentColor") : piece(seat, text));
    return { key: JSON.stringify(square), label: words(square), draw };
  },
  ground: (/** @type {Data} */ data, /** @type {string} */ name) => `ground-${squareOf(data, name).ground || "plain"}`,
  refuse: (/** @type {Data} */ _data, /** @type {string} */ square) => t("sketch.refuse", { square }),
  last: "frame",
});

export class Board extends Squares {
  /** @override @param {HTMLElement} host @param {any} ctx */
  mount(host, ctx) {
    super.mount(host, ctx);
    this.choices = new Choices(ctx.pick);
    this.frame?.classList.add("sketched");
    host.append(this.choices.element);
  }

  /** @override @param {Data} data @param {any[]} events */
  update(data, events) {
    this.frame?.classList.toggle("named", data.grid.named);
    super.update(data, events);
  }

  /** @override @param {import("./choices.js").Legal[]} list */
  setLegal(list) {
    super.setLegal(list);
    this.choices?.show([]);
  }

  /** The actions that stand for no square. */
  actions() {
    const items = this.legal.filter(({ targets }) => !targets.square && !targets.from && !targets.button);
    return items.map((item) => ({ id: item.a, label: item.a, primary: true, run: () => this.ctx.act(item) }));
  }

  /** @override @param {string} square @param {string} pointer */
  pick(square, pointer) {
    const move = this.dragged ? undefined : this.moveTo(square);
    const goal = (/** @type {any} */ { from, to, square: at }) => JSON.stringify([from, to, at]);
    const same = move ? this.legal.filter(({ targets }) => goal(targets) === goal(move.targets)) : [];
    this.choices?.show(same.length > 1 ? same : []);
    if (same.length > 1) this.choices?.focus();
    else super.pick(square, pointer);
  }

  /** @override */
  destroy() {
    super.destroy();
    this.choices?.element.remove();
  }
}
