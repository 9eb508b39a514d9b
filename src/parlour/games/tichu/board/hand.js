// @ts-check
/** A hand as a fan of cards: a list box in which cards are raised with a click, a touch or the keys. */
import { h, put, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { recall, remember } from "/static/core/settings.js";
import { STAR } from "/static/kit/glyphs.js";
import { cardPicture } from "./art.js";
import { cardName, read, sorted } from "./cards.js";

const FAR = 8; // pixels from which a press is a drag
/** @type {Record<string, number>} */
const JUMPS = { j: 11, q: 12, k: 13, a: 14, 0: 10, 1: 1 };

export class Hand {
  /** @param {{change: () => void, enter: () => boolean, drop: (card: string, slot: number) => void}} on */
  constructor(on) {
    this.on = on;
    this.element = h("div", {
      class: "hand",
      role: "listbox",
      "aria-multiselectable": "true",
      "aria-label": t("tichu.hand"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
    });
    /** @type {string[]} */
    this.cards = [];
    /** @type {Set<string>} */
    this.raised = new Set();
    this.sort = recall("tichu.sort", "rank");
    this.one = false; // whether only one card is raised at a time
    this.live = false; // whether cards can be raised
    this.here = ""; // the card that has the focus when the hand is entered
    this.key = "";
  }

  /** Show these cards; what is raised and no longer there is forgotten.
   * @param {string[]} cards @param {{live: boolean, one: boolean}} may */
  set(cards, { live, one }) {
    this.cards = sorted(cards, this.sort);
    this.live = live;
    this.one = one;
    for (const card of this.raised) if (!cards.includes(card)) this.raised.delete(card);
    if (!cards.includes(this.here)) this.here = this.cards[0] ?? "";
    this.element.classList.toggle("draggable", one);
    this.element.setAttribute("aria-disabled", String(!live));
    this.build();
  }

  /** The cards anew when others are there, or in another order. */
  build() {
    const key = this.cards.join(" ");
    if (key === this.key) return;
    const had = this.element.contains(document.activeElement);
    this.key = key;
    const n = this.cards.length;
    this.element.style.setProperty("--n", String(Math.max(n, 2)));
    this.element.style.setProperty("--half", String(Math.max(n > 7 ? Math.ceil(n / 2) : n, 2)));
    put(this.element, this.cards.map((card) => this.option(card)));
    if (had) this.focus();
  }

  /** @param {string} card */
  option(card) {
    return h(
      "div",
      {
        role: "option",
        class: "option",
        "data-card": card,
        onclick: () => this.toggle(card),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, card),
      },
      cardPicture(card, false),
      svg("svg", { viewBox: "0 0 100 100", class: "star", "aria-hidden": "true" }, svg("path", { d: STAR })),
    );
  }

  /** Say of each card whether it is raised, fits, is advised, or came from somebody.
   * @param {{fits: Set<string> | null, stars: Set<string>, givers: Record<string, string>}} look */
  dress({ fits, stars, givers }) {
    for (const option of this.element.children) {
      const { card } = /** @type {HTMLElement} */ (option).dataset;
      const name = /** @type {string} */ (card);
      const raised = this.raised.has(name);
      option.classList.toggle("raised", raised);
      option.classList.toggle("fits", Boolean(fits?.has(name)));
      option.classList.toggle("unfit", Boolean(fits && !fits.has(name) && !raised));
      option.classList.toggle("advised", stars.has(name));
      option.classList.toggle("received", Boolean(givers[name]));
      option.setAttribute("aria-selected", String(raised));
      const words = [cardName(name)];
      if (raised) words.push(t("tichu.raised"));
      if (fits?.has(name) && !raised) words.push(t("tichu.fits"));
      if (stars.has(name)) words.push(t("tichu.advised"));
      if (givers[name]) words.push(t("tichu.from", { who: givers[name] }));
      option.setAttribute("aria-label", words.join(", "));
      option.setAttribute("tabindex", name === this.here ? "0" : "-1");
    }
  }

  /** @param {string} card */
  toggle(card) {
    if (!this.live) return;
    this.here = card;
    if (this.raised.has(card)) this.raised.delete(card);
    else {
      if (this.one) this.raised.clear();
      this.raised.add(card);
    }
    this.on.change();
  }

  /** @param {Iterable<string>} cards */
  raise(cards) {
    this.raised = new Set(cards);
    const [first] = this.cards.filter((card) => this.raised.has(card));
    if (first) this.here = first;
  }

  /** Sort by the other order, and remember it. */
  resort() {
    this.sort = this.sort === "rank" ? "suit" : "rank";
    remember("tichu.sort", this.sort);
    this.cards = sorted(this.cards, this.sort);
    this.build();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.cards.indexOf(this.here);
    const last = this.cards.length - 1;
    const goal =
      { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    const rank = JUMPS[event.key.toLowerCase()] ?? Number(event.key);
    const jump = this.cards.findIndex((card, i) => i !== at && read(card).rank === rank);
    if (goal !== undefined) this.go(Math.min(Math.max(goal, 0), last));
    else if (event.key === " ") this.toggle(this.here);
    else if (event.key === "Enter") this.on.enter() || this.toggle(this.here);
    else if (rank && jump >= 0) this.go(jump);
    else return;
    event.preventDefault();
  }

  /** @param {number} at */
  go(at) {
    this.here = this.cards[at] ?? "";
    for (const option of this.element.children) {
      option.setAttribute("tabindex", option.dataset.card === this.here ? "0" : "-1");
    }
    this.focus();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-card="${this.here}"]`))?.focus();
  }

  /** A card that is dragged to a slot. @param {PointerEvent} start @param {string} card */
  grab(start, card) {
    if (!this.one || !this.live || start.button) return;
    const option = /** @type {HTMLElement} */ (start.currentTarget);
    let dragged = false;
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      dragged = dragged || Math.hypot(x, y) > FAR;
      if (dragged) {
        option.classList.add("dragged");
        option.style.setProperty("transform", `translate(${x}px, ${y}px)`);
      }
    };
    const stop = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      option.classList.remove("dragged");
      option.style.removeProperty("transform");
      if (!dragged || event.type === "pointercancel") return;
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      const slot = under.map((element) => element.closest("[data-slot]")).find(Boolean);
      const swallow = (/** @type {MouseEvent} */ click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      if (slot) this.on.drop(card, Number(/** @type {HTMLElement} */ (slot).dataset.slot));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}
