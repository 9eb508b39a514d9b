// @ts-check
/** Jungle on the grid: pick an animal, then where it goes; or drag it. */
import { h, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { CIRCLE, SQUARE } from "/static/kit/glyphs.js";
import { gridBoard, squareNames, squareNumber } from "/static/kit/grid.js";

const COLUMNS = 7;
const ROWS = 9;
const ANIMALS = "rcdwjtle";
const LOOKS = [{ fill: "#1659C3", path: CIRCLE }, { fill: "#B3261E", path: SQUARE }];
const GROUNDS = { "~": "water", "#": "trap", "*": "den", ".": "land" };
const PATTERNS = {
  "~": "M6 30Q20 18 34 30T62 30T90 30M6 55Q20 43 34 55T62 55T90 55M6 80Q20 68 34 80T62 80T90 80",
  "#": "M8 8L92 92M8 36L64 92M36 8L92 64M92 8L8 92M64 8L8 64M92 36L36 92",
  "*": "M20 88V48L50 18L80 48V88H60V62H40V88Z",
  ".": "",
};

/** @param {string} square */
const place = (square) => squareNumber(square, COLUMNS, ROWS, false);
/** @param {any} data @param {string} square @returns {keyof typeof GROUNDS} */
const ground = (data, square) => data.ground[place(square)];
/** @param {string} sign */
const seatOf = (sign) => (sign === sign.toLowerCase() ? 0 : 1);
/** @param {string} sign */
const rankOf = (sign) => ANIMALS.indexOf(sign.toLowerCase()) + 1;
/** @param {string} sign */
const nameOf = (sign) => t(`jungle.animal.${rankOf(sign)}`);

/** The size at which a name fits into its shape. @param {string} name */
const fit = (name) => Math.min(19, 104 / name.length);

/** An animal: its side's shape, its rank and its name.
 * @param {string} sign @param {boolean} weak @param {boolean} wet */
function piece(sign, weak, wet) {
  const look = LOOKS[seatOf(sign)];
  const name = nameOf(sign);
  return svg(
    "g",
    { class: "piece" },
    svg("path", {
      d: look.path,
      fill: look.fill,
      stroke: "#111418",
      "stroke-width": 4,
      transform: "translate(1 1) scale(.98)",
    }),
    svg("text", { x: 50, y: 49, class: "rank" }, weak ? "0" : rankOf(sign)),
    weak ? svg("text", { x: 74, y: 36, class: "lost-rank" }, rankOf(sign)) : null,
    svg("text", { x: 50, y: 71, class: "animal", "font-size": fit(name) }, name),
    wet ? svg("path", { class: "splash", d: "M8 84Q22 74 36 84T64 84T92 84" }) : null,
  );
}

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
  ground: (/** @type {any} */ data, /** @type {string} */ square) => GROUNDS[ground(data, square)],
  cell(/** @type {any} */ data, /** @type {string} */ square) {
    const sign = data.cells[place(square)];
    const here = ground(data, square);
    const land = t(`jungle.ground.${GROUNDS[here]}`);
    const pattern = () => svg("path", { class: "pattern", d: PATTERNS[here] });
    if (sign === ".") return { key: `${here}.`, label: land, draw: pattern };
    const weak = here === "#" && data.weak.includes(square);
    const label = t(weak ? "jungle.weak" : "jungle.piece", {
      side: t(`jungle.seat.${seatOf(sign)}`),
      animal: nameOf(sign),
      rank: rankOf(sign),
    });
    return {
      key: `${here}${sign}${weak}`,
      label: here === "." ? label : `${label}, ${land}`,
      draw: () => [pattern(), piece(sign, weak, here === "~")],
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

/** @param {any} event */
export const remark = (event) => (event.targets.takes ? t("jungle.took", { animal: nameOf(event.targets.takes) }) : "");

/** @param {any} view @param {number} seat */
export const count = (view, seat) =>
  t("jungle.left", { n: [...view.data.cells].filter((sign) => sign !== "." && seatOf(sign) === seat).length });

/** The ladder of ranks, what was taken, and how long nothing was. @param {any} view */
export function below(view) {
  const { cells, quiet, limit } = view.data;
  const step = (/** @type {string} */ sign) => h("li", {}, h("b", {}, rankOf(sign)), h("span", {}, nameOf(sign)));
  const ladder = [
    ...[...ANIMALS].reverse().map(step),
    h("li", { class: "over-all" }, h("b", {}, 8), h("span", {}, nameOf("e"))),
  ];
  const lost = [0, 1].map((seat) => {
    const gone = [...ANIMALS].map((sign) => (seat ? sign.toUpperCase() : sign)).filter((sign) => !cells.includes(sign));
    const text = t("jungle.lost", { side: t(`jungle.seat.${seat}`), animals: gone.map(nameOf).join(", ") });
    return gone.length
      ? h(
        "span",
        { class: "lost", role: "img", "aria-label": text, title: text },
        gone.map((sign) => svg("svg", { viewBox: "0 0 100 100" }, piece(sign, false, false))),
      )
      : null;
  });
  return h(
    "div",
    { class: "jungle-below" },
    h("ol", { class: "ladder", "aria-label": t("jungle.ladder"), title: t("jungle.ladder.rat") }, ladder),
    h("p", { class: quiet >= limit - 10 ? "note warn" : "note" }, t("jungle.quiet", { quiet, limit }), lost),
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
  return { cells: cells.join(""), ground: GROUND, weak: /** @type {string[]} */ ([]), quiet: 0, limit: 30 };
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
