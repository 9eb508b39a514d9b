// @ts-check
/** A table of cards that the page makes from a game's sketch.
 *
 * A click that can mean only one action plays it; otherwise the card is raised, and what the raised cards can be
 * played as stands below.
 */
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { Choices } from "./choices.js";
import { SIGNS } from "./quality.js";

/** @typedef {import("./choices.js").Legal} Legal */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {{text: string, suit: string, name: string}} Card */
/** @typedef {{title: string, text: string, cards: Card[]}} Row */

/** The cards that stand for an action. @param {any} targets @returns {string[]} */
const cardsOf = (targets) => targets?.cards ?? (targets?.card ? [targets.card] : []);

/** Whether an action needs all of some cards. @param {Legal} item @param {Set<string>} cards */
const needs = ({ targets }, cards) => [...cards].every((card) => cardsOf(targets).includes(card));

export class Board {
  constructor() {
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Legal[]} */
    this.legal = [];
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Set<string>} */
    this.raised = new Set();
    /** @type {string[]} */
    this.last = [];
    this.flipped = false;
  }

  /** @param {HTMLElement} host @param {any} ctx */
  mount(host, ctx) {
    this.ctx = ctx;
    this.flipped = ctx.flipped;
    this.table = h("div", {
      class: `sketched-cards board-${ctx.name}`,
      onkeydown: (/** @type {any} */ e) => this.press(e),
    });
    this.choices = new Choices(ctx.pick);
    put(host, this.table, this.choices.element);
  }

  /** @param {{cards: Row[]}} data @param {any[]} events */
  update(data, events = []) {
    this.rows = data.cards;
    this.last = cardsOf(events.at(-1)?.targets);
    this.marks = [];
    this.raised.clear();
    this.paint();
  }

  /** @param {Legal[]} list */
  setLegal(list) {
    this.legal = list;
    this.raised.clear();
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
    this.paint();
  }

  focus() {
    const first = this.table?.querySelector("button.legal") ?? this.table?.querySelector("button");
    if (first) /** @type {HTMLElement} */ (first).focus();
    else this.choices?.focus();
  }

  /** Let the raised cards go; whether there were any. */
  cancel() {
    const was = this.raised.size > 0;
    this.raised.clear();
    this.paint();
    return was;
  }

  destroy() {
    this.table?.remove();
    this.choices?.element.remove();
  }

  /** The actions that the raised cards can still become. */
  get open() {
    return this.legal.filter((item) => cardsOf(item.targets).length && needs(item, this.raised));
  }

  /** The actions that the raised cards are; without any, those that need none. */
  get ready() {
    return this.legal.filter((item) => cardsOf(item.targets).length === this.raised.size && needs(item, this.raised));
  }

  /** @param {string} card @param {string} pointer */
  pick(card, pointer) {
    const among = (/** @type {Legal} */ item) => cardsOf(item.targets).includes(card);
    if (this.raised.has(card)) this.raised.delete(card);
    else if (this.open.some(among)) this.raised.add(card);
    else this.raised = new Set([card]);
    if (this.raised.size && this.open.length === 1 && this.ready.length === 1) this.ctx.pick(this.ready[0], pointer);
    this.paint();
  }

  /** Go from card to card with the arrows. @param {KeyboardEvent} event */
  press(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const cards = [.../** @type {HTMLElement} */ (this.table).querySelectorAll("button")];
    const at = cards.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (!way || at < 0) return;
    event.preventDefault();
    cards[Math.min(Math.max(at + way, 0), cards.length - 1)].focus();
  }

  paint() {
    const table = /** @type {HTMLElement} */ (this.table);
    const focused = table.contains(document.activeElement) ? document.activeElement?.getAttribute("data-card") : null;
    const rows = this.flipped ? [...this.rows].reverse() : this.rows;
    put(table, rows.map((row) => this.row(row)));
    if (focused) {
      /** @type {HTMLElement | null} */ (table.querySelector(`[data-card="${CSS.escape(focused)}"]`))?.focus();
    }
    this.choices?.show(this.ready);
    this.choices?.mark(this.marks);
  }

  /** @param {Row} row */
  row({ title, text, cards }) {
    return h(
      "section",
      { class: "sketched-row", "aria-label": title },
      h("h3", {}, title, text ? h("span", { class: "mut" }, ` ${text}`) : null),
      h("div", { class: "faces" }, cards.map((card) => this.card(card))),
    );
  }

  /** @param {Card} card */
  card({ text, suit, name }) {
    if (!text) return h("span", { class: "face back", role: "img", "aria-label": t("sketch.back") });
    const state = this.state(name);
    const kinds = Object.keys(state).filter((key) => /** @type {any} */ (state)[key]);
    const marks = this.marks.filter(({ targets }) => cardsOf(targets).includes(name));
    const look = { class: ["face", `suit-${suit || "plain"}`, ...kinds, ...marks.map(({ kind }) => kind)].join(" ") };
    const label = [text, ...kinds.map((kind) => t(`sketch.${kind}`)), ...marks.map(markWords)].join(", ");
    const inside = [h("span", {}, text), marks.map((mark) => h("small", {}, markSign(mark)))];
    if (!state.legal) return h("span", { ...look, role: "img", "aria-label": label }, inside);
    const press = (/** @type {PointerEvent} */ event) => this.pick(name, event.pointerType || "keyboard");
    return h(
      "button",
      {
        ...look,
        type: "button",
        "data-card": name,
        "aria-label": label,
        "aria-pressed": String(state.raised),
        onclick: press,
      },
      inside,
    );
  }

  /** @param {string} name */
  state(name) {
    return {
      legal: this.legal.some((item) => cardsOf(item.targets).includes(name)),
      raised: this.raised.has(name),
      last: this.last.includes(name),
    };
  }
}

/** @param {Mark} mark */
const markSign = ({ kind, text }) => (kind === "quality" ? SIGNS[/** @type {keyof SIGNS} */ (text)] : text ?? "");

/** @param {Mark} mark */
const markWords = (
  { kind, text },
) => (kind === "quality" ? t(`quality.${text}`) : `${t(`mark.${kind}`)} ${text ?? ""}`.trim());
