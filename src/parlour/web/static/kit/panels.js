// @ts-check
/** The parts of a table's frame that only show: players, moves, turning points, facts. */
import { h } from "../core/dom.js";
import { number, percent, t } from "../core/i18n.js";
import { playerName, seatName } from "./cards.js";
import { seatGlyph } from "./glyphs.js";
import { SIGNS, turningPoints } from "./quality.js";

/** One player: sign, names, whose turn, count.
 * @param {any} model @param {any} card @param {any} module @param {number} seat */
export function player(model, card, module, seat) {
  const view = model.shown;
  const turn = view.mover === seat;
  const thinking = model.live.status?.thinking === seat && model.ply === null;
  return h(
    "li",
    { class: `player ${turn ? "turn" : ""}` },
    seatGlyph(seat, module.seatLook?.(seat)),
    h(
      "div",
      { class: "name" },
      h("b", {}, seatName(card, seat)),
      h("span", { class: "mut who", translate: "no" }, playerName(model.table, seat, model.mine)),
    ),
    h("span", { class: "state" }, thinking ? t("player.thinking") : turn ? t("player.turn") : ""),
    h("span", { class: "count" }, module.count?.(view, seat) ?? (view.scores ? number(view.scores[seat], 1) : "")),
  );
}

/** The moves; a click looks back. @param {any} model @param {any} card @param {(ply: number) => void} look */
export function moveList(model, card, look) {
  const judged = model.judged;
  const item = (/** @type {any} */ event) => {
    const verdict = judged.get(event.ply);
    const here = model.shownPly === event.ply;
    const quality = verdict ? ` ${SIGNS[/** @type {keyof SIGNS} */ (verdict.quality)]}` : "";
    const label = `${event.ply}. ${seatName(card, event.seat)} ${event.text}${
      verdict ? `, ${t(`quality.${verdict.quality}`)}` : ""
    }`;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: here ? "here" : "",
          "aria-label": label,
          "aria-current": here ? "step" : null,
          translate: "no",
          onclick: () => look(event.ply),
        },
        h("span", { class: "mut" }, `${event.ply}.`),
        seatGlyph(event.seat, model.seatLook?.(event.seat)),
        ` ${event.text}`,
        quality ? h("span", { class: `q ${verdict.quality}` }, quality) : null,
      ),
    );
  };
  if (!model.log.length) return h("p", { class: "mut" }, t("log.none"));
  return h("ol", { class: "moves" }, model.log.map(item));
}

/** The moves that gave most away. @param {any} model @param {any} card @param {(ply: number) => void} look */
export function turns(model, card, look) {
  const judged = model.judged;
  const moves = turningPoints(judged);
  if (!judged.size) return null;
  if (!moves.length) return h("p", { class: "mut" }, t("turning.none"));
  return h(
    "section",
    {},
    h("h3", {}, t("turning.title")),
    h(
      "ol",
      { class: "turning" },
      moves.map((move) => {
        const event = model.log[move - 1];
        const { loss, quality } = judged.get(move);
        const label = t("turning.move", {
          move,
          who: seatName(card, event.seat),
          text: event.text,
          loss: percent(loss),
        });
        return h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              "aria-label": label,
              title: label,
              onclick: () => look(move),
            },
            h("span", { class: "mut" }, `${move}.`),
            seatGlyph(event.seat, model.seatLook?.(event.seat)),
            event.text,
            h("span", { class: "loss" }, `−${percent(loss)}`),
            h("span", { class: `q ${quality}` }, SIGNS[/** @type {keyof SIGNS} */ (quality)]),
          ),
        );
      }),
    ),
  );
}

/** The bar of the chance to win. @param {(number | null)[]} win @param {any} card */
export function evalBar(win, card) {
  const known = win.flatMap((
    share,
    seat,
  ) => (typeof share === "number" ? [`${seatName(card, seat)} ${percent(share)}`] : []));
  const share = typeof win[0] === "number" ? win[0] : 0.5;
  const filled = win.length === 2 ? 100 * share : 0; // more sides have no common bar
  return h("div", {
    class: "evalbar",
    role: "img",
    "aria-label": t("eval.label", { text: known.join(", ") }),
    vars: { share: `${filled}%` },
  }, known.map((text) => h("b", {}, text)));
}
