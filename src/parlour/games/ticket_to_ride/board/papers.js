// @ts-check
/** Beside the map, one at a time: the tickets, or all routes as a list; whose, where all cards are open.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item */
import { h, put } from "/static/core/dom.js";
import { RouteList } from "./list.js";
import { Tickets } from "./tickets.js";
import { say, seatWord } from "./words.js";

const NAMES = /** @type {const} */ (["tickets", "routes"]);

export class Papers {
  /** @param {{choose: (route: number, pointer: string) => void, point: (route: number | null) => void,
   *   show: (ticket: import("./types.d.ts").Ticket | null) => void, changed: () => void,
   *   watch: (seat: number | null) => void}} ctx */
  constructor(ctx) {
    this.tickets = new Tickets(ctx);
    this.routes = new RouteList(ctx);
    this.offered = false;
    this.players = 0;
    this.whose = h("select", {
      class: "whose",
      "aria-label": say("whose"),
      onchange: (/** @type {any} */ { target: { value } }) => ctx.watch(value === "" ? null : Number(value)),
    });
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
      this.whose,
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
    this.whose.hidden = data.viewer !== null;
    if (this.players !== data.seats.length) this.fill(data.seats.length);
    const offered = Boolean(data.seats[seat].offers?.length);
    if (offered && !this.offered) this.open("tickets");
    this.offered = offered;
    this.tickets.update(data, seat);
    this.routes.update(data, seat, claims);
  }

  /** @param {number} players */
  fill(players) {
    this.players = players;
    put(
      this.whose,
      h("option", { value: "" }, say("whose.mover")),
      Array.from({ length: players }, (_, seat) => h("option", { value: seat }, seatWord(seat))),
    );
  }
}
