// @ts-check
/** How good moves were, by the chance to win that they gave away.
 * @typedef {import("../core/protocol.d.ts").AnalysisMessage} AnalysisMessage
 * @typedef {import("../core/protocol.d.ts").Event} PlayedMove
 * @typedef {keyof SIGNS} Quality
 * @typedef {{loss: number, quality: Quality}} Judged */

/** Cuts in shares, with the sign that stands for each. */
const CUTS =
  /** @type {const} */ ([[0.2, "blunder"], [0.1, "mistake"], [0.05, "inaccuracy"], [0.02, "even"], [-1, "good"]]);
export const SIGNS = { best: "★", good: "✓", even: "=", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The loss of every move that can be judged: both positions about it were analysed by the same agent, or the
 * game was over.
 * @param {PlayedMove[]} log
 * @param {Map<number, AnalysisMessage>} analyses by ply @returns {Map<number, Judged>} by move number */
export function judge(log, analyses) {
  /** @type {Map<number, Judged>} */
  const verdicts = new Map();
  for (const event of log) {
    const before = analyses.get(event.ply - 1);
    const after = analyses.get(event.ply);
    const [had, has] = [before?.value.win[event.seat], after?.value.win[event.seat]];
    if (!before || typeof had !== "number" || typeof has !== "number") continue;
    if (after?.agent && after.agent !== before.agent) continue;
    const best = before.moves[0]?.a === event.text;
    const loss = best ? 0 : Math.max(had - has, 0);
    const cut = CUTS.find(([least]) => loss >= least);
    verdicts.set(event.ply, { loss, quality: best ? "best" : cut ? cut[1] : "good" });
  }
  return verdicts;
}

/** The chance of each side after each move, in the order of the game. With more than two sides only the one
 * to move is known at a time: the others keep what was last known of them, and all are made to sum up to one.
 * @param {Map<number, AnalysisMessage>} analyses @returns {{ply: number, win: number[]}[]} */
export function chances(analyses) {
  /** @type {number[]} */
  let known = [];
  return [...analyses.keys()].sort((a, b) => a - b).map((ply) => {
    const shares = /** @type {AnalysisMessage} */ (analyses.get(ply)).value.win;
    known = shares.map((share, seat) => (typeof share === "number" ? share : known[seat] ?? 1 / shares.length));
    if (shares.length === 2) return { ply, win: known };
    const sum = known.reduce((total, share) => total + share, 0) || 1;
    return { ply, win: known.map((share) => share / sum) };
  });
}

/** The next move at which much was given away.
 * @param {Map<number, {loss: number}>} judged @param {number} ply @param {1 | -1} way */
export function nextMistake(judged, ply, way) {
  const bad = [...judged].filter(([, { loss }]) => loss >= 0.05).map(([move]) => move);
  return way > 0 ? bad.find((move) => move > ply) : bad.reverse().find((move) => move < ply);
}

/** The moves that gave most away. @param {Map<number, {loss: number}>} judged @param {number} [most] */
export const turningPoints = (judged, most = 5) =>
  [...judged].filter(([, { loss }]) => loss >= 0.05).sort((a, b) => b[1].loss - a[1].loss).slice(0, most).map((
    [move],
  ) => move);
