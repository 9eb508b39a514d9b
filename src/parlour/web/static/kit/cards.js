// @ts-check
/** Words about games and tables. */
import { deleteTable } from "../core/api.js";
import { h } from "../core/dom.js";
import { ago, has, number, t } from "../core/i18n.js";
import { tokensOf } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { ask } from "./dialogs.js";

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
  if (kind === "agent") return level ? t("level.player", { name, level }) : name || agent;
  return mine.includes(seat) ? t("seat.you") : t("seat.other");
}

/** The seats of a table that this browser may take. @param {string} id */
export const mySeats = (id) => Object.keys(tokensOf(id)).map(Number);

/** The sides of a result: seats that stand and fall together. @param {any} result @returns {number[][]} */
function sides({ scores, rewards }) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const seat of rewards.keys()) {
    const key = `${scores[seat]} ${rewards[seat]}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  const teams = rewards.length > 2 && groups.size === 2 && [...groups.values()].every(({ length }) => length > 1);
  return teams ? [...groups.values()] : rewards.map((/** @type {number} */ _, /** @type {number} */ seat) => [seat]);
}

/** The points of a side before the other's, where there are two and points mean something.
 * @param {any} result @param {number[]} side */
function points(result, side) {
  const all = sides(result);
  if (all.length !== 2 || result.reason || !result.scores.some((/** @type {number} */ score) => Math.abs(score) > 1)) {
    return "";
  }
  const other = all.find((seats) => !seats.includes(side[0])) ?? side;
  return ` ${number(result.scores[side[0]], 1)} : ${number(result.scores[other[0]], 1)}`;
}

/** How a game ended, to who played it or to anyone. @param {any} card @param {any} result @param {number[]} [mine] */
export function resultText(card, result, mine = []) {
  const best = Math.max(...result.rewards);
  const winners = sides(result).filter(([seat]) => result.rewards[seat] === best).flat();
  const own = sides(result).find((side) => mine.length && mine.every((seat) => side.includes(seat)));
  const who = winners.map((seat) => seatName(card, seat)).join(t("result.and"));
  if (winners.length === result.rewards.length) return t("result.drawn", { points: points(result, winners) });
  if (!own) return t("result.won", { who, n: winners.length, points: points(result, winners) });
  const key = winners.includes(own[0]) ? "result.you.won" : "result.you.lost";
  const rest = sides(result).length > 2 && key === "result.you.lost"
    ? t("result.won", { who, n: winners.length, points: "" })
    : "";
  return `${t(key, { points: points(result, own) })} ${rest}`.trim();
}

/** Why a game ended, in words: `{who}` are the seats of its ending. @param {any} card @param {any} result */
export function endingText(card, result) {
  if (result.reason) return t(`result.${result.reason}`, { who: seatName(card, result.seat) });
  const { key, seats, ...rest } = result.ending ?? {};
  const words = `${card.name}.ending.${key}`;
  if (!has(words)) return "";
  const values = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, say(value)]));
  const who = (seats ?? []).map((/** @type {number} */ seat) => seatName(card, seat)).join(t("result.and"));
  const sentence = t(words, { ...values, who });
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** How agents broke the rules of play, each with its words and what is known of it.
 * @param {any} card @param {any} model @returns {{words: string, detail: string}[]} */
export function failures(card, { table, live }) {
  const ended = table.result?.reason ? [table.result] : [];
  const list = live.status?.failures?.length ? live.status.failures : ended;
  return list.map((/** @type {any} */ { seat, reason, detail, times = 1 }) => {
    const words = t(`result.${reason}`, { who: seatName(card, seat) });
    return { words: times > 1 ? t("result.times", { words, n: times }) : words, detail };
  });
}

/** A number as one reads it; a text that is the key of words in words. @param {any} value */
const say = (value) => (typeof value === "number" ? number(value) : has(value) ? t(value) : value);

/** One line of a list of tables. @param {any} card @param {any} table */
function tableRow(card, table) {
  const mine = mySeats(table.id);
  const players = table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => playerName(table, seat, mine))
    .join(" – ");
  const state = table.result ? resultText(card, table.result, mine) : t("table.moves", { n: table.plies });
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
    isOwn(table) ? deletion(card, table) : null,
  );
}

/** Whether this browser has made a table. @param {any} table */
const isOwn = (table) =>
  mySeats(table.id).some((seat) => table.seats[seat]?.kind === "me") || "owner" in tokensOf(`owner-${table.id}`);

/** What deletes a table of one's own, once asked. @param {any} card @param {any} table */
function deletion(card, table) {
  const press = async () => {
    if (!await ask(t("table.delete.ask", { game: titleOf(card) }), t("table.delete"))) return;
    try {
      await deleteTable(table.id);
      button.closest("li").remove();
      toast(t("table.delete.done"));
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  };
  const label = `${t("table.delete")}: ${titleOf(card)}, ${ago(table.updated)}`;
  const button = h(
    "button",
    { type: "button", class: "delete", title: t("table.delete"), "aria-label": label, onclick: press },
    "✕",
  );
  return button;
}

/** Lines of a list of tables, also of games that are no longer there.
 * @param {any[]} games the catalogue @returns {(table: any) => any} */
export const rowOf = (games) => (table) =>
  tableRow(
    games.find((card) => card.name === table.game) ?? { name: table.game, title: table.game, seat_names: [] },
    table,
  );
