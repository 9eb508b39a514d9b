// @ts-check
/** A game without a board of its own: its position as text, its actions as buttons. */
import { h, put } from "../core/dom.js";
import { Choices } from "./choices.js";

export class Board {
  /** @param {HTMLElement} host @param {any} ctx */
  mount(host, ctx) {
    this.text = h("pre", { class: "plain", tabindex: "0" });
    this.choices = new Choices(ctx.pick);
    put(host, this.text, this.choices.element);
  }

  /** @param {any} data */
  update(data) {
    put(/** @type {Element} */ (this.text), data.text);
  }

  /** @param {any[]} list */
  setLegal(list) {
    this.choices?.show(list);
  }

  /** @param {any[]} marks */
  setMarks(marks) {
    this.choices?.mark(marks);
  }

  flip() {}

  focus() {
    this.choices?.focus();
  }

  cancel() {
    return false;
  }

  destroy() {
    this.text?.remove();
    this.choices?.element.remove();
  }
}
