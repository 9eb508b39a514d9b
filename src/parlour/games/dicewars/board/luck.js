// @ts-check
/** Luck: how many battles each player won, beside how many were to be expected by the odds. */
import { h } from "/static/core/dom.js";
import { number, t } from "/static/core/i18n.js";
import { seatGlyph } from "/static/kit/glyphs.js";
import { seatWord } from "./speech.js";

let table = /** @type {any} */ ({}); // the table that is shown
let opened = false; // whether the person looks at the luck so far

/** Read the moves of a table from now on. @param {any} ctx */
export function follow(ctx) {
  table = ctx;
}

/** How lucky everyone was so far, to be opened. @param {any} view */
export function below(view) {
  const toggle = (/** @type {Event} */ event) => {
    opened = /** @type {HTMLDetailsElement} */ (event.target).open;
  };
  const log = (table.log ?? []).slice(0, view.ply);
  return h(
    "details",
    { class: "dw-luck", open: opened, ontoggle: toggle },
    h("summary", {}, t("dicewars.luck.title")),
    luckTable(log, view.data.players.length),
  );
}

/** How lucky everyone was in the end. @param {any} view */
export const breakdown = (view) => luckTable(table.log ?? [], view.data.players.length);

/** @typedef {{battles: number, won: number, expected: number}} Luck */

/** The battles of each seat, in attack and in defence. @param {any[]} log @param {number} players @returns {Luck[]} */
export function luckOf(log, players) {
  const luck = Array.from({ length: players }, () => ({ battles: 0, won: 0, expected: 0 }));
  for (const { targets } of log) {
    if (!targets.rolls) continue;
    [targets.odds, 1 - targets.odds].forEach((chance, side) => {
      const one = luck[targets.seats[side]];
      one.battles += 1;
      one.won += targets.won === (side === 0) ? 1 : 0;
      one.expected += chance;
    });
  }
  return luck;
}

/** A table of everyone's luck. @param {any[]} log @param {number} players */
function luckTable(log, players) {
  const head = ["player", "battles", "won", "expected", "luck"].map((key) =>
    h("th", { scope: "col" }, t(`dicewars.luck.${key}`))
  );
  const rows = luckOf(log, players).map(({ battles, won, expected }, seat) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, seatGlyph(seat), seatWord(seat)),
      [number(battles), number(won), number(expected, 1), signedTenth(won - expected)].map((cell) => h("td", {}, cell)),
    )
  );
  return h(
    "table",
    { class: "dw-table" },
    h("caption", {}, t("dicewars.luck")),
    h("thead", {}, h("tr", {}, head)),
    h("tbody", {}, rows),
  );
}

/** @param {number} value */
const signedTenth = (value) => `${value > 0.05 ? "+" : value < -0.05 ? "−" : "±"}${number(Math.abs(value), 1)}`;
