// @ts-check
/** Ways over the map with the keyboard. */

/** @type {Record<string, number[]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 0.25; // the cosine below which an area does not lie in a direction

/** The area that lies best in a direction from another, near ones first; 0 when none does.
 * @param {number[][]} spots @param {number} from @param {number[]} areas @param {number[]} way */
function towards(spots, from, areas, [dx, dy]) {
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

/** The next area that can attack, those with most dice first; 0 behind the last, or while one is chosen.
 * @param {any} board @param {number} area @param {boolean} back */
export function nextSource({ data, legal, selected }, area, back) {
  if (selected) return 0;
  const areas = sources(legal, data.dice);
  const place = areas.indexOf(area);
  return (back ? areas[place - 1] : areas[place + 1]) ?? 0;
}

/** Where an arrow leads: to a target of the chosen area, or to any neighbour.
 * @param {any} board @param {number} area @param {string} key */
export function areaBeside(board, area, key) {
  const way = ARROWS[key];
  if (!way) return 0;
  const { neighbours, spots } = board.data;
  if (!board.selected) return towards(spots, area, neighbours[area - 1], way);
  const targets = neighbours[board.selected - 1].filter((/** @type {number} */ near) => board.attack(near));
  return towards(spots, board.selected, targets, way);
}
