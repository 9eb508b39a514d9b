// @ts-check
/** The layer above the areas: what is chosen, what was played, what is advised, where the focus is. */
import { advice, arrow, gain, grade, liftedArea, oddsPlate, ring } from "./signs.js";

const PLATE = 50; // how far a plate above an area reaches beyond its middle

/** @param {any} board @returns {any[]} the shapes of the layer */
export function overlay(board) {
  const { drawn, marks } = board;
  const spot = (/** @type {number} */ area) => drawn.spots[area - 1];
  return [
    board.selected ? choice(board, spot) : lastMove(board, spot),
    focusRing(board.map),
    marks.map((/** @type {any} */ mark) => sign(mark, spot, board)),
  ];
}

/** The chosen area and what it can attack. @param {any} board @param {(area: number) => number[]} spot */
function choice({ legal, map, selected }, spot) {
  const attacks = legal.flatMap((/** @type {any} */ { targets }) => (targets.from === selected ? [targets] : []));
  return [
    attacks.map((/** @type {any} */ { to }) => ring("target", map.outline(to))),
    liftedArea(map.areas[selected], map.outline(selected)),
    attacks.map((/** @type {any} */ targets) => oddsPlate(targets, spot(targets.to))),
  ];
}

/** The last attack as an arrow, or the new dice; nothing while dice tumble.
 * @param {any} board @param {(area: number) => number[]} spot */
function lastMove({ data, drawn, event }, spot) {
  const { targets } = event ?? {};
  if (drawn !== data || !targets) return null;
  if (targets.placed) return targets.placed.map((/** @type {number[]} */ [area, dice]) => gain(dice, spot(area)));
  return targets.from ? arrow(targets.won ? "won" : "lost", spot(targets.from), spot(targets.to)) : null;
}

/** @param {any} map */
function focusRing(map) {
  const group = document.activeElement?.closest(".dw-area");
  const area = Number(group?.getAttribute("data-area"));
  const shown = group && map.areas[area] === group && group.matches(":focus-visible");
  return shown ? ring("focus", map.outline(area)) : null;
}

/** @param {any} mark @param {(area: number) => number[]} spot @param {any} board */
function sign(mark, spot, { drawn, map }) {
  const { kind, from, to } = mark;
  if (!from || !to) return null;
  if (kind === "quality") return grade(mark.text, spot(to));
  const way = arrow(kind, spot(from), spot(to));
  if (kind === "pending") return way;
  const rings = kind === "good" ? null : [from, to].map((area) => ring("hint", map.outline(area)));
  const above = spot(from)[1] > spot(to)[1] && spot(to)[1] - PLATE > drawn.frame[1];
  return [rings, way, advice(mark, spot(to), above)];
}
