// @ts-check
/** Dice as pictures. */
import { svg } from "../core/dom.js";

/** Where the pips of each face lie, in thirds of the die. */
const PIPS = [
  [],
  [[1, 1]],
  [[0, 0], [2, 2]],
  [[0, 0], [1, 1], [2, 2]],
  [[0, 0], [2, 0], [0, 2], [2, 2]],
  [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
];

/** A die that shows a face, in two colours. @param {number} face @param {string} fill @param {string} ink */
export function die(face, fill, ink) {
  const pips = PIPS[face].map(([x, y]) => svg("circle", { cx: 26 + 24 * x, cy: 26 + 24 * y, r: 10, fill: ink }));
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" },
    svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20, fill, stroke: "#111418", "stroke-width": 6 }),
    pips,
  );
}
