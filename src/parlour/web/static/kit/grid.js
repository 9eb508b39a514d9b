// @ts-check
/** A board of squares: one tab stop, arrows, click, drag, and marks. Knows no rules: what is legal is told.
 *
 * A game gives a `look`: `shape(data)` (columns, rows, the name of a square), `cell(data, square)`
 * (a key, a function that draws, a label), `ground(data, square)` (a class), `refuse(data, square)` (why not),
 * perhaps `read(data, square, move)`, a line about a square and the move that it stands for,
 * `scene(data, flipped)`, what lies under all squares, `ghost(data, move)`, the piece that a move would put down, and `last`, how the
 * squares of the last move are marked ("ring", or "frame" for pieces that a ring would cover).
 */
import { h, put, svg } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { moves, tempo } from "../core/settings.js";
import { drag } from "./drag.js";
import { arrow, signs, under } from "./marks.js";
import { appear, slide, turn } from "./motion.js";

/** @typedef {import("../core/protocol.d.ts").LegalMove} Legal */
/** @typedef {import("./marks.js").Mark} Mark */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LARGE = 8; // columns: with more of them a board scrolls on a phone

/** @param {any} look @returns {new () => GridBoard} */
export function gridBoard(look) {
  return class extends GridBoard {
    constructor() {
      super(look);
    }
  };
}

export class GridBoard {
  /** @param {any} look */
  constructor(look) {
    this.look = look;
    /** @type {Map<string, any>} */
    this.cells = new Map();
    /** @type {Legal[]} */
    this.legal = [];
    /** @type {Mark[]} */
    this.marks = [];
    this.data = null;
    this.last = /** @type {any} */ (null);
    this.selected = "";
    this.shown = ""; // the square whose effects are previewed
    this.flipped = false;
    this.key = "";
    this.dragged = false;
    /** @type {HTMLElement | null} */
    this.line = null;
  }

  /** @param {HTMLElement} host @param {any} ctx pick(item, pointer), say(text), name: the game */
  mount(host, ctx) {
    this.host = host;
    this.ctx = ctx;
    this.flipped = ctx.flipped;
    this.frame = h("div", { class: `board board-${ctx.name}` });
    this.line = this.look.read ? h("p", { class: "readout", "aria-hidden": "true" }) : null;
    put(host, this.frame, this.line);
  }

  destroy() {
    this.frame?.remove();
    this.line?.remove();
  }

  /** @param {any} data @param {any[]} events */
  update(data, events = []) {
    const last = events.at(-1);
    const before = this.data;
    this.data = data;
    this.marks = []; // those of the position before
    this.last = last?.targets ?? null;
    this.selected = "";
    this.shown = "";
    this.lay();
    this.paint();
    this.read();
    if (last?.fresh && before && tempo() && moves()) this.animate(last.targets, before);
  }

  /** @param {Legal[]} list */
  setLegal(list) {
    this.legal = list;
    this.selected = "";
    this.paint();
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.marks = marks;
    this.paint();
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    this.lay();
    this.paint();
  }

  /** Put the focus on the board. */
  focus() {
    const legal = this.legal[0]?.targets;
    const square = this.cells.has(this.at ?? "") ? this.at : legal?.square ?? legal?.from ?? [...this.cells.keys()][0];
    this.cells.get(square)?.focus();
  }

  /** Let go of a half-made move; whether there was one. */
  cancel() {
    const was = this.selected !== "";
    this.selected = "";
    this.paint();
    return was;
  }

