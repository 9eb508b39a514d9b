// @ts-check
/** The ways to pay for a route, shown over the map until one is chosen.
 * @typedef {import("./types.d.ts").Item} Item */
import { h, put } from "/static/core/dom.js";
import { trainCard } from "./cards.js";
import { sparing } from "./claims.js";
import { payWord, routeWord, say } from "./words.js";

const LOCOMOTIVE = 8;

export class Sheet {
  /** @param {(item: Item) => void} pay @param {() => void} closed */
  constructor(pay, closed) {
    this.pay = pay;
    this.closed = closed;
    this.element = h("div", { class: "sheet", role: "dialog", hidden: true });
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {number} route @param {Item[]} ways */
  show(route, ways) {
    const [few, more] = sparing(ways);
    const title = say("sheet.title", { route: routeWord(route) });
    const others = h("div", { class: "ways", hidden: true }, more.map((way) => this.button(way)));
    const reveal = (/** @type {any} */ event) => {
      others.hidden = false;
      event.currentTarget.hidden = true;
      others.querySelector("button")?.focus();
    };
    this.element.setAttribute("aria-label", title);
    put(
      this.element,
      h("h3", {}, title),
      h("div", { class: "ways" }, few.map((way) => this.button(way))),
      more.length ? h("button", { type: "button", class: "quiet", onclick: reveal }, say("sheet.more")) : null,
      others,
      h("button", { type: "button", class: "quiet", onclick: () => this.close() }, say("sheet.cancel")),
    );
    this.element.hidden = false;
    this.element.querySelector("button")?.focus();
  }

  /** @param {Item} way */
  button(way) {
    const [colour, cards, wild] = way.targets.pay ?? [0, 0, 0];
    const pay = () => {
      this.close();
      this.pay(way);
    };
    return h(
      "button",
      { type: "button", class: "way-to-pay", "aria-label": payWord(colour, cards, wild), onclick: pay },
      cards ? [trainCard(colour), h("b", {}, `×${cards}`)] : null,
      wild ? [trainCard(LOCOMOTIVE), h("b", {}, `×${wild}`)] : null,
    );
  }

  /** Whether there was something to close. */
  close() {
    if (!this.open) return false;
    this.element.hidden = true;
    this.closed();
    return true;
  }
}
