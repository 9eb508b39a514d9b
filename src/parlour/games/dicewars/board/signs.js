// @ts-check
/** What is drawn above the areas: the chosen source, targets with their odds, arrows, stars, and new dice. */
import { svg } from "/static/core/dom.js";
import { percent } from "/static/core/i18n.js";
import { STAR } from "/static/kit/glyphs.js";
import { SIGNS } from "/static/kit/quality.js";

/** A thick line round an area. @param {string} kind @param {string} d */
export const ring = (kind, d) =>
  svg("g", { class: `dw-ring ${kind}` }, svg("path", { class: "casing", d }), svg("path", { d }));

/** The chosen area, lifted over its shadow. @param {any} group the area @param {string} d its outline */
export function liftedArea(group, d) {
  const copy = group.cloneNode(true);
  for (const name of ["role", "tabindex", "aria-label", "aria-pressed", "data-area"]) copy.removeAttribute(name);
  return [
    svg("path", { class: "dw-shadow", d }),
    svg("g", { class: "dw-lifted" }, copy, ring("source", d)),
  ];
}

/** The chance to win on a target. @param {any} targets @param {number[]} spot */
export const oddsPlate = ({ dice: [own, other], odds }, [x, y]) =>
  svg(
    "g",
    { class: "dw-plate", transform: `translate(${x} ${y + 23})` },
    svg("rect", { x: -31, y: -13, width: 62, height: 26, rx: 7 }),
    svg("text", { class: "dw-odds" }, percent(odds)),
    svg("title", {}, `${own} v ${other}`),
  );

/** From one area to another; between near ones the arrow is short. @param {string} kind
 * @param {number[]} from @param {number[]} to */
export function arrow(kind, [x0, y0], [x1, y1]) {
  const far = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [x, y] = [(x1 - x0) / far, (y1 - y0) / far];
  const [start, end, head] = [Math.min(24, 0.2 * far), Math.min(26, 0.24 * far), Math.min(18, 0.3 * far)];
  const [ex, ey] = [x1 - end * x, y1 - end * y];
  const [bx, by] = [ex - head * x, ey - head * y];
  const tip = `L${bx - 10 * y} ${by + 10 * x}L${ex} ${ey}L${bx + 10 * y} ${by - 10 * x}L${bx} ${by}`;
  const d = `M${x0 + start * x} ${y0 + start * y}L${bx} ${by}${tip}Z`;
  return svg("g", { class: `dw-arrow ${kind}` }, svg("path", { class: "casing", d }), svg("path", { d }));
}

/** An attack that is advised, with its odds on the target, above or below it; a star on the best.
 * @param {any} mark @param {number[]} spot @param {boolean} above */
export function advice({ kind, targets }, [x, y], above) {
  const star = kind !== "good";
  const width = star ? 82 : 62;
  return svg(
    "g",
    { class: `dw-plate ${kind}`, transform: `translate(${x} ${above ? y - 36 : y + 23})` },
    svg("rect", { x: -width / 2, y: -13, width, height: 26, rx: 7 }),
    star ? svg("path", { d: STAR, transform: `translate(${3 - width / 2} -11) scale(.22)` }) : null,
    svg("text", { x: star ? 10 : 0, class: "dw-odds" }, percent(targets.odds)),
  );
}

/** How good an attack was, on its target. @param {keyof typeof SIGNS} quality @param {number[]} spot */
export const grade = (quality, [x, y]) =>
  svg(
    "g",
    { class: `dw-grade grade ${quality}`, transform: `translate(${x + 26} ${y - 22})` },
    svg("circle", { r: 13 }),
    svg("text", { y: 6 }, SIGNS[quality]),
  );

/** New dice on an area. @param {number} dice @param {number[]} spot */
export const gain = (dice, [x, y]) =>
  svg(
    "g",
    { class: "dw-gain", transform: `translate(${x + 27} ${y - 22})` },
    svg("circle", { r: 12 }),
    svg("text", {}, `+${dice}`),
  );
