// @ts-check
/** What the server's judge said of the moves: how good they were, and what was choice and what was luck.
 * @typedef {import("../core/protocol.d.ts").AnalysisMessage} AnalysisMessage
 * @typedef {import("../core/protocol.d.ts").Event} PlayedMove
 * @typedef {import("../core/protocol.d.ts").VerdictMessage} Verdict
 * @typedef {keyof SIGNS} Quality */

/** The sign that stands for each quality. */
export const SIGNS = { best: "★", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
const MISTAKES = ["inaccuracy", "mistake", "blunder"];
const LEAST = 0.05; // what a turning point must change

/** The verdicts on the moves that were judged.
 * @param {PlayedMove[]} log @param {Map<number, AnalysisMessage>} analyses by ply
 * @returns {Map<number, Verdict>} by move number */
export const judge = (log, analyses) =>
  new Map(log.flatMap(({ ply }) => {
    const verdict = analyses.get(ply)?.verdict;
    return verdict ? [[ply, verdict]] : [];
  }));

/** The seats of each side: teams, or everyone alone. @param {number} seats @param {number[]} [teams] */
export function sidesOf(seats, teams = []) {
  const team = (/** @type {number} */ seat) => teams[seat] ?? seat;
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return [...new Set(all.map(team))].map((one) => all.filter((seat) => team(seat) === one));
}

/** The chance of each side after each move, in the order of the game, where it is known.
 * @param {Map<number, AnalysisMessage>} analyses @param {number[][]} sides
 * @returns {{ply: number, win: number[]}[]} */
export const chances = (analyses, sides) =>
  [...analyses.keys()].sort((a, b) => a - b).flatMap((ply) => {
    const { win } = /** @type {AnalysisMessage} */ (analyses.get(ply)).value;
    const shares = sides.map(([seat]) => win[seat]);
    return shares.every((share) => typeof share === "number") ? [{ ply, win: /** @type {number[]} */ (shares) }] : [];
  });

/** What a move changed most for the side that played it: by choice, by luck, or what it gave away.
 * @param {Partial<Verdict>} verdict @returns {{kind: "choice" | "luck" | "loss", by: number}} */
export function swing({ told, choice, luck, loss, quality }) {
  if (told === "luck") return { kind: "luck", by: luck ?? 0 };
  if (told === "choice") return { kind: "choice", by: choice ?? 0 };
  return { kind: "loss", by: quality && MISTAKES.includes(quality) ? -(loss ?? 0) : 0 };
}

/** The next move that was a mistake.
 * @param {Map<number, Partial<Verdict>>} judged @param {number} ply @param {1 | -1} way */
export function nextMistake(judged, ply, way) {
  const bad = [...judged].filter(([, { quality }]) => quality && MISTAKES.includes(quality)).map(([move]) => move);
  return way > 0 ? bad.find((move) => move > ply) : bad.reverse().find((move) => move < ply);
}

/** The moves at which most changed. @param {Map<number, Partial<Verdict>>} judged @param {number} [most] */
export const turningPoints = (judged, most = 5) =>
  [...judged].map(([move, verdict]) => ({ move, by: Math.abs(swing(verdict).by) })).filter(({ by }) => by >= LEAST)
    .sort((a, b) => b.by - a.by).slice(0, most).map(({ move }) => move);
