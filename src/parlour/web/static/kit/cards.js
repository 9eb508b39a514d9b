// @ts-check
/** Words about games and tables. */
import { h } from "../core/dom.js";
import { ago, has, t } from "../core/i18n.js";
import { tokensOf } from "../core/settings.js";

/** The name of a game. @param {{name: string, title: string}} card */
export const titleOf = (card) => (has(`${card.name}.title`) ? t(`${card.name}.title`) : card.title);

/** The picture of a game, where it has one. @param {any} card */
export const gamePicture = (
  card,
) => (card.picture
  ? h("img", { class: "picture", src: `/games/${card.name}/card.svg`, alt: "", width: 320, height: 120 })
  : null);

/** What a seat is called. @param {any} card @param {number} seat */
export const seatName = (card, seat) =>
  has(`${card.name}.seat.${seat}`) ? t(`${card.name}.seat.${seat}`) : card.seat_names[seat];

/** Who sits there. @param {any} table @param {number} seat @param {number[]} mine */
export function playerName(table, seat, mine) {
  const { kind, agent, level, name } = table.seats[seat];
  if (kind === "agent") return level ? t("level.player", { name, level }) : agent;
  return mine.includes(seat) ? t("seat.you") : t("seat.other");
}

/** The seats of a table that this browser may take. @param {string} id */
export const mySeats = (id) => Object.keys(tokensOf(id)).map(Number);

/** How a game ended. @param {any} card @param {any} result */
export function resultText(card, result) {
  const best = Math.max(...result.rewards);
  const winners = result.rewards.flatMap((
    /** @type {number} */ reward,
    /** @type {number} */ seat,
  ) => (reward === best ? [seatName(card, seat)] : []));
  const drawn = winners.length === result.rewards.length;
  const text = drawn ? t("result.drawn") : t("result.won", { who: winners.join(", "), n: winners.length });
  if (!result.reason) return text;
  return `${t(`result.${result.reason}`, { who: seatName(card, result.seat) })} ${text}`;
}

/** One line of a list of tables. @param {any} card @param {any} table */
function tableRow(card, table) {
  const mine = mySeats(table.id);
  const players = table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => playerName(table, seat, mine))
    .join(" – ");
  const state = table.result ? resultText(card, table.result) : t("table.moves", { n: table.plies });
  const verb = table.result ? "table.replay" : mine.length ? "table.continue" : "table.watch";
  return h(
    "li",
    {},
    h(
      "a",
      { href: `#/table/${table.id}` },
      h("b", {}, titleOf(card)),
      h("span", { class: "who", translate: "no" }, players),
      h("span", { class: "mut" }, state),
      h("time", { class: "mut" }, ago(table.updated)),
      h("span", { class: "verb" }, t(verb)),
    ),
  );
}

/** Lines of a list of tables, also of games that are no longer there.
 * @param {any[]} games the catalogue @returns {(table: any) => any} */
export const rowOf = (games) => (table) =>
  tableRow(
    games.find((card) => card.name === table.game) ?? { name: table.game, title: table.game, seat_names: [] },
    table,
  );
