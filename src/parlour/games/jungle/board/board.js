// @ts-check
/** Jungle on the grid: pick an animal, then where it goes; or drag it. */
import { h, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { gridBoard, squareNames, squareNumber } from "/static/kit/grid.js";
import { head, LETTERS, LOOKS, piece, rankOf, scenery, seatOf } from "./pieces.js";

/** For people quiet games are drawn, as in most rule books. */
export const lobby = { rules: "judge" };

const COLUMNS = 7;
const ROWS = 9;
const GROUNDS = { "~": "water", "#": "trap", "*": "den", ".": "land" };
const WARN = 10; // quiet moves before the end at which the count is shown loudly

/** @param {string} square */
const place = (square) => squareNumber(square, COLUMNS, ROWS, false);
/** @param {any} data @param {string} square @returns {keyof typeof GROUNDS} */
const ground = (data, square) => data.ground[place(square)];
/** @param {string} sign */
const nameOf = (sign) => t(`jungle.animal.${rankOf(sign)}`);

/** What an animal can do, in a line. @param {any} data @param {string} square @param {any} move */
function read(data, square, move) {
  const sign = data.cells[place(square)];
  if (move?.targets.from) {
    const mover = data.cells[place(move.targets.from)];
    const { from, to, takes } = move.targets;
    const jumps =
      Math.abs(Number(from.slice(1)) - Number(to.slice(1))) + Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1;
    const what = takes
      ? t("jungle.read.takes", { animal: nameOf(takes), rank: rankOf(takes) })
      : ground(data, to) === "*"
      ? t("jungle.read.den")
      : jumps
      ? t("jungle.read.jumps")
      : "";
    return `${nameOf(mover)} ${rankOf(mover)} → ${to}${what ? `: ${what}` : ""}`;
  }
  if (sign === ".") return "";
  const rank = rankOf(sign);
  const gift =
    { 1: "jungle.read.rat", 6: "jungle.read.jumper", 7: "jungle.read.jumper", 8: "jungle.read.elephant" }[rank];
  return `${t("jungle.piece", { side: t(`jungle.seat.${seatOf(sign)}`), animal: nameOf(sign), rank })}${
    gift ? `: ${t(gift)}` : ""
  }`;
}

export const Board = gridBoard({
  shape: () => ({ columns: COLUMNS, rows: ROWS, name: squareNames(ROWS, false) }),
  last: "frame",
  scene: (/** @type {any} */ data, /** @type {boolean} */ flipped) => scenery(data.ground, flipped),
  ghost: (/** @type {any} */ data, /** @type {any} */ move) => piece(data.cells[place(move.from)]),
  ground: (/** @type {any} */ data, /** @type {string} */ square) => GROUNDS[ground(data, square)],
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const sign = data.cells[place(square)];
    const here = ground(data, square);
    const land = t(`jungle.ground.${GROUNDS[here]}`);
    if (sign === ".") return { key: `${here}.`, label: land, draw: () => [] };
    const weak = here === "#" && data.weak.includes(square);
    const label = t(weak ? "jungle.weak" : "jungle.piece", {
      side: t(`jungle.seat.${seatOf(sign)}`),
      animal: nameOf(sign),
      rank: rankOf(sign),
    });
    return {
      key: `${here}${sign}${weak}`,
      label: here === "." ? label : `${label}, ${land}`,
      draw: () => piece(sign, weak, here === "~"),
    };
  },
  read,
  refuse(/** @type {any} */ data, /** @type {string} */ square, /** @type {string} */ selected) {
    if (!selected) {
      return t(data.cells[place(square)] === "." ? "jungle.refuse.pick" : "jungle.refuse.stuck", { square });
    }
    const animal = data.cells[place(selected)];
    const here = ground(data, square);
    if (here === "*") return t("jungle.refuse.den");
    if (here === "~" && rankOf(animal) !== 1) return t("jungle.refuse.water", { animal: nameOf(animal) });
    if (data.cells[place(square)] !== ".") return t("jungle.refuse.strong");
    return t("jungle.refuse.far", { animal: nameOf(animal) });
  },
});

