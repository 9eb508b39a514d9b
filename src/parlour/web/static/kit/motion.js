// @ts-check
/** How pieces move: what lies in a square slides, appears, turns over or falls away. */
import { svg } from "../core/dom.js";
import { tempo } from "../core/settings.js";

/** A piece comes from some squares away. @param {any} cell @param {number} columns @param {number} rows */
export function slide(cell, columns, rows) {
  cell.classList.add("lifted");
  const way = cell.firstElementChild.animate(
    [{ transform: `translate(${100 * columns}%, ${100 * rows}%)` }, { transform: "none" }],
    { duration: 220 * tempo(), easing: "ease-out" },
  );
  way.onfinish = () => cell.classList.remove("lifted");
}

/** A piece is put down. @param {any} cell */
export function appear(cell) {
  cell.firstElementChild.animate(
    [{ transform: "scale(1.2)", opacity: 0.3 }, { transform: "none", opacity: 1 }],
    { duration: 140 * tempo(), easing: "ease-out" },
  );
}

/** A drawing over what a square shows, until it is removed. @param {any} cell @param {any} drawing */
function cover(cell, drawing) {
  const old = svg("svg", { viewBox: "0 0 100 100", class: "old", "aria-hidden": "true" }, drawing);
  cell.append(old);
  return old;
}

/** A disc is turned over: it shows its old face up to the half, then the new one.
 * @param {any} cell @param {any} face the old one @param {number} ring how far from the disc that turns it */
export function turn(cell, face, ring) {
  const [half, delay] = [90 * tempo(), 20 * ring * tempo()];
  const [flat, edge] = [{ transform: "none" }, { transform: "scaleX(0)" }];
  const fresh = cell.firstElementChild;
  const old = cover(cell, face);
  const away = old.animate([flat, edge], { duration: half, delay, easing: "ease-in", fill: "both" });
  away.onfinish = () => old.remove();
  fresh.animate([edge, flat], { duration: half, delay: delay + half, easing: "ease-out", fill: "backwards" });
}

/** What lay in a square falls away. @param {any} cell @param {any} drawing */
export function fall(cell, drawing) {
  const old = cover(cell, drawing);
  const away = old.animate(
    [{ transform: "none", opacity: 1 }, { transform: "translateY(12%) rotate(9deg) scale(.5)", opacity: 0 }],
    { duration: 240 * tempo(), easing: "ease-in" },
  );
  away.onfinish = () => old.remove();
}
