// @ts-check
/** How strong the computer plays: levels with their names and what was measured of them. */
import { h, put } from "../core/dom.js";
import { number, percent, t } from "../core/i18n.js";
import { recall } from "../core/settings.js";

/** The level that was chosen last in a game, or the usual one of a first game. @param {any} card */
export function levelBefore(card) {
  const before = recall(`setup.${card.name}`, null)?.level ?? card.usual;
  return Math.min(Math.max(before, 1), card.levels.length);
}

/** A seat for the computer at a level. @param {any} card @param {number} level */
export function levelSeat(card, level) {
  const { agent, options } = card.levels[level - 1];
  return { kind: "agent", choice: { agent, options } };
}

/** @param {{level: number, name: string}} level */
export const levelTitle = ({ level, name }) => t("level.title", { level, name });

/** What was measured of a level, in words. @param {{level: number, rating?: number, share?: number, games?: number}} level */
function levelFacts({ level, rating, share, games }) {
  if (rating === undefined) return "";
  if (share === undefined) return t("level.first");
  const against = { share: percent(share), below: level - 1, games: number(games ?? 0) };
  return `${t("level.rating", { rating: number(rating) })} ${t("level.share", against)}`;
}

/** A slider over the levels of a game; `read()` gives the level.
 * @param {any} card @param {number} start @returns {{element: any, read: () => number}} */
export function levelSlider(card, start) {
  const title = h("b", { class: "level-name" });
  const facts = h("p", { class: "mut level-facts", id: "level-facts" });
  const slider = h("input", {
    id: "level",
    type: "range",
    min: 1,
    max: card.levels.length,
    step: 1,
    "aria-describedby": "level-facts",
  });
  const tell = () => {
    const level = card.levels[slider.value - 1];
    put(title, levelTitle(level));
    put(facts, levelFacts(level));
    slider.setAttribute("aria-valuetext", levelTitle(level));
  };
  slider.value = start;
  slider.addEventListener("input", tell);
  tell();
  const element = h(
    "div",
    { class: "level" },
    h("p", { class: "row" }, h("label", { for: "level" }, t("level.label")), title),
    slider,
    facts,
  );
  return { element, read: () => Number(slider.value) };
}