  /** Build the squares when their number or order has changed. */
  lay() {
    const { columns, rows, name, upright } = this.look.shape(this.data);
    const key = `${columns}x${rows}${this.flipped}`;
    if (key === this.key) return;
    this.key = key;
    this.columns = columns;
    this.rows = rows;
    this.cells.clear();
    const order = (/** @type {number} */ n, turned = this.flipped) =>
      [...Array(n).keys()].map((i) => (turned ? n - 1 - i : i));
    const down = order(rows, this.flipped && !upright);
    const lines = down.map((row) =>
      h("div", { role: "row" }, order(columns).map((column) => this.cell(name(column, row))))
    );
    this.grid = h("div", { role: "grid", "aria-label": this.title, class: "grid" }, lines);
    const scene = this.scene(columns, rows, upright);
    this.over = svg("svg", { class: "over", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" });
    const side = down.map((row) => h("span", {}, name(0, row).slice(1)));
    const top = order(columns).map((column) => h("span", {}, name(column, 0)[0]));
    const frame = /** @type {HTMLElement} */ (this.frame);
    frame.classList.toggle("large", columns > LARGE);
    frame.style.setProperty("--columns", columns);
    frame.style.setProperty("--rows", rows);
    put(
      frame,
      h("div", { class: "files", "aria-hidden": "true" }, top),
      h("div", { class: "ranks", "aria-hidden": "true" }, side),
      h("div", { class: "squares" }, scene, this.grid, this.over),
    );
    this.at = undefined;
  }

  /** What screen readers call it. */
  get title() {
    const key = `${this.ctx.name}.board`;
    return has(key) ? t(key) : t("table.board");
  }

  /** What lies under the squares, turned with them. @param {number} columns @param {number} rows @param {boolean} upright */
  scene(columns, rows, upright) {
    if (!this.look.scene) return null;
    const [width, height] = [100 * columns, 100 * rows];
    const way = !this.flipped
      ? null
      : upright
      ? `translate(${width} 0) scale(-1 1)`
      : `rotate(180 ${width / 2} ${height / 2})`;
    return svg(
      "svg",
      { class: "scene", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("g", { transform: way }, this.look.scene(this.data, this.flipped)),
    );
  }

  /** @param {string} square */
  cell(square) {
    const cell = h("div", { role: "gridcell", tabindex: "-1", "data-square": square });
    cell.addEventListener(
      "click",
      (/** @type {PointerEvent} */ event) => this.pick(square, event.pointerType || "mouse"),
    );
    cell.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.press(square, event));
    cell.addEventListener("focus", () => this.enter(square));
    cell.addEventListener("pointerenter", () => this.preview(square));
    cell.addEventListener("pointerleave", () => this.preview(""));
    cell.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.grab(square, cell, event));
    this.cells.set(square, cell);
    return cell;
  }

  /** @param {string} square */
  enter(square) {
    this.at = square;
    this.preview(square);
    this.rove();
  }

  rove() {
    const stop = this.at && this.cells.has(this.at) ? this.at : [...this.cells.keys()][0];
    for (const [name, cell] of this.cells) cell.tabIndex = name === stop ? 0 : -1;
  }

  /** @param {string} square @param {KeyboardEvent} event */
  press(square, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const names = [...this.cells.keys()];
    const place = names.indexOf(square);
    const columns = this.columns ?? 1;
    const column = place % columns;
    let goal = -1;
    if (step) {
      const [x, y] = [column + step[0], Math.floor(place / columns) + step[1]];
      goal = x >= 0 && x < columns && y >= 0 && y < (this.rows ?? 0) ? y * columns + x : place;
    } else if (event.key === "Home") goal = place - column;
    else if (event.key === "End") goal = place - column + columns - 1;
    else if (event.key === "Enter" || event.key === " ") this.pick(square, "keyboard");
    else return;
    event.preventDefault();
    if (goal >= 0) this.cells.get(names[goal]).focus();
  }

  /** The legal move that a square completes. @param {string} square */
  moveTo(square) {
    return this.legal.find(({ targets }) =>
      targets.from ? targets.from === this.selected && targets.to === square : targets.square === square
    );
  }

  /** @param {string} square */
  movesFrom(square) {
    return this.legal.filter(({ targets }) => targets.from === square);
  }

  /** @param {string} square @param {string} pointer */
  pick(square, pointer) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const move = this.moveTo(square);
    if (move) {
      this.ctx.pick(move, pointer);
      return;
    }
    if (square === this.selected) this.selected = "";
    else if (this.movesFrom(square).length) this.selected = square;
    else if (this.legal.length) this.ctx.say(this.look.refuse(this.data, square, this.selected));
    this.paint();
  }

  /** Take a piece up. @param {string} square @param {any} cell @param {PointerEvent} down */
  grab(square, cell, down) {
    this.dragged = false;
    if (down.button !== 0 || !this.movesFrom(square).length) return;
    const lift = () => {
      this.selected = square;
      this.paint();
    };
    drag(cell, down, lift, (under) => {
      const goal = under?.getAttribute("data-square");
      if (goal && goal !== square) this.pick(goal, "drag");
      this.dragged = under === cell; // the click that follows on the same square is not a pick
    });
  }

  /** @param {string} square */
  preview(square) {
    if (square === this.shown) return;
    this.shown = square;
    this.paint();
    this.read();
  }

  /** Say in a line what is under the pointer or the focus. */
  read() {
    if (this.line) put(this.line, this.shown ? this.look.read(this.data, this.shown, this.moveTo(this.shown)) : null);
  }

