// @ts-check
/** Positions for the page of rules. */

/** A table in the middle of a round. @param {any} more */
const table = (more) => ({
  seat: 0,
  phase: "play",
  mover: 0,
  turn: 0,
  asked: false,
  hands: [[], null, null, null],
  counts: [14, 14, 14, 14],
  calls: ["", "", "", ""],
  places: [0, 0, 0, 0],
  points: [0, 0, 0, 0],
  gifts: [["", "", ""], ["", "", ""], ["", "", ""], ["", "", ""]],
  step: 0,
  wish: 0,
  trick: [],
  stake: 0,
  owner: -1,
  passed: [],
  before: null,
  opening: false,
  total: [0, 0],
  carried: [0, 0],
  rounds: [],
  goal: 0,
  calling: true,
  ...more,
});

/** @param {string} cards */
const play = (cards) => ({ a: `play ${cards}`, targets: { cards: cards.split(" ") } });

export const diagrams = [
  {
    key: "trick",
    data: table({
      hands: [["As", "Ab", "Kr", "9g", "9s", "7b", "4r"], null, null, null],
      counts: [7, 9, 6, 8],
      calls: ["", "", "tichu", ""],
      points: [10, 0, 25, 5],
      trick: [{ seat: 1, cards: ["5r", "5g"] }, { seat: 2, cards: ["8r", "8b"] }],
      stake: 10,
      owner: 2,
      passed: [3],
    }),
    legal: [play("9g 9s"), play("As Ab"), { a: "pass", targets: { pass: true } }],
  },
  {
    key: "exchange",
    data: table({
      phase: "exchange",
      hands: [
        ["dragon", "As", "Kr", "Kb", "10g", "10s", "9b", "8r", "8s", "6g", "5b", "4r", "3s", "2b"],
        null,
        null,
        null,
      ],
    }),
    legal: [{ a: "give 2b left", targets: { give: "2b", to: 1 } }],
  },
  {
    key: "wish",
    data: table({
      hands: [["Ks", "Jb", "8r", "6g", "6s", "dog"], null, null, null],
      counts: [6, 11, 12, 13],
      trick: [{ seat: 3, cards: ["mahjong"] }],
      owner: 3,
      wish: 13,
    }),
    legal: [play("Ks")],
  },
];
