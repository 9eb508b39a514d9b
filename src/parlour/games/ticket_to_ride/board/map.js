// @ts-check
/** The map: routes with their cars, cities with their names; only what has changed is drawn anew.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Track} Track */
import { put, svg } from "/static/core/dom.js";
import { tempo } from "/static/core/settings.js";
import { trainSign } from "./cards.js";
import { curve } from "./routes.js";
import { TABLE } from "./table.js";

const GREY = 8;
const FREE = -1;
const CLOSED = -2;
const [FREE_HIGH, CLAIMED_HIGH] = [20, 25];

/** @param {[number, number, number, number]} car @param {number} high @param {Record<string, any>} props */
const box = ([x, y, length, angle], high, props) =>
  svg("rect", {
    x: x - length / 2,
    y: y - high / 2,
    width: length,
    height: high,
    transform: `rotate(${angle} ${x} ${y})`,
    ...props,
  });

/** A place for a car in the colour of its track, with the colour's sign.
 * @param {[number, number, number, number]} car @param {number} colour */
const slot = (car, colour) => [
  box(car, FREE_HIGH, { rx: 3, class: "slot", fill: colour === GREY ? TABLE.grey : TABLE.trains[colour].fill }),
  colour === GREY ? null : trainSign(colour, car[0], car[1], 14),
];

/** A car of a player: larger, with a thick outline and the player's sign.
 * @param {[number, number, number, number]} car @param {number} seat */
function wagon(car, seat) {
  const { fill, ink, shape } = TABLE.owners[seat];
  const [x, y] = car;
  return svg(
    "g",
    { class: "wagon" },
    box(car, CLAIMED_HIGH, { rx: 7, fill }),
    svg("path", { d: shape, fill: ink, transform: `translate(${x - 8.5} ${y - 8.5}) scale(.17)` }),
  );
}

/** A city and its name on a rim of the paper's colour. @param {import("./types.d.ts").City} city */
function cityShape({ at: [x, y], label: [left, top], anchor, lines }) {
  const line = (/** @type {string} */ text, /** @type {number} */ i) =>
    svg("text", { x: left, y: top + 25 * i, "text-anchor": anchor, translate: "no" }, text);
  return svg("g", { class: "city" }, svg("circle", { cx: x, cy: y, r: 13 }), lines.map(line));
}

export class RailwayMap {
  constructor() {
    const [width, height] = TABLE.size;
    /** @type {number[]} */
    this.owner = [];
    this.glows = TABLE.routes.map((_, route) =>
      svg("path", { d: curve(route), class: TABLE.routes[route].tracks.length > 1 ? "glow double" : "glow" })
    );
    this.tracks = TABLE.tracks.map((_, track) => svg("g", { class: "track", "data-track": track }));
    this.cities = TABLE.cities.map(cityShape);
    this.trail = svg("g", { class: "trail" });
    this.signs = svg("g", { class: "signs" });
    this.element = svg(
      "svg",
      { class: "map", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("rect", { class: "paper", width, height, rx: 20 }),
      svg("path", { class: "bed", d: TABLE.routes.map((_, route) => curve(route)).join("") }),
      this.glows,
      this.trail,
      this.tracks,
      this.cities,
      this.signs,
    );
  }

  /** Draw the tracks whose owner is another than before. @param {Data} data @param {boolean} fresh */
  update(data, fresh) {
    TABLE.tracks.forEach((track, number) => {
      const owner = data.owner[number];
      if (owner !== this.owner[number]) this.drawTrack(number, track, owner, fresh && owner >= 0);
    });
    this.owner = data.owner;
  }

  /** @param {number} number @param {Track} track @param {number} owner @param {boolean} fresh */
  drawTrack(number, { cars, colour }, owner, fresh) {
    const group = this.tracks[number];
    put(group, cars.map((car) => (owner >= 0 ? wagon(car, owner) : slot(car, colour))));
    group.classList.toggle("closed", owner === CLOSED);
    group.classList.toggle("free", owner === FREE);
    if (owner >= 0) group.dataset.owner = String(owner);
    else delete group.dataset.owner;
    if (fresh && tempo()) this.layCars(group);
  }

  /** Cars come one after the other. @param {SVGGElement} group */
  layCars(group) {
    [...group.children].forEach((car, i) =>
      car.animate([{ opacity: 0 }, { opacity: 1 }], {
        duration: 180 * tempo(),
        delay: 60 * i * tempo(),
        fill: "backwards",
      })
    );
  }

  /** Give some routes a class, and take it from all others. @param {string} name @param {Iterable<number>} routes */
  tag(name, routes) {
    const tagged = new Set(routes);
    this.glows.forEach((glow, route) => {
      const is = tagged.has(route);
      if (glow.classList.contains(name) === is) return;
      glow.classList.toggle(name, is);
      for (const track of TABLE.routes[route].tracks) this.tracks[track].classList.toggle(name, is);
    });
  }

  /** Ring some cities. @param {string} name @param {Iterable<number>} cities */
  ring(name, cities) {
    const ringed = new Set(cities);
    this.cities.forEach((city, number) => city.classList.toggle(name, ringed.has(number)));
  }

  /** Point at a route, or at none. @param {number | null} route */
  point(route) {
    this.tag("pointed", route === null ? [] : [route]);
    this.ring("pointed", route === null ? [] : TABLE.routes[route].ends);
  }

  /** Show the cities of a ticket and a way between them, all else pale.
   * @param {number | null} ticket @param {number[]} way */
  showTicket(ticket, way) {
    this.element.classList.toggle("pale", ticket !== null);
    this.tag("way", way);
    this.ring("ends", ticket === null ? [] : TABLE.tickets[ticket].ends);
  }

  /** Draw longest paths along their routes. @param {number[][]} trails */
  showTrails(trails) {
    put(
      this.trail,
      trails.map((routes) => {
        const d = routes.map(curve).join("");
        return [svg("path", { d, class: "trail-edge" }), svg("path", { d, class: "trail-line" })];
      }),
    );
  }
}
