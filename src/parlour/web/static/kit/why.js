// @ts-check
/** What an agent saw: the candidates with their value, line and reasons. */
import { h } from "../core/dom.js";
import { has, number, percent, t } from "../core/i18n.js";

/** A reason as a sentence. @param {string} game @param {any} reason */
export function reasonText(game, reason) {
  const key = `${game}.reason.${reason.k}`;
  const values = { own: Math.abs(reason.own), other: Math.abs(reason.other), gain: Math.abs(reason.v) };
  return has(key) ? t(key, values) : `${reason.k} ${number(reason.own, 1)} : ${number(reason.other, 1)}`;
}

/** @param {any} analysis
 * @param {string} game @param {number} most @param {(move: any) => void} point @param {string} who */
export function whyPanel(analysis, game, most, point, who) {
  const rows = analysis.moves.slice(0, most).map((/** @type {any} */ move, /** @type {number} */ place) => {
    const reasons = move.reasons.map((/** @type {any} */ reason) => h("li", {}, reasonText(game, reason)));
    const name = h(
      "button",
      { type: "button", class: "quiet", onclick: () => point(move) },
      place === 0 ? `★ ${move.a}` : move.a,
    );
    return h(
      "li",
      {},
      h(
        "div",
        { class: "candidate" },
        name,
        h(
          "b",
          {},
          move.proven ? t(move.win > 0.5 ? "why.won" : move.win < 0.5 ? "why.lost" : "why.drawn") : percent(move.win),
        ),
        move.pm ? h("span", { class: "mut" }, `± ${percent(move.pm)}`) : null,
        move.visits
          ? h("span", { class: "mut" }, t("why.visits", { n: move.visits, visits: number(move.visits) }))
          : null,
      ),
      move.pv.length > 1 ? h("p", { class: "mut line" }, move.pv.join(" ")) : null,
      reasons.length ? h("ul", { class: "reasons" }, reasons) : null,
    );
  });
  const effort = [
    t("why.time", { seconds: number(Math.max(analysis.ms / 1000, 0.1), 1) }),
    analysis.work ? t("why.work", { work: number(analysis.work) }) : "",
    analysis.depth ? t("why.depth", { depth: analysis.depth }) : "",
    analysis.worlds ? t("why.worlds", { n: analysis.worlds }) : "",
  ];
  return [
    h("p", {}, t("why.by", { who, agent: analysis.agent })),
    h("ol", { class: "candidates" }, rows),
    h("p", { class: "mut" }, effort.filter(Boolean).join(" · ")),
    analysis.moves.some((/** @type {any} */ move) => move.reasons.length)
      ? h("p", { class: "mut" }, t("why.honest"))
      : null,
  ];
}

/** Marks for a board.
 * @param {any[]} moves @param {((move: any) => string) | undefined} word what is written on a mark */
export function marksOf(moves, word) {
  return moves.map((move, place) => {
    const { a, targets } = move;
    const { square, from, to } = targets;
    return {
      square,
      from,
      to,
      kind: place === 0 ? "best" : "good",
      text: word?.(move) || percent(move.win),
      a,
      targets,
    };
  });
}
