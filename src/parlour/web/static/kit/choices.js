// @ts-check
/** Actions that stand for no place on a board, as buttons below it. */
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @typedef {import("../core/protocol.d.ts").LegalMove} Legal */
/** @typedef {import("./marks.js").Mark} Mark */

export class Choices {
  /** @param {(item: Legal, pointer: string) => void} pick */
  constructor(pick) {
    this.pick = pick;
    /** @type {Map<string, any>} */
    this.buttons = new Map();
    this.element = h("div", { class: "choices", role: "group", "aria-label": t("table.actions") });
  }

  /** The actions to offer; those that the bar has as buttons are left out. @param {Legal[]} list */
  show(list) {
    const items = list.filter((item) => !item.targets.button);
    this.buttons = new Map(items.map((item) => [item.a, this.button(item)]));
    put(this.element, [...this.buttons.values()]);
  }

  /** @param {Legal} item */
  button(item) {
    const press = (/** @type {PointerEvent} */ event) => this.pick(item, event.pointerType || "keyboard");
    return h("button", { type: "button", onclick: press }, item.a);
  }

  /** Show what is advised, or waits to be confirmed. @param {Mark[]} marks */
  mark(marks) {
    for (const [action, button] of this.buttons) {
      const mark = marks.find(({ a, kind }) => a === action && kind !== "quality");
      button.className = mark?.kind ?? "";
      const words = mark ? [t(`mark.${mark.kind}`), mark.text].filter(Boolean).join(" ") : "";
      put(button, action, words ? h("small", {}, words) : null);
    }
  }

  /** Put the focus on the first of them; whether there is one. */
  focus() {
    const [first] = this.buttons.values();
    first?.focus();
    return Boolean(first);
  }
}