  /** Draw what has changed. */
  paint() {
    if (!this.data || !this.grid) return;
    const effects = this.moveTo(this.shown)?.targets ?? {};
    const last = new Set([this.last?.square, this.last?.to, this.last?.from, this.last?.origin].filter(Boolean));
    for (const [square, cell] of this.cells) {
      const face = this.look.cell(this.data, square);
      const mark = this.marks.find(({ kind, square: at, from, to }) =>
        kind !== "quality" && (at === square || (from && to === square))
      );
      const grade = this.marks.find(({ kind, square: at }) => kind === "quality" && at === square);
      const state = {
        legal: Boolean(this.moveTo(square)),
        taken: Boolean(this.moveTo(square)?.targets.takes),
        movable: this.movesFrom(square).length > 0,
        selected: square === this.selected,
        last: last.has(square) && (this.look.last ?? "ring"),
        effect: (effects.flips ?? []).includes(square),
        gain: this.shown === square && effects.flips ? effects.flips.length : 0,
      };
      const key = JSON.stringify([face.key, state, mark ?? 0, grade ?? 0]);
      if (cell.parlourKey === key) continue;
      cell.parlourKey = key;
      cell.className = [
        "cell",
        this.look.ground?.(this.data, square) ?? "",
        ...Object.keys(state).filter((name) => /** @type {any} */ (state)[name]),
      ].join(" ");
      cell.setAttribute("aria-label", this.label(square, face.label, state, mark, grade));
      if (state.selected) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
      const ghost = mark?.kind === "pending" ? this.look.ghost?.(this.data, mark) : null;
      const drawn = [under(state), face.draw(), signs(state, mark, grade, ghost)];
      put(cell, svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawn));
    }
    const jump = this.last?.from && this.far(this.last.from, this.last.to) > 1.5
      ? [{ from: this.last.from, to: this.last.to, kind: "jump" }]
      : [];
    put(this.over, [...jump, ...this.marks.filter((mark) => mark.from && mark.to)].map((mark) => this.arrow(mark)));
    this.rove();
  }

  /** @param {string} square
   * @param {string} what @param {any} state @param {Mark | undefined} mark @param {Mark | undefined} grade */
  label(square, what, state, mark, grade) {
    const parts = [square, what];
    if (state.last) parts.push(t("board.last"));
    if (state.selected) parts.push(t("board.selected"));
    if (state.legal) parts.push(t(state.taken ? "board.takes" : "board.legal"));
    else if (state.movable) parts.push(t("board.movable"));
    if (grade) parts.push(t(`quality.${grade.text}`));
    if (mark) parts.push(`${t(`mark.${mark.kind}`)} ${mark.text ?? ""}`.trim());
    return parts.filter(Boolean).join(", ");
  }

  /** The middle of a square. @param {string} square */
  middle(square) {
    const place = [...this.cells.keys()].indexOf(square);
    const columns = this.columns ?? 1;
    return [place % columns + 0.5, Math.floor(place / columns) + 0.5];
  }

  /** How many squares lie between. @param {string} from @param {string} to */
  far(from, to) {
    const [[x0, y0], [x2, y2]] = [this.middle(from), this.middle(to)];
    return Math.hypot(x2 - x0, y2 - y0);
  }

  /** @param {Mark} mark */
  arrow(mark) {
    return arrow(mark.kind, this.middle(mark.from ?? ""), this.middle(mark.to ?? ""));
  }

  /** Show how the last move came about. @param {any} targets @param {any} before the position before it */
  animate(targets, before) {
    const from = targets.from ?? targets.origin;
    const to = targets.to ?? targets.square;
    const cell = this.cells.get(to);
    if (!cell) return;
    const [x, y] = this.middle(to);
    if (from) {
      const [ox, oy] = this.middle(from);
      slide(cell, ox - x, oy - y);
    } else appear(cell);
    for (const square of targets.flips ?? []) {
      const [fx, fy] = this.middle(square);
      const ring = Math.max(Math.abs(fx - x), Math.abs(fy - y));
      turn(this.cells.get(square), this.look.cell(before, square).draw(), ring);
    }
  }
}

/** Names of squares: columns are letters, rows are numbers from the top or from the bottom.
 * @param {number} rows @param {boolean} fromTop */
export const squareNames = (rows, fromTop) => (/** @type {number} */ column, /** @type {number} */ row) =>
  `${"abcdefghijklmno"[column]}${fromTop ? row + 1 : rows - row}`;

/** The number of a square, row by row from the top.
 * @param {string} square @param {number} columns @param {number} rows @param {boolean} fromTop */
export function squareNumber(square, columns, rows, fromTop) {
  const row = Number(square.slice(1));
  return columns * (fromTop ? row - 1 : rows - row) + square.charCodeAt(0) - 97;
}
