// @ts-check
/** What is drawn upon routes and cards: advice, a move that waits to be confirmed, how good a move was. */
import { svg } from "/static/core/dom.js";
import { STAR } from "/static/kit/glyphs.js";
import { SIGNS } from "/static/kit/quality.js";
import { pointOn } from "./routes.js";

/** @typedef {{kind: string, text?: string, targets?: import("./types.d.ts").Targets}} Mark */

const [WIDE, HIGH] = [92, 44];

/** @param {Mark} mark */
const wordOf = ({ kind, text }) => (kind === "quality" ? SIGNS[/** @type {keyof SIGNS} */ (text)] : text) || "•";

/** A plate in the middle of a route. @param {number} route @param {Mark} mark */
export function routeSign(route, mark) {
  const [x, y] = pointOn(route, 0.5);
  const starred = mark.kind === "best" || mark.kind === "better";
  const word = mark.kind === "pending" || (starred && !mark.text) ? "" : wordOf(mark);
  const wide = word && starred ? WIDE + 30 : WIDE;
  return svg(
    "g",
    { class: `sign ${mark.kind}`, transform: `translate(${x - wide / 2} ${y - HIGH / 2})` },
    svg("rect", { width: wide, height: HIGH, rx: 10 }),
    starred ? svg("path", { d: STAR, transform: `translate(${word ? 8 : wide / 2 - 16} 6) scale(.32)` }) : null,
    word ? svg("text", { x: starred ? wide / 2 + 16 : wide / 2, y: 31 }, word) : null,
  );
}

/** A badge at the corner of a card or pile. @param {Mark} mark */
export const cardSign = (mark) => ({
  kind: mark.kind,
  text: mark.kind === "best" || mark.kind === "better" ? "★" : mark.kind === "pending" ? "✓" : wordOf(mark),
});
