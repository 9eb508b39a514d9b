// @ts-check
/** Where routes lie on the map: the curve of each, the nearest to a point, the next one in a direction. */
import { TABLE } from "./table.js";

/** @typedef {[number, number]} Point */

const STEPS = 24;

/** @param {number} route @returns {[Point, Point, Point]} */
function controls(route) {
  const { ends: [first, second], middle } = TABLE.routes[route];
  return [TABLE.cities[first].at, middle, TABLE.cities[second].at];
}

/** A point of a route, from 0 at its first city to 1 at its second.
 * @param {number} route @param {number} part @returns {Point} */
export function pointOn(route, part) {
  const [[x0, y0], [x1, y1], [x2, y2]] = controls(route);
  const rest = 1 - part;
  return [
    rest * rest * x0 + 2 * rest * part * x1 + part * part * x2,
    rest * rest * y0 + 2 * rest * part * y1 + part * part * y2,
  ];
}

/** A route's curve as a path. @param {number} route */
export function curve(route) {
  const [start, middle, end] = controls(route);
  return `M${start}Q${middle} ${end}`;
}

const POINTS = TABLE.routes.map((_, route) =>
  Array.from({ length: STEPS - 1 }, (_, i) => pointOn(route, (i + 1) / STEPS))
);

/** The route that lies nearest to a point, if it lies within some distance.
 * @param {Point} at @param {number} within @returns {number | null} */
export function nearestRoute([x, y], within) {
  let best = null;
  let least = within;
  POINTS.forEach((points, route) => {
    for (const [px, py] of points) {
      const far = Math.hypot(px - x, py - y);
      if (far < least) [best, least] = [route, far];
    }
  });
  return best;
}

/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The next route from one in the direction of an arrow key, straight ahead before aside.
 * @param {number} from @param {string} key @param {number[]} among */
export function nextRoute(from, key, among) {
  const [dx, dy] = WAYS[key];
  const [x, y] = pointOn(from, 0.5);
  let best = from;
  let least = Infinity;
  for (const route of among) {
    const [px, py] = pointOn(route, 0.5);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (route === from || ahead <= 0 || aside > 2 * ahead) continue;
    if (ahead + 2 * aside < least) [best, least] = [route, ahead + 2 * aside];
  }
  return best;
}
