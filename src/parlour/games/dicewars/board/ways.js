// @ts-check
/** Ways over the map with the keyboard. */

/** @type {Record<string, number[]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 0.25; // the cosine below which an area does not lie in a direction

/** The area that lies best in a direction from another, near ones first; 0 when none does.
 * @param {number[][]} spots @param {number} from @param {number[]} areas @param {number[]} way */
export function towards(spots, from, areas, [dx, dy]) {
  const [x, y] = spots[from - 1];
  let [best, value] = [0, 0];
  for (const area of areas) {
    const [ax, ay] = [spots[area - 1][0] - x, spots[area - 1][1] - y];
    const far = Math.hypot(ax, ay) || 1;
    const along = (ax * dx + ay * dy) / far;
    if (along > ASIDE && along / Math.sqrt(far) > value) [best, value] = [area, along / Math.sqrt(far)];
  }
  return best;
}

/** The areas that can attack, those with most dice first. @param {any[]} legal @param {number[]} dice */
export function sources(legal, dice) {
  const areas = new Set(legal.flatMap(({ targets }) => (targets.from ? [targets.from] : [])));
  return [...areas].sort((a, b) => dice[b - 1] - dice[a - 1] || a - b);
}
