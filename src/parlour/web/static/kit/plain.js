// @ts-check
/** A game without a board of its own: its position as text, its actions as buttons. */
import { h, put } from "../core/dom.js";

export class Board {
  /** @param {HTMLElement} host @param {any} ctx */
  mount(host, ctx) {
    this.ctx = ctx;
    this.text = h("pre", { class: "plain", tabindex: "0" });
    this.moves = h("div", { class: "plain-moves" });
    put(host, this.text, this.moves);
  }

  /** @param {any} data */
  update(data) {
    put(/** @type {Element} */ (this.text), data.text);
  }

  /** @param {any[]} list */
  setLegal(list) {
    const button = (/** @type {any} */ item) =>
      h("button", {
        type: "button",
        onclick: (/** @type {PointerEvent} */ event) => this.ctx.pick(item, event.pointerType),
      }, item.a);
    put(/** @type {Element} */ (this.moves), list.filter((item) => !item.targets.button).map(button));
  }

  setMarks() {}

  flip() {}

  focus() {
    /** @type {HTMLElement | undefined} */ (this.moves?.querySelector("button"))?.focus();
  }

  cancel() {
    return false;
  }

  destroy() {
    this.text?.remove();
    this.moves?.remove();
  }
}
