// Unit tests of modules that need no browser: `deno test tests/web`.
import { luckOf } from "../../src/parlour/games/dicewars/board/luck.js";
import { attackOdds } from "../../src/parlour/games/dicewars/board/odds.js";
import { chances, judge, nextMistake, turningPoints } from "../../src/parlour/web/static/kit/quality.js";
import { marks, scale, smooth } from "../../src/parlour/web/static/kit/smooth.js";

/** @param {unknown} value @param {unknown} expected */
function same(value, expected) {
  const [a, b] = [JSON.stringify(value), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a} is not ${b}`);
}

const LOG = [{ ply: 1, seat: 0, text: "a1" }, { ply: 2, seat: 1, text: "b2" }, { ply: 3, seat: 0, text: "c3" }];

/** @param {number[]} shares of the first of two sides, by ply */
const analysed = (...shares) => /** @type {any} */ (new Map(
  shares.map((win, ply) => [ply, { agent: "best", value: { win: [win, 1 - win] }, moves: [{ a: "c3" }] }]),
));

Deno.test("a move is judged by the chance to win that it gave away", () => {
  const judged = judge(LOG, analysed(0.6, 0.35, 0.42, 0.9));
  same([...judged].map(([move, { quality }]) => [move, quality]), [[1, "blunder"], [2, "inaccuracy"], [3, "best"]]);
  same(turningPoints(judged), [1, 2]);
  same([nextMistake(judged, 0, 1), nextMistake(judged, 1, 1), nextMistake(judged, 2, 1), nextMistake(judged, 3, -1)], [
    1,
    2,
    undefined,
    2,
  ]);
});

Deno.test("a move between positions that were not both analysed is not judged", () => {
  same([...judge(LOG, analysed(0.6, 0.35)).keys()], [1]);
});

Deno.test("with many sides what was last known of each is kept, and all sum up to one", () => {
  const analyses = /** @type {any} */ (new Map([[0, { value: { win: [0.4, null, null] } }], [1, {
    value: { win: [null, 0.6, null] },
  }]]));
  const shares = chances(analyses);
  same(shares.map(({ win }) => Math.round(1000 * win.reduce((sum, share) => sum + share, 0))), [1000, 1000]);
  same(shares[1].win.map((share) => Math.round(100 * share)), [30, 45, 25]);
});

Deno.test("smoothing keeps a constant and follows a step", () => {
  same(smooth([2, 2, 2], 0.9), [2, 2, 2]);
  same(smooth([1, 3], 0), [1, 3]);
  const [, late] = smooth([0, 1], 0.5);
  same(late > 0.5 && late < 1, true);
});

Deno.test("scales map their ends, also logarithmically, and one value to the middle", () => {
  const plain = scale(10, 20, 100);
  same([plain(10), plain(15), plain(20)], [0, 50, 100]);
  const log = scale(1, 100, 100, true);
  same([log(1), log(10), log(100)], [0, 50, 100]);
  same(scale(5, 5, 100)(5), 50);
});

Deno.test("marks are round and lie between the ends", () => {
  same(marks(0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  same(marks(997, 1203), [1000, 1050, 1100, 1150, 1200]);
  same(marks(3, 3), [3]);
});

Deno.test("the opinions of two agents are not set against each other, but the end is certain", () => {
  const analyses = analysed(0.6, 0.1, 0.7, 1);
  analyses.get(1).agent = "other";
  analyses.get(3).agent = "";
  same([...judge(LOG, analyses).keys()], [3]);
});

Deno.test("the odds of dice are those of the rules", () => {
  const odds = [[2, 1], [6, 5], [8, 8]].map(([own, other]) => attackOdds(own, other).toFixed(8));
  same(odds, ["0.83796296", "0.69961639", "0.47109073"]);
});

Deno.test("luck is what was won in attack and defence less what the odds promised", () => {
  const battle = (/** @type {number} */ odds, /** @type {boolean} */ won) => ({
    targets: { rolls: [[1], [1]], seats: [0, 1], odds, won },
  });
  const log = [battle(0.75, true), { targets: { end: true } }, battle(0.5, false)];
  same(luckOf(log, 3), [
    { battles: 2, won: 1, expected: 1.25 },
    { battles: 2, won: 1, expected: 0.75 },
    { battles: 0, won: 0, expected: 0 },
  ]);
});
