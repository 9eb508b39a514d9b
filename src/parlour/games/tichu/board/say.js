// @ts-check
/** Moves in words, for the status line and the list of moves. */
import { t } from "/static/core/i18n.js";
import { RANKS } from "./cards.js";
import { comboName } from "./combos.js";

/** The cards of a play and the rank of the Phoenix in it. @param {string} text such as "9r phoenix=8 7g 6s 5b" */
function cardsIn(text) {
  const words = text.split(" ").map((word) => word.split("="));
  const role = words.find(([, rank]) => rank)?.[1];
  return { cards: words.map(([card]) => card), role: role ? RANKS.indexOf(role) : 0 };
}

/** What a move is and the words in it. @param {string} text @returns {{key: string, values: Record<string, string>, cards: string[]}} */
export function moveOf(text) {
  const [word, ...rest] = text.split(" ");
  if (word === "play") {
    const { cards, role } = cardsIn(rest.join(" "));
    return { key: cards[0] === "dog" ? "dog" : "play", values: { combo: comboName(cards, role) }, cards };
  }
  if (word === "give") {
    const card = rest[0] === "a" ? t("tichu.a.card") : comboName([rest[0]]);
    return { key: "give", values: { card, side: t(`tichu.to.${rest[rest.length - 1]}`) }, cards: [] };
  }
  if (word === "wish") {
    return {
      key: rest[0] === "none" ? "nowish" : "wish",
      values: { rank: t(`tichu.a.${RANKS.indexOf(rest[0])}`) },
      cards: [],
    };
  }
  if (word === "dragon") return { key: "dragon", values: { side: t(`tichu.to.${rest[0]}`) }, cards: [] };
  return { key: text.replace(" ", ""), values: {}, cards: [] };
}

/** A move as a sentence. @param {any} event @param {string} who */
export function tell(event, who) {
  const { key, values } = moveOf(event.text);
  const you = who === t("seat.you") || who === t("tichu.you");
  return t(you ? `tichu.you.${key}` : `tichu.tell.${key}`, { who, ...values });
}

/** The same in a few words. @param {any} event */
export function short(event) {
  const { key, values } = moveOf(event.text);
  return t(`tichu.short.${key}`, values);
}

/** A choice in a few words. @param {{a: string}} item */
export const name = ({ a }) => short({ text: a });

const QUIET = ["wait", "pass", "no call"];

/** Whether a move is folded with its neighbours. @param {any} event */
export const folds = (event) => QUIET.includes(event.text);

/** Folded moves in one line; chances to bomb that nobody took are not worth one. @param {any[]} events */
export function folded(events) {
  const passes = events.filter(({ text }) => text === "pass").length;
  const silent = events.filter(({ text }) => text === "no call").length;
  if (passes) return t("tichu.folded.pass", { n: passes });
  return silent ? t("tichu.folded.call", { n: silent }) : "";
}
