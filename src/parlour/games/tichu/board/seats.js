// @ts-check
/** The players round the table: whose turn it is, cards, calls, points, who has passed and who is out. */
import { h } from "/static/core/dom.js";
import { number, t } from "/static/core/i18n.js";
import { COLOURS, seatGlyph, seatPath } from "/static/kit/glyphs.js";
import { backs, cardPicture } from "./art.js";
import { sorted } from "./cards.js";

const PLACES = ["at-bottom", "at-left", "at-top", "at-right"];

/** The sign of a seat: partners share a colour, each seat has its own shape. @param {number} seat */
export const seatLook = (seat) => ({ path: seatPath(seat), fill: COLOURS[seat % 2] });

/** @param {number} seat */
export const glyph = (seat) => seatGlyph(seat, seatLook(seat));

/** @param {string} call tichu or grand */
const token = (call) =>
  call
    ? h(
      "span",
      { class: "called", title: t(`tichu.call.${call}`), role: "img", "aria-label": t(`tichu.call.${call}`) },
      t(`tichu.token.${call}`),
    )
    : null;

/** What is to be said of a seat: its place when it is out, that it passed, what it does, or who sits there.
 * @param {any} data @param {any} player */
function remark(data, { seat, state, who }) {
  const place = data.places[seat];
  if (place) return h("b", {}, t(`tichu.place.${place}`));
  if (state) return state;
  return data.passed.includes(seat) ? h("i", {}, t("tichu.passed")) : who ?? "";
}

/** Two cards that changed hands: what a seat gave to me, and what it got. @param {any} data @param {number} me @param {number} seat */
function gifts(data, me, seat) {
  const way = (seat - me + 4) % 4;
  if (!way || data.hands[seat] || !data.opening || !["play", "wish"].includes(data.phase)) return null;
  const [got, gave] = [data.gifts[seat][3 - way], data.gifts[me][way - 1]];
  const swap = (/** @type {string} */ card, /** @type {string} */ key) =>
    card ? [h("span", { class: "way" }, t(key)), cardPicture(card)] : null;
  return [swap(got, "tichu.gave"), swap(gave, "tichu.got")];
}

/** The cards of a seat: face up when they are known, else their backs. @param {any} data @param {number} seat */
function cards(data, seat) {
  const hand = data.hands[seat];
  if (!hand) return backs(data.counts[seat]);
  return h("div", { class: "open" }, sorted(hand, "rank").map((card) => cardPicture(card)));
}

/** What the panel of a seat shows: it is drawn anew only when this has changed.
 * @param {any} data @param {any} player @param {number} me */
export function seatKey(data, player, me) {
  const { seat } = player;
  const { places, calls, counts, points, hands, gifts, phase, opening } = data;
  const own = [places, calls, counts, points, hands].map((all) => all[seat]);
  return JSON.stringify([player, me, own, gifts, phase, opening, data.turn === seat, data.passed.includes(seat)]);
}

/** A player with everything that all may know.
 * @param {any} data @param {any} player @param {number} me @param {any} button what is offered there */
export function seatPanel(data, player, me, button) {
  const { seat, name } = player;
  const place = PLACES[(seat - me + 4) % 4];
  const turn = data.turn === seat && data.phase !== "over";
  return h(
    "section",
    {
      class: `seat ${place}${turn ? " turn" : ""}${data.places[seat] ? " gone" : ""}`,
      "data-seat": seat,
      "aria-label": name,
    },
    h(
      "div",
      { class: "tag" },
      h("div", { class: "row-of" }, glyph(seat), h("b", {}, name), token(data.calls[seat])),
      h("div", { class: "row-of who", translate: "no" }, remark(data, player)),
      h(
        "div",
        { class: "row-of tally" },
        h("span", {}, t("tichu.cards", { n: data.counts[seat] })),
        h("span", {}, t("tichu.points", { n: data.points[seat], points: number(data.points[seat]) })),
      ),
    ),
    place === PLACES[0] ? null : h(
      "div",
      { class: "stuff" },
      h("div", { class: "held" }, cards(data, seat)),
      h("div", { class: "gifts" }, button ?? gifts(data, me, seat)),
    ),
  );
}
