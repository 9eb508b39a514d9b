// @ts-check
/** How good moves were, by the chance to win that they gave away. */

/** Cuts in shares, with the sign that stands for each. */
const CUTS = /** @type {const} */ ([[0.2, "blunder"], [0.1, "mistake"], [0.05, "inaccuracy"], [0.02, "even"], [-1, "good"]]);
export const SIGNS = { best: "★", good: "✓", even: "=", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The loss of every move that can be judged: both positions about it were analysed.
 * @param {any[]} log @param {Map<number, any>} analyses by ply @returns {Map<number, {loss: number, quality: keyof SIGNS}>} by move number */
export function judge(log, analyses) {
  const found = new Map();
  for (const event of log) {
    const before = analyses.get(event.ply - 1);
    const after = analyses.get(event.ply);
    const [had, has] = [before?.value.win[event.seat], after?.value.win[event.seat]];
    if (typeof had !== "number" || typeof has !== "number") continue;
    const best = before.moves[0]?.a === event.text;
    const loss = best ? 0 : Math.max(had - has, 0);
    const cut = CUTS.find(([least]) => loss >= least);
    found.set(event.ply, { loss, quality: best ? "best" : cut ? cut[1] : "good" });
  }
  return found;
}

/** The next move at which much was given away. @param {Map<number, {loss: number}>} judged @param {number} ply @param {1 | -1} way */
export function nextMistake(judged, ply, way) {
  const bad = [...judged].filter(([, { loss }]) => loss >= 0.05).map(([move]) => move);
  return way > 0 ? bad.find((move) => move > ply) : bad.reverse().find((move) => move < ply);
}

/** The moves that gave most away. @param {Map<number, {loss: number}>} judged @param {number} [most] */
export const turningPoints = (judged, most = 5) =>
  [...judged].filter(([, { loss }]) => loss >= 0.05).sort((a, b) => b[1].loss - a[1].loss).slice(0, most).map(([move]) => move);
