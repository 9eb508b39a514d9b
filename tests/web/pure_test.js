// Unit tests of modules that need no browser: `deno test tests/web`.
import { luckOf } from "../../src/parlour/games/dicewars/board/luck.js";
import { attackOdds } from "../../src/parlour/games/dicewars/board/odds.js";
import {
  chances,
  judge,
  nextMistake,
  sidesOf,
  swing,
  turningPoints,
} from "../../src/parlour/web/static/kit/quality.js";
import { marks, scale, smooth } from "../../src/parlour/web/static/kit/smooth.js";

/** @param {unknown} value @param {unknown} expected */
function same(value, expected) {
  const [a, b] = [JSON.stringify(value), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${a} is not ${b}`);
}

const LOG = [{ ply: 1, seat: 0, text: "a1" }, { ply: 2, seat: 1, text: "b2" }, { ply: 3, seat: 0, text: "c3" }];

/** @param {any[]} verdicts of the moves, from the first on */
const judged = (...verdicts) =>
  judge(
    /** @type {any} */ (LOG),
    /** @type {any} */ (new Map(verdicts.map((verdict, place) => [place + 1, { verdict }]))),
  );

Deno.test("moves are judged by what the server says of them", () => {
  const verdicts = judged({ quality: "blunder", loss: 0.25 }, undefined, { quality: "inaccuracy", loss: 0.07 });
  same([...verdicts.keys()], [1, 3]);
  same(turningPoints(verdicts), [1, 3]);
  same([nextMistake(verdicts, 0, 1), nextMistake(verdicts, 1, 1), nextMistake(verdicts, 3, -1)], [1, 3, 1]);
  same(nextMistake(verdicts, 3, 1), undefined);
});

Deno.test("turning points are the largest changes by choice or luck, and luck is no mistake", () => {
  const verdicts = judged(
    { told: "choice", choice: 0.06, luck: 0.01 },
    { told: "luck", choice: 0.02, luck: -0.4 },
    { told: "", choice: 0.3, luck: 0.3 },
  );
  same(turningPoints(verdicts), [2, 1]);
  same(swing(/** @type {any} */ (verdicts.get(2))), { kind: "luck", by: -0.4 });
  same(nextMistake(verdicts, 0, 1), undefined);
});

Deno.test("partners are one side, and positions that are not solved have no share", () => {
  same(sidesOf(4, [0, 1, 0, 1]), [[0, 2], [1, 3]]);
  same(sidesOf(3), [[0], [1], [2]]);
  const analyses = /** @type {any} */ (new Map([
    [0, { value: { win: [null, null, null, null] } }],
    [1, { value: { win: [0.3, 0.7, 0.3, 0.7] } }],
  ]));
  same(chances(analyses, sidesOf(4, [0, 1, 0, 1])), [{ ply: 1, win: [0.3, 0.7] }]);
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
