// @ts-check
/** One line about the cards that are raised: what they are, and whether they can be played. */
import { t } from "/static/core/i18n.js";
import { read } from "./cards.js";
import { comboName, isBomb, readingOf, refusal, wishName } from "./combos.js";
import { find, matching } from "./plays.js";

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The top of the trick. @param {any} board */
const topOf = (board) => board.data.trick[board.data.trick.length - 1];

/** Whether a wish binds that the cards do not fulfil. @param {any} board @param {string[]} cards */
function wishBinds({ data, legal }, cards) {
  if (!data.wish || find(legal, "pass")) return false;
  const holds = (/** @type {string[]} */ some) => some.some((card) => read(card).rank === data.wish);
  const plays = legal.filter((/** @type {any} */ { targets }) =>
    targets.cards && !isBomb(readingOf(targets.cards, targets.as))
  );
  return !holds(cards) && plays.length > 0 && plays.every((/** @type {any} */ { targets }) => holds(targets.cards));
}

/** Why the raised cards cannot be played. @param {any} board */
export function why(board) {
  const { data, hand, asked, window } = board;
  const cards = [...hand.raised];
  if (data.phase === "wish" || data.phase === "dragon" || data.phase === "calls" || data.phase === "grand") {
    return t(asked ? `tichu.first.${data.phase}` : "tichu.not.turn");
  }
  if (!cards.length) return t(asked ? "tichu.choose" : "tichu.not.turn");
  if (!readingOf(cards)) return t("tichu.refuse.none");
  if (window) return t("tichu.refuse.window");
  if (!asked) return t("tichu.not.turn");
  if (wishBinds(board, cards)) return wishName(data.wish);
  if (data.turn === data.owner) return t("tichu.refuse.own");
  return refusal(cards, topOf(board)) || t("tichu.refuse.not");
}

/** What there is to do when nothing is raised. @param {any} board */
function prompt({ data, asked, bombing, window, slots, giving, auto, legal, advice }) {
  if (data.seat === null || data.phase === "over") return "";
  if (bombing) return t(window ? "tichu.bomb.choose" : "tichu.bomb.wait");
  if (!asked) return auto ? t("tichu.auto.on") : "";
  if (data.phase === "exchange") {
    if (giving) return t("tichu.exchange.sent");
    return t(slots.filter(Boolean).length + data.step < 3 ? "tichu.exchange.how" : "tichu.exchange.ready");
  }
  if (data.phase !== "play") return t(`tichu.first.${data.phase}`);
  if (advice?.pass) return t("tichu.advice.pass");
  if (data.wish && !find(legal, "pass") && data.trick.length) return capital(wishName(data.wish));
  return t(data.trick.length ? "tichu.follow" : "tichu.lead");
}

/** The line under the table. @param {any} board */
export function readOut(board) {
  const { hand, legal, data } = board;
  const cards = [...hand.raised];
  if (!cards.length) return prompt(board);
  if (data.phase === "exchange") return t("tichu.exchange.slot", { card: comboName(cards) });
  const items = matching(legal, hand.raised);
  if (!items.length) {
    const name = readingOf(cards) ? `${capital(comboName(cards))}: ` : "";
    return name + (name ? why(board) : capital(why(board)));
  }
  const combo = capital(comboName(cards, items[0].targets.as));
  const many = items.length > 1 ? ` ${t("tichu.phoenix.ask")}` : "";
  return t("tichu.can", { combo }) + many;
}
