// @ts-check
/** Pictures for the rules: small maps of round areas, seven hexes each, and the table of the odds. */
import { attackOdds } from "./odds.js";

/** Half the width of a hex, and a third of the height of a row. */
const [STEP_X, STEP_Y] = [17, 17 / Math.sqrt(3)];
/** The line round seven hexes, in such steps from its start at (-1, -5). */
const ROUND = [
  [1, 1],
  [1, -1],
  [1, 1],
  [0, 2],
  [1, 1],
  [0, 2],
  [-1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
  [-1, 1],
  [-1, -1],
  [0, -2],
  [-1, -1],
  [0, -2],
  [1, -1],
  [0, -2],
];
/** Where seven such areas lie, in hexes: one in the middle of six. */
const PLACES = [[0, 0], [-1, -3], [4, -2], [5, 1], [1, 3], [-4, 2], [-5, -1]];
const NEIGHBOURS = [[2, 3, 4, 5, 6, 7], [1, 3, 7], [1, 2, 4], [1, 3, 5], [1, 4, 6], [1, 5, 7], [1, 6, 2]];
const FRAME = [-144, -146, 288, 292];

/** @param {number[]} hex */
const spot = ([x, y]) => [STEP_X * x, STEP_Y * 3 * y];

/** @param {number[]} hex */
function outline(hex) {
  const [x, y] = spot(hex);
  const start = `M${x - STEP_X} ${y - 5 * STEP_Y}`;
  return `${start}${ROUND.map(([dx, dy]) => `l${dx * STEP_X} ${dy * STEP_Y}`).join("")}Z`;
}

/** A position: the owner and the dice of each area, the middle one first. @param {number[][]} areas */
const position = (areas) => ({
  frame: FRAME,
  outlines: PLACES.map(outline),
  spots: PLACES.map(spot),
  neighbours: NEIGHBOURS,
  owners: areas.map(([seat]) => seat),
  dice: areas.map(([, dice]) => dice),
  players: [],
  turn: 0,
  battles: 1,
  turns: 1,
});

const BEFORE = [[0, 6], [1, 5], [1, 2], [0, 1], [2, 7], [2, 3], [0, 2]];
const AFTER = [[0, 1], [1, 5], [0, 5], [0, 1], [2, 7], [2, 3], [0, 2]];

/** An attack out of the middle. @param {number} to */
function attack(to) {
  const dice = [BEFORE[0][1], BEFORE[to - 1][1]];
  return { a: `1-${to}`, targets: { from: 1, to, dice, odds: attackOdds(dice[0], dice[1]) } };
}

export const diagrams = [
  { key: "attack", data: position(BEFORE), selected: 1, legal: [2, 3, 5, 6].map(attack) },
  { key: "won", data: position(AFTER), legal: [] },
  { key: "odds", data: { odds: true }, legal: [] },
];
