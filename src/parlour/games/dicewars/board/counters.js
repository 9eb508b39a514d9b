// @ts-check
/** What each player has, beside the name: areas, new dice to come, dice on the map, dice in reserve. */
import { h, svg } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";

const SIGNS = {
  areas: "M50 6L88 28V72L50 94L12 72V28Z",
  region: "M42 10H58V42H90V58H58V90H42V58H10V42H42Z",
  dice: "M24 10H76Q90 10 90 24V76Q90 90 76 90H24Q10 90 10 76V24Q10 10 24 10Z",
  reserve: "M10 40H90V90H10ZM22 12H78L90 30H10Z",
};

/** One number with its sign and its name. @param {keyof SIGNS} key @param {number} n */
const counter = (key, n) =>
  h(
    "span",
    { class: `dw-count ${key}`, title: t(`dicewars.count.${key}`, { n }) },
    svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("path", { d: SIGNS[key] })),
    h("span", { "aria-hidden": "true" }, n),
    h("span", { class: "dw-hidden" }, t(`dicewars.count.${key}`, { n })),
  );

/** @param {any} view @param {number} seat */
export function count(view, seat) {
  const player = view.data.players[seat];
  if (!player.areas) return h("span", { class: "dw-counts out" }, t("dicewars.out"));
  const keys = /** @type {(keyof SIGNS)[]} */ (Object.keys(SIGNS));
  return h("span", { class: "dw-counts" }, keys.map((key) => counter(key, player[key])));
}
