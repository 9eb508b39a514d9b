// @ts-check
/** A first game with someone at one's shoulder: five steps, each told when the last was done. */
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";

const LONG = 8; // moves after which the game has gone on without taking back

/** What ends each step.
 * @type {((state: {mine: number, hint?: boolean, back?: boolean, over: boolean}) => boolean)[]} */
const DONE = [
  (state) => state.mine >= 1,
  (state) => state.mine >= 3,
  (state) => Boolean(state.hint),
  (state) => Boolean(state.back) || state.mine >= LONG,
  (state) => state.over,
];

/** @param {string} game @returns {(state: any) => any} */
export function coach(game) {
  let step = 0;
  return (state) => {
    while (step < DONE.length && DONE[step](state)) step++;
    const text = step < DONE.length ? t(`${game}.lesson.${step + 1}`) : t("lesson.end");
    return h(
      "div",
      { class: "coach", role: "note" },
      h("b", {}, step < DONE.length ? t("lesson.step", { step: step + 1, steps: DONE.length }) : t("lesson.done")),
      h("p", {}, text),
    );
  };
}
