// @ts-check
/** The shapes of the graph of a game: areas, lines and bars.
 * @typedef {import("../core/protocol.d.ts").AnalysisMessage} AnalysisMessage
 * @typedef {import("./quality.js").Verdict} Verdict
 * @typedef {(at: number) => number} Scale
 * @typedef {{ply: number, win: number[]}} Point */
import { svg } from "../core/dom.js";
import { COLOURS } from "./glyphs.js";

const WIDTH = 6; // of a bar
const SEEN = 0.02; // what is drawn as a bar
const FULL = 0.25; // what a bar of full height stands for

/** What each agent said of the positions; what is certain is said by all.
 * @param {Map<number, AnalysisMessage>} analyses @returns {Map<number, AnalysisMessage>[]} */
export function opinions(analyses) {
  const judged = [...analyses.values()].some(({ purpose }) => purpose === "replay");
  const agents = new Set([...analyses.values()].map(({ agent }) => agent).filter(Boolean));
  if (judged || agents.size < 2) return [analyses];
  return [...agents].map((agent) => new Map([...analyses].filter(([, one]) => !one.agent || one.agent === agent)));
}

/** The first side's value as a line, the first agent's over an area.
 * @param {Point[]} points @param {Scale} x @param {Scale} y @param {number} base @param {number} place */
export function side(points, x, y, base, place) {
  if (points.length < 2) return null;
  const line = points.map(({ ply, win }) => `${x(ply)},${y(win[0])}`).join(" ");
  if (place) return svg("polyline", { points: line, class: "line second" });
  return [
    svg("polygon", {
      class: "area",
      points: `${x(points[0].ply)},${base} ${line} ${x(points[points.length - 1].ply)},${base}`,
    }),
    svg("polyline", { points: line, class: "line" }),
  ];
}

/** The shares of all sides, one upon the other.
 * @param {Point[]} points @param {Scale} x @param {Scale} y @param {number[][]} sides */
export function stacked(points, x, y, sides) {
  const top = (/** @type {number[]} */ win, /** @type {number} */ upTo) =>
    1 - win.slice(0, upTo).reduce((sum, share) => sum + share, 0);
  return sides.map(([seat], place) => {
    const upper = points.map(({ ply, win }) => `${x(ply)},${y(top(win, place))}`);
    const lower = points.map(({ ply, win }) => `${x(ply)},${y(top(win, place + 1))}`).reverse();
    return svg("polygon", {
      class: "share-area",
      points: [...upper, ...lower].join(" "),
      fill: COLOURS[seat % COLOURS.length],
    });
  });
}

/** A bar from a line upwards or downwards.
 * @param {number} x @param {number} from @param {number} by @param {number} most @param {string} kind */
function bar(x, from, by, most, kind) {
  const height = most * Math.min(Math.abs(by) / FULL, 1);
  return svg("rect", { x: x - WIDTH / 2, y: by > 0 ? from - height : from, width: WIDTH, height, class: kind });
}

/** What moves gave away, as filled bars below the line.
 * @param {Map<number, Verdict>} judged @param {Scale} x @param {number} line @param {number} most */
export const lossBars = (judged, x, line, most) =>
  [...judged].flatMap(([ply, { loss, quality }]) =>
    quality && loss && loss >= SEEN ? [bar(x(ply), line, -loss, most, `loss ${quality}`)] : []
  );

/** Luck, as hollow bars: above the line it helped who moved.
 * @param {Map<number, Verdict>} judged @param {Scale} x @param {number} line @param {number} most */
export const luckBars = (judged, x, line, most) =>
  [...judged].flatMap(([ply, { luck, luck_pm }]) =>
    luck && Math.abs(luck) >= Math.max(SEEN, luck_pm ?? 0) ? [bar(x(ply), line, luck, most, "luck")] : []
  );
