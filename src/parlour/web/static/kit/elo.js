// @ts-check
/** Ratings with their intervals. */
import { svg } from "../core/dom.js";
import { number, signed, t } from "../core/i18n.js";

/** The lowest and the highest end of all intervals. @param {any[]} rows */
export function endsOf(rows) {
  const ends = rows.flatMap((row) => [row.elo_low, row.elo, row.elo_high]).filter((end) => end !== null);
  return [Math.min(...ends), Math.max(...ends)];
}

/** @param {any} row */
export function elo(row) {
  if (row.elo === null || row.elo_low === null || row.elo_high === null) return t("standings.unknown");
  return `${signed(row.elo)} ± ${number((row.elo_high - row.elo_low) / 2)}`;
}

/** The interval as a line. @param {any} row @param {number} low @param {number} high */
export function whisker(row, low, high) {
  if (row.elo === null || row.elo_low === null || row.elo_high === null) return "";
  const x = (/** @type {number} */ value) => 6 + (188 * (value - low)) / Math.max(high - low, 1);
  const [from, to] = [x(row.elo_low), x(row.elo_high)];
  return svg(
    "svg",
    { viewBox: "0 0 200 16", class: "whisker", role: "img", "aria-label": elo(row) },
    svg("path", { d: `M${from} 8H${to}M${from} 4V12M${to} 4V12` }),
    svg("circle", { cx: x(row.elo), cy: 8, r: 4 }),
  );
}
