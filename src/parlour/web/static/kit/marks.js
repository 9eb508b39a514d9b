// @ts-check
/** What is drawn upon the squares of a board: what is legal, what was played, what is advised, how good it was. */
import { svg } from "../core/dom.js";
import { STAR } from "./glyphs.js";
import { SIGNS } from "./quality.js";

/** @typedef {{square?: string, from?: string, to?: string, kind: string, text?: string, a?: string,
 *   targets?: any}} Mark */

/** The signs of one square. @param {any} state
 * @param {Mark | undefined} mark @param {Mark | undefined} grade @param {any} [ghost] the piece of a pending move */
export function signs(state, mark, grade, ghost) {
  const shapes = [];
  if (state.last === "ring" && !grade) shapes.push(lastSign("ring"));
  if (state.effect) shapes.push(svg("circle", { cx: 50, cy: 50, r: 43, class: "sign-effect" }));
  if (state.legal && state.taken) shapes.push(svg("circle", { cx: 50, cy: 50, r: 45, class: "sign-take" }));
  else if (state.legal && !mark) shapes.push(svg("circle", { cx: 50, cy: 50, r: 11, class: "sign-legal" }));
  if (state.gain && !mark) shapes.push(svg("text", { x: 50, y: 84, class: "sign-gain" }, `+${state.gain}`));
  if (mark) shapes.push(mark.kind === "pending" ? pending(ghost) : plate(mark));
  if (grade) shapes.push(badge(/** @type {keyof SIGNS} */ (grade.text)));
  return shapes;
}

/** What lies under the piece of a square: the frame of the last move, and that of a piece that was picked.
 * @param {any} state */
export const under = (state) => [
  state.last === "frame" ? lastSign("frame") : null,
  state.selected ? svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 8, class: "sign-selected" }) : null,
];

/** Where the last move was: a ring in the middle, or a frame round a piece. @param {"ring" | "frame"} form */
const lastSign = (form) =>
  svg(
    "g",
    { class: "sign-last" },
    ["halo", "edge"].map((part) =>
      form === "ring"
        ? svg("circle", { cx: 50, cy: 50, r: 15, class: part })
        : svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 9, class: part })
    ),
  );

/** A move that waits to be confirmed: its piece, not yet there. @param {any} ghost */
const pending = (ghost) => [
  ghost ? svg("g", { class: "ghost" }, ghost) : null,
  svg("g", { class: ghost ? "plate pending" : "plate pending bare" }, svg("circle", { cx: 50, cy: 50, r: 44 })),
];

/** A plate with the value of a move, a star on the best. @param {Mark} mark */
const plate = (mark) =>
  svg(
    "g",
    { class: `plate ${mark.kind}` },
    svg("rect", { x: 8, y: 22, width: 84, height: mark.text ? 56 : 44, rx: 10 }),
    mark.kind === "best"
      ? svg("path", { d: STAR, transform: mark.text ? "translate(37 22) scale(.26)" : "translate(32 26) scale(.36)" })
      : null,
    mark.text ? svg("text", { x: 50, y: mark.kind === "best" ? 72 : 60 }, mark.text) : null,
  );

/** How good a move was, at the corner of its square. @param {keyof SIGNS} quality */
const badge = (quality) =>
  svg(
    "g",
    { class: `grade ${quality}` },
    svg("circle", { cx: 84, cy: 16, r: 17 }),
    svg("text", { x: 84, y: 24 }, SIGNS[quality]),
  );

/** From the middle of one square to another, in an arc over what lies between.
 * @param {string} kind @param {number[]} from @param {number[]} to */
export function arrow(kind, [x0, y0], [x2, y2]) {
  const far = Math.hypot(x2 - x0, y2 - y0) || 1;
  const [ux, uy] = [(x2 - x0) / far, (y2 - y0) / far];
  const [x1, y1] = [x0 + 0.36 * ux, y0 + 0.36 * uy];
  const [bx, by] = [x2 - 0.5 * ux, y2 - 0.5 * uy];
  const bend = far > 1.5 ? 0.25 : 0;
  const middle = [(x1 + bx) / 2 - bend * uy * far / 2, (y1 + by) / 2 + bend * ux * far / 2];
  const head = `M${x2 - 0.28 * ux} ${y2 - 0.28 * uy}L${bx - 0.16 * uy} ${by + 0.16 * ux}L${bx + 0.16 * uy} ${
    by - 0.16 * ux
  }Z`;
  return svg(
    "g",
    { class: `arrow ${kind}` },
    svg("path", { class: "shaft", d: `M${x1} ${y1}Q${middle} ${bx} ${by}` }),
    svg("path", { d: head }),
  );
}
