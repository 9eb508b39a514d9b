// @ts-check
/** Beside the map, one at a time: the tickets, or all routes as a list.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item */
import { h } from "/static/core/dom.js";
import { RouteList } from "./list.js";
import { Tickets } from "./tickets.js";
import { say } from "./words.js";

const NAMES = /** @type {const} */ (["tickets", "routes"]);

export class Papers {
  /** @param {{choose: (route: number, pointer: string) => void, point: (route: number | null) => void,
   *   show: (ticket: import("./types.d.ts").Ticket | null) => void, changed: () => void}} ctx */
  constructor(ctx) {
    this.tickets = new Tickets(ctx);
    this.routes = new RouteList(ctx);
    this.offered = false;
    this.tabs = NAMES.map((name) =>
      h("button", {
        type: "button",
        role: "tab",
        id: `papers-${name}`,
        "aria-controls": `sheet-${name}`,
        onclick: () => this.open(name),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.turn(event),
      }, say(`papers.${name}`))
    );
    NAMES.forEach((name) => {
      const { element } = this[name];
      element.id = `sheet-${name}`;
      element.setAttribute("role", "tabpanel");
      element.setAttribute("aria-labelledby", `papers-${name}`);
    });
    this.element = h(
      "div",
      { class: "papers" },
      h("div", { class: "paper-tabs", role: "tablist", "aria-label": say("papers") }, this.tabs),
      this.tickets.element,
      this.routes.element,
    );
    this.open("tickets");
  }

  /** @param {"tickets" | "routes"} name */
  open(name) {
    NAMES.forEach((one, place) => {
      const is = one === name;
      this[one].element.hidden = !is;
      this.tabs[place].setAttribute("aria-selected", String(is));
      this.tabs[place].setAttribute("tabindex", is ? "0" : "-1");
    });
    if (name === "routes") this.routes.draw();
  }

  /** @param {KeyboardEvent} event */
  turn(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = this.tickets.element.hidden ? 0 : 1;
    this.open(NAMES[other]);
    this.tabs[other].focus();
  }

  /** @param {Data} data @param {number} seat @param {Map<number, Item[]>} claims */
  update(data, seat, claims) {
    const offered = Boolean(data.seats[seat].offers?.length);
    if (offered && !this.offered) this.open("tickets");
    this.offered = offered;
    this.tickets.update(data, seat);
    this.routes.update(data, seat, claims);
  }
}
