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

/** An agent's spec as people read it: "Best, 0.8 s". @param {string} spec */
export function agentWords(spec) {
  const [name, ...settings] = spec.split(/[:,]/);
  const told = settings.map((setting) => {
    const [key, value] = setting.split("=");
    return key === "seconds" ? t("why.seconds", { n: value }) : key === "depth" ? t("why.depth", { depth: value }) : (
      key === "playouts" ? t("why.playouts", { n: Number(value), work: number(Number(value)) }) : setting
    );
  });
  return [name.charAt(0).toUpperCase() + name.slice(1), ...told].join(", ");
}

/** What a candidate is worth: proven, as a share, or not known. @param {any} move */
function worthText(move) {
  if (move.proven) return t(move.win > 0.5 ? "why.won" : move.win < 0.5 ? "why.lost" : "why.drawn");
  return typeof move.win === "number" ? percent(move.win) : "";
}

/** One candidate. @param {any} move @param {string} game @param {any} module @param {(move: any) => void} point */
function candidate(move, game, module, point) {
  const words = module.name?.(move) ?? move.a;
  const reasons = move.reasons.map((/** @type {any} */ reason) => h("li", {}, reasonText(game, reason)));
  const name = h(
    "button",
    { type: "button", class: "quiet", onclick: () => point(move) },
    move.best ? `★ ${words}` : words,
  );
  return h(
    "li",
    {},
    h(
      "div",
      { class: "candidate" },
      name,
      h("b", {}, worthText(move)),
      move.pm ? h("span", { class: "mut" }, `± ${percent(move.pm)}`) : null,
      move.visits
        ? h("span", { class: "mut" }, t("why.visits", { n: move.visits, visits: number(move.visits) }))
        : null,
    ),
    move.pv.length > 1 ? h("p", { class: "mut line" }, move.pv.join(" ")) : null,
    reasons.length ? h("ul", { class: "reasons" }, reasons) : null,
  );
}

/** What the figures do not say: that nothing is proven, or that no move is best beyond doubt. @param {any} analysis */
function caution(analysis) {
  if (!analysis.moves.some((/** @type {any} */ move) => typeof move.win === "number")) return t("why.unsolved");
  if (analysis.moves.length < 2 || analysis.moves[0].best) return "";
  return t(analysis.moves.length > 2 ? "why.equal" : "why.equal.all");
}

/** The chances with everything open, before what one seat could know. @param {any} analysis @param {string} who */
function openly(analysis, who) {
  const { win, pm } = analysis.value;
  if (analysis.purpose !== "replay" || !pm) return "";
  const shares = percent(win[analysis.seat]);
  return t("why.open", { shares: `${who} ${shares}`, pm: percent(pm), who });
}

/** @param {any} analysis */
const effort = (analysis) =>
  [
    t("why.time", { seconds: number(Math.max(analysis.ms / 1000, 0.1), 1) }),
    analysis.work ? t(`why.${analysis.unit}`, { n: analysis.work, work: number(analysis.work) }) : "",
    analysis.depth ? t("why.depth", { depth: analysis.depth }) : "",
    analysis.worlds ? t("why.worlds", { n: number(analysis.worlds) }) : "",
  ].filter(Boolean).join(" · ");

/** @param {any} analysis
 * @param {string} game @param {any} module @param {number} most @param {(move: any) => void} point @param {string} who */
export function whyPanel(analysis, game, module, most, point, who) {
  const notes = [openly(analysis, who), caution(analysis)].filter(Boolean);
  return [
    h("p", {}, t("why.by", { who, agent: agentWords(analysis.agent) })),
    notes.map((note) => h("p", { class: "mut" }, note)),
    h(
      "ol",
      { class: "candidates" },
      analysis.moves.slice(0, most).map((/** @type {any} */ move) => candidate(move, game, module, point)),
    ),
    h("p", { class: "mut" }, effort(analysis)),
    analysis.moves.some((/** @type {any} */ move) => move.reasons.length)
      ? h("p", { class: "mut" }, t("why.honest"))
      : null,
  ];
}

/** Marks for a board; a star only on a move that is best beyond doubt.
 * @param {any[]} moves @param {((move: any) => string) | undefined} word what is written on a mark */
export function marksOf(moves, word) {
  return moves.map((move) => {
    const { a, targets } = move;
    const { square, from, to } = targets;
    const text = typeof move.win === "number" ? word?.(move) || percent(move.win) : "";
    return { square, from, to, kind: move.best ? "best" : "good", text, a, targets };
  });
}
