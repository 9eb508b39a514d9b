// @ts-check
/** The map in its window: pointed at, clicked, walked over with the arrow keys, zoomed.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Ticket} Ticket
 * @typedef {import("./signs.js").Mark} Mark */
import { h, put } from "/static/core/dom.js";
import { RailwayMap } from "./map.js";
import { nearestRoute, nextRoute, pointOn } from "./routes.js";
import { routeSign } from "./signs.js";
import { TABLE } from "./table.js";
import { say } from "./words.js";
import { Zoom } from "./zoom.js";

const FINGER = 22; // pixels around a route that count as the route
const NEAR = 16; // units of the map that do so at least
const ALL = TABLE.routes.map((_, route) => route);
const NARROW = 560; // pixels: a map that is not wider starts closer
const CLOSER = 2;

/** @typedef {{point: (route: number | null) => void, choose: (route: number, pointer: string) => void,
 *   skip: () => void}} Context */

export class Stage {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.map = new RailwayMap();
    this.route = /** @type {number | null} */ (null); // the one that is pointed at
    this.started = false;
    this.window = h(
      "div",
      {
        class: "window",
        tabindex: 0,
        role: "application",
        "aria-label": say("map.label"),
        onpointermove: (/** @type {PointerEvent} */ event) => this.hover(event),
        onpointerleave: () => this.leave(),
        onclick: (/** @type {PointerEvent} */ event) => this.click(event),
        ondblclick: (/** @type {MouseEvent} */ event) => this.twice(event),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
        onblur: () => this.leave(),
      },
      this.map.element,
    );
    this.zoom = new Zoom(this.window, this.map.element);
    this.last = h("p", { class: "last-round", hidden: true });
    this.skip = h(
      "button",
      { type: "button", class: "skip-reveal", hidden: true, onclick: ctx.skip },
      say("reveal.skip"),
    );
    this.element = h("div", { class: "stage-map" }, this.window, this.buttons(), this.last, this.skip);
  }

  buttons() {
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ run) =>
      h("button", { type: "button", "aria-label": say(`zoom.${key}`), title: say(`zoom.${key}`), onclick: run }, sign);
    return h(
      "div",
      { class: "zoom" },
      button("closer", "+", () => this.zoom.closer()),
      button("wider", "−", () => this.zoom.wider()),
      button("whole", "▢", () => this.zoom.set(1)),
    );
  }

  /** @param {Data} data @param {boolean} fresh */
  update(data, fresh) {
    if (!this.started && this.window.clientWidth) this.start();
    this.map.update(data, fresh);
    this.last.hidden = data.last < 0 || data.phase === "over";
    put(this.last, say("last.round", { n: data.last }));
  }

  /** For a diagram: only a part of the map, or only the hand.
   * @param {{part: string, show?: Ticket}} data @param {HTMLElement | undefined} root */
  crop({ part, show }, root) {
    this.started = true;
    root?.classList.add(part === "hand" ? "only-hand" : "only-map");
    if (part !== "hand") this.map.element.setAttribute("viewBox", part);
    if (show) this.map.showTicket(show.ticket, show.way);
  }

  /** A small window starts closer, so that names can be read. */
  start() {
    this.started = true;
    if (this.window.clientWidth <= NARROW) this.zoom.set(CLOSER);
  }

  /** @param {number[]} routes */
  setClaims(routes) {
    this.map.tag("claimable", routes);
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    const signs = marks.flatMap((mark) =>
      mark.targets?.route === undefined ? [] : [routeSign(mark.targets.route, mark)]
    );
    put(this.map.signs, signs);
  }

  /** @param {number | null} route @param {boolean} bring */
  point(route, bring) {
    this.route = route;
    this.map.point(route);
    if (bring && route !== null) this.zoom.reveal(pointOn(route, 0.5));
  }

  /** @param {Ticket | null} ticket */
  showTicket(ticket) {
    this.map.showTicket(ticket?.ticket ?? null, ticket?.way ?? []);
    if (ticket) this.zoom.reveal(TABLE.cities[TABLE.tickets[ticket.ticket].ends[0]].at);
  }

  /** @param {boolean} is */
  offerSkip(is) {
    this.skip.hidden = !is;
  }

  /** The route under a pointer. @param {MouseEvent} event */
  routeAt(event) {
    const { left, top } = this.map.element.getBoundingClientRect();
    const { scale } = this.zoom;
    const at = /** @type {[number, number]} */ ([(event.clientX - left) / scale, (event.clientY - top) / scale]);
    return nearestRoute(at, Math.max(NEAR, FINGER / scale));
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType === "touch") return;
    const route = this.routeAt(event);
    this.window.classList.toggle("over-route", route !== null);
    if (route !== this.route) this.ctx.point(route);
  }

  leave() {
    if (this.route !== null) this.ctx.point(null);
  }

  /** @param {PointerEvent} event */
  click(event) {
    const route = this.routeAt(event);
    if (route === null) this.ctx.point(null);
    else this.ctx.choose(route, event.pointerType);
  }

  /** Two taps beside the routes zoom. @param {MouseEvent} event */
  twice(event) {
    if (this.routeAt(event) === null) this.zoom.closerAt(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = {
      "+": () => this.zoom.closer(),
      "-": () => this.zoom.wider(),
      "0": () => this.zoom.set(1),
      Enter: () => this.route !== null && this.ctx.choose(this.route, "key"),
    }[event.key] ?? (event.key.startsWith("Arrow") ? () => this.walk(event.key) : null);
    if (!run) return;
    event.preventDefault();
    run();
  }

  /** @param {string} key an arrow */
  walk(key) {
    const from = this.route ?? nearestRoute([TABLE.size[0] / 2, TABLE.size[1] / 2], Infinity) ?? 0;
    const route = this.route === null ? from : nextRoute(from, key, ALL);
    this.ctx.point(route);
    this.zoom.reveal(pointOn(route, 0.5));
  }

  focus() {
    this.window.focus({ preventScroll: true });
  }
}