/** Which way the board lies for a seat: its own side at the bottom. @param {number} seat */
export const flippedFor = (seat) => seat === 1;

/** @param {number} seat */
export const seatLook = (seat) => LOOKS[seat];

/** A move as a sentence. @param {any} event @param {string} who */
export const tell = (event, who) =>
  event.targets.to
    ? t("jungle.tell", { who, animal: nameOf(event.targets.animal), square: event.targets.to })
    : t("jungle.tell.pass", { who });

/** @param {any} event */
export const remark = (event) => (event.targets.takes ? t("jungle.took", { animal: nameOf(event.targets.takes) }) : "");

/** @param {any} view @param {number} seat */
export const count = (view, seat) =>
  t("jungle.left", { n: [...view.data.cells].filter((sign) => sign !== "." && seatOf(sign) === seat).length });

/** Small animals in a row. @param {string} text what they are @param {any[]} drawings */
const row = (text, drawings) =>
  h(
    "span",
    { class: "lost", role: "img", "aria-label": text, title: text },
    drawings.map((drawing) => svg("svg", { viewBox: "0 0 100 100" }, drawing)),
  );

/** The animals that a side has lost. @param {string} cells @param {number} seat */
function lost(cells, seat) {
  const gone = [...LETTERS].map((sign) => (seat ? sign.toUpperCase() : sign)).filter((sign) => !cells.includes(sign));
  if (!gone.length) return null;
  const text = t("jungle.lost", { side: t(`jungle.seat.${seat}`), animals: gone.map(nameOf).join(", ") });
  return row(text, gone.map((sign) => piece(sign)));
}

/** A rung of the ladder. @param {string} sign */
const rung = (sign) =>
  h(
    "li",
    { title: nameOf(sign) },
    h("b", {}, rankOf(sign)),
    svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, head(rankOf(sign))),
    h("span", { class: "name" }, nameOf(sign)),
  );

/** The ladder of ranks, what was taken, and how long nothing was. @param {any} view */
export function below(view) {
  const { cells, quiet, limit } = view.data;
  return h(
    "div",
    { class: "jungle-below" },
    h("ol", { class: "ladder", "aria-label": t("jungle.ladder"), title: t("jungle.ladder.rat") }, [
      ...[...LETTERS].reverse().map(rung),
      rung("e"),
    ]),
    h(
      "p",
      { class: quiet >= limit - WARN ? "note warn" : "note" },
      lost(cells, 0),
      h("span", {}, t("jungle.quiet", { quiet, limit })),
      lost(cells, 1),
    ),
  );
}

const GROUND = ["..#*#..", "...#...", ".......", ".~~.~~.", ".~~.~~.", ".~~.~~.", ".......", "...#...", "..#*#.."].join(
  "",
);
const START = "L.....T.D...C.R.J.W.E.....................e.w.j.r.c...d.t.....l";
/** A board with a few animals. @param {Record<string, string>} animals by square */
function board(animals) {
  const cells = Array(COLUMNS * ROWS).fill(".");
  for (const [square, sign] of Object.entries(animals)) cells[place(square)] = sign;
  return { cells: cells.join(""), ground: GROUND, weak: /** @type {string[]} */ ([]), quiet: 0, limit: 50 };
}

export const diagrams = [
  { key: "start", data: { ...board({}), cells: START }, legal: [] },
  {
    key: "jump",
    data: board({ b3: "l", d5: "r", e7: "T" }),
    selected: "b3",
    legal: ["b7", "a3", "c3", "b2"].map((to) => ({ a: `b3-${to}`, targets: { from: "b3", to } })),
  },
  {
    key: "trap",
    data: { ...board({ d2: "E", d3: "c", g9: "L" }), weak: ["d2"] },
    selected: "d3",
    legal: [{ a: "d3-d2", targets: { from: "d3", to: "d2", takes: "E" } }],
  },
];
