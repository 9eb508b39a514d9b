// @ts-check
/** The chance of an attack, for pictures of the rules; at a table the server sends it with each attack. */
import { h } from "/static/core/dom.js";
import { percent, t } from "/static/core/i18n.js";

const MOST_DICE = 8;
const FACES = 6;

/** How likely each sum of so many dice is; entry s is the sum s. @param {number} dice */
function sums(dice) {
  let chances = [1];
  for (let n = 0; n < dice; n++) {
    const next = Array(chances.length + FACES).fill(0);
    chances.forEach((chance, total) => {
      for (let face = 1; face <= FACES; face++) next[total + face] += chance / FACES;
    });
    chances = next;
  }
  return chances;
}

/** The chance that a strictly higher sum is thrown. @param {number} own dice @param {number} other dice */
export function attackOdds(own, other) {
  const theirs = sums(other);
  const below = (/** @type {number} */ total) => theirs.slice(0, total).reduce((all, chance) => all + chance, 0);
  return sums(own).reduce((all, chance, total) => all + chance * below(total), 0);
}

/** All chances: the attacker's dice in rows, the defender's in columns. */
export function oddsTable() {
  const counts = Array.from({ length: MOST_DICE }, (_, i) => i + 1);
  const head = (/** @type {number} */ n) => h("th", {}, n);
  const row = (/** @type {number} */ own) =>
    h("tr", {}, head(own), counts.map((other) => h("td", {}, percent(attackOdds(own, other)))));
  return h(
    "table",
    { class: "dw-table" },
    h("tr", {}, h("th", {}, t("dicewars.table.corner")), counts.map(head)),
    counts.slice(1).map(row),
  );
}
