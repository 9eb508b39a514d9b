// @ts-check
/** Who plays, in turn order: areas, new dice to come, dice on the map, dice in reserve. */
import { h, putOnce, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { seatGlyph } from "/static/kit/glyphs.js";

const SIGNS = {
  areas: "M50 6L88 28V72L50 94L12 72V28Z",
  region: "M42 10H58V42H90V58H58V90H42V58H10V42H42Z",
  dice: "M24 10H76Q90 10 90 24V76Q90 90 76 90H24Q10 90 10 76V24Q10 10 24 10Z",
  reserve: "M10 40H90V90H10ZM22 12H78L90 30H10Z",
};

export class PlayerList {
  constructor() {
    this.element = h("ul", { class: "dw-players", "aria-label": t("table.players") });
  }

  /** @param {any[]} players as the frame knows them @param {any} data the position */
  show(players, data) {
    const key = JSON.stringify([players, data.players]);
    putOnce(this.element, key, () => players.map((player) => row(player, data.players[player.seat])));
  }
}

/** One player. @param {any} player @param {any} counts */
const row = ({ seat, name, who, turn, state }, counts) =>
  h(
    "li",
    { class: `dw-player ${turn ? "turn" : ""} ${counts.areas ? "" : "out"}`, "data-seat": seat },
    seatGlyph(seat),
    h("b", {}, name),
    h("span", { class: "mut who", translate: "no" }, who),
    h("span", { class: "state" }, counts.areas ? state : t("dicewars.out")),
    h("span", { class: "dw-counts" }, Object.entries(SIGNS).map(([key, d]) => counter(key, d, counts[key]))),
  );

/** One number with its sign and its name. @param {string} key @param {string} d @param {number} n */
function counter(key, d, n) {
  const words = t(`dicewars.count.${key}`, { n });
  return h(
    "span",
    { class: `dw-count ${key}`, title: words },
    svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("path", { d })),
    h("span", { "aria-hidden": "true" }, n),
    h("span", { class: "dw-unseen" }, words),
  );
}
