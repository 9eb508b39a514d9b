// @ts-check
/** All routes as a list with a filter: the way to play without the map.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item */
import { h, putOnce } from "/static/core/dom.js";
import { colourChip } from "./cards.js";
import { isOpen, ownersOf } from "./claims.js";
import { TABLE } from "./table.js";
import { routeWord, say, seatWord, trackWord } from "./words.js";

const FREE = -1;
const CLOSED = -2;

export class RouteList {
  /** @param {{point: (route: number | null) => void, choose: (route: number, pointer: string) => void}} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.data = /** @type {Data | null} */ (null);
    this.seat = 0;
    /** @type {Map<number, Item[]>} */
    this.claims = new Map();
    this.filter = h("input", {
      type: "search",
      class: "filter",
      placeholder: say("list.filter"),
      "aria-label": say("list.filter"),
      oninput: () => this.draw(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.down(event),
    });
    this.lists = h("div", { class: "lists" });
    this.element = h("div", { class: "routes" }, this.filter, this.lists);
  }

  /** The arrow goes from the filter to the first route. @param {KeyboardEvent} event */
  down(event) {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (this.lists.querySelector("button"))?.focus();
  }

  /** @param {Data} data @param {number} seat @param {Map<number, Item[]>} claims */
  update(data, seat, claims) {
    [this.data, this.seat, this.claims] = [data, seat, claims];
    if (this.element.isConnected && !this.element.hidden) this.draw();
  }

  draw() {
    const { data, seat, claims } = this;
    if (!data) return;
    const wanted = this.filter.value.trim().toLowerCase();
    const key = JSON.stringify([wanted, seat, data.owner, [...claims.keys()]]);
    putOnce(this.lists, key, () => this.groups(data, seat, wanted));
  }

  /** @param {Data} data @param {number} seat @param {string} wanted */
  groups(data, seat, wanted) {
    const routes = TABLE.routes.map((_, route) => route).filter((route) =>
      routeWord(route).toLowerCase().includes(wanted)
    );
    const [ready, later] = [true, false].map((is) => routes.filter((route) => this.claims.has(route) === is));
    const open = later.filter((route) => isOpen(data, route, seat));
    const gone = later.filter((route) => !open.includes(route));
    return [["ready", ready], ["open", open], ["gone", gone]].map(([key, group]) =>
      group.length ? [h("h3", {}, say(`list.${key}`)), this.list(data, /** @type {number[]} */ (group))] : null
    );
  }

  /** @param {Data} data @param {number[]} routes */
  list(data, routes) {
    return h("ul", { class: "route-list" }, routes.map((route) => h("li", {}, this.button(data, route))));
  }

  /** @param {Data} data @param {number} route */
  button(data, route) {
    const { length, points, tracks } = TABLE.routes[route];
    const owners = ownersOf(data, route);
    const there = tracks.filter((track) => data.owner[track] !== CLOSED);
    const free = there.filter((track) => data.owner[track] === FREE).map((track) => TABLE.tracks[track].colour);
    const colours = [...new Set(free)];
    const label = say("list.label", {
      route: routeWord(route),
      n: length,
      points,
      colours: colours.map(trackWord).join(say("or")) || owners.map(seatWord).join(", "),
    });
    return h(
      "button",
      {
        type: "button",
        "data-route": route,
        "aria-label": label,
        onclick: (/** @type {PointerEvent} */ event) => this.ctx.choose(route, event.pointerType),
        onpointerenter: () => this.ctx.point(route),
        onpointerleave: () => this.ctx.point(null),
        onfocus: () => this.ctx.point(route),
        onblur: () => this.ctx.point(null),
      },
      h("span", { class: "route-name", translate: "no" }, routeWord(route)),
      h(
        "span",
        { class: "route-colours" },
        colours.map(colourChip),
        colours.length ? null : owners.map(seatWord).join(),
      ),
      h("b", {}, `${length}`),
    );
  }
}
