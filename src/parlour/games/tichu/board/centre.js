// @ts-check
/** The middle of the table: the trick, the one before it, and what has to be decided there. */
import { h, svg } from "/static/core/dom.js";
import { number, signed, t } from "/static/core/i18n.js";
import { cardPicture } from "./art.js";
import { laid, RANKS } from "./cards.js";
import { comboName } from "./combos.js";
import { glyph } from "./seats.js";

const EARLIER = 3; // plays of the trick that are shown under the top

/** Cards of one play with who played them.
 * @param {any} play @param {(seat: number) => string} name @param {string} style */
const playPicture = (play, name, style) =>
  h(
    "figure",
    { class: `play ${style}`, "data-by": play.seat },
    h("figcaption", {}, glyph(play.seat), h("span", {}, name(play.seat))),
    h(
      "div",
      { class: "fan", vars: { n: Math.max(play.cards.length, 2) } },
      laid(play.cards, play.as).map((card) => cardPicture(card)),
    ),
  );

/** @param {number} rank */
const wishBadge = (
  rank,
) => (rank ? h("span", { class: "badge wish" }, t("tichu.wished", { rank: RANKS[rank] })) : null);

/** The trick on the table. @param {any} data @param {(seat: number) => string} name @param {any} grade */
export function trick(data, name, grade) {
  const top = data.trick[data.trick.length - 1];
  if (!top) return resting(data, name);
  const role = top.as && top.cards.includes("phoenix") ? t("tichu.phoenix.as", { rank: RANKS[top.as] }) : "";
  return [
    h(
      "p",
      { class: "caption" },
      h("b", {}, t("tichu.plays", { who: name(top.seat), combo: comboName(top.cards, top.as) })),
      grade,
    ),
    h(
      "div",
      { class: "pile" },
      h(
        "div",
        { class: "under" },
        data.trick.slice(0, -1).slice(-EARLIER).map((/** @type {any} */ play) => playPicture(play, name, "earlier")),
      ),
      playPicture(top, name, "latest"),
    ),
    h(
      "p",
      { class: "caption" },
      h("span", {}, t("tichu.stake", { n: data.stake, points: number(data.stake) })),
      role ? h("span", {}, role) : null,
      wishBadge(data.wish),
    ),
  ];
}

/** The Dog, and to whom it has passed the lead. @param {any} data @param {(seat: number) => string} name */
const dogsWay = (data, name) => [
  playPicture(data.before.plays[0], name, "latest"),
  svg(
    "svg",
    { viewBox: "0 0 60 40", class: "way", "aria-hidden": "true" },
    svg("path", { d: "M2 15H36V4L58 20L36 36V25H2Z" }),
  ),
  h("p", { class: "to" }, glyph(data.turn), name(data.turn)),
];

/** Who took the trick before, and with what. @param {any} before @param {(seat: number) => string} name */
const taken = ({ taker, points }, name) =>
  taker === null ? "" : t("tichu.last.took", { who: name(taker), n: points, points: signed(points) });

/** An empty table: who leads, and how the trick before ended. @param {any} data @param {(seat: number) => string} name */
function resting(data, name) {
  const { before, phase } = data;
  const end = phase === "over" ? null : before?.plays.at(-1);
  const words = phase === "over" ? t("tichu.done") : t("tichu.leads", { who: name(data.turn) });
  return [
    h("p", { class: "caption" }, h("b", {}, words)),
    h(
      "div",
      { class: "pile" },
      !end ? null : end.cards[0] === "dog" ? dogsWay(data, name) : playPicture(end, name, "earlier"),
    ),
    h("p", { class: "caption" }, end ? h("span", {}, taken(before, name)) : null, wishBadge(data.wish)),
  ];
}

/** The trick before this one. @param {any} data @param {(seat: number) => string} name */
export function lastTrick(data, name) {
  const { plays } = data.before;
  const words = taken(data.before, name) || t("tichu.last.dog");
  return [
    h("p", { class: "caption" }, h("b", {}, t("tichu.last")), h("span", {}, words)),
    h("div", { class: "pile all" }, plays.map((/** @type {any} */ play) => playPicture(play, name, "earlier"))),
  ];
}

/** A question with its answers side by side.
 * @param {string} question @param {{label: any, run: () => void, star?: boolean, name?: string}[]} answers @param {string} style */
export const choice = (question, answers, style) => [
  h("p", { class: "caption" }, h("b", {}, question)),
  h(
    "div",
    { class: `answers ${style}`, role: "group", "aria-label": question },
    answers.map(({ label, run, star, name }) =>
      h(
        "button",
        {
          type: "button",
          class: star ? "advised" : "",
          "aria-label": name ?? null,
          onclick: run,
        },
        star ? h("span", { class: "sign", "aria-hidden": "true" }, "★") : null,
        label,
      )
    ),
  ),
];

/** Three places for the cards that are given away.
 * @param {string[]} cards in the slots @param {(seat: number) => string} name @param {number} me
 * @param {{put: (slot: number) => void, advised: number, locked: number}} on */
export function slots(cards, name, me, { put, advised, locked }) {
  const place = (/** @type {number} */ i) => {
    const who = name((me + 1 + i) % 4);
    const side = t(`tichu.side.${i}`);
    const label = cards[i]
      ? t("tichu.slot.full", { who, side, card: comboName([cards[i]]) })
      : t("tichu.slot.empty", { who, side });
    return h(
      "button",
      {
        type: "button",
        class: `slot${advised === i ? " advised" : ""}`,
        "data-slot": i,
        "aria-label": label,
        disabled: i < locked,
        onclick: () => put(i),
      },
      h("span", { class: "to" }, glyph((me + 1 + i) % 4), h("b", {}, who)),
      h("span", { class: "mut" }, side),
      h("span", { class: "hole" }, cards[i] ? cardPicture(cards[i], false) : h("span", { class: "arrow" }, "←↑→"[i])),
    );
  };
  return [
    h("p", { class: "caption" }, h("b", {}, t("tichu.exchange"))),
    h("div", { class: "slots" }, [0, 1, 2].map(place)),
  ];
}
