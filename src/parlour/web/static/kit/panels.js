// @ts-check
/** The parts of a table's frame that only show: players, moves, turning points, facts. */
import { h, put, putEach } from "../core/dom.js";
import { change, number, percent, t } from "../core/i18n.js";
import { playerName, seatName } from "./cards.js";
import { seatGlyph } from "./glyphs.js";
import { seedBadge } from "./outcome.js";
import { sidesOf, SIGNS, swing, turningPoints } from "./quality.js";

const TURNS = 3; // turning points in sight

/** What is known of every player, for a board that draws them itself.
 * @param {any} model @param {any} card @param {any} module */
export const players = (model, card, module) =>
  model.table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => ({
    seat,
    name: seatName(card, seat),
    who: playerName(model.table, seat, model.mine),
    look: module.seatLook?.(seat),
    turn: model.shown.mover === seat,
    state: playerState(model, seat),
    mine: model.mine.includes(seat),
  }));

/** Whether a player thinks or is to move, in words. @param {any} model @param {number} seat */
function playerState(model, seat) {
  const thinking = model.live.status?.thinking === seat && model.ply === null;
  return thinking ? t("player.thinking") : model.shown.mover === seat ? t("player.turn") : "";
}

/** One player: sign, names, whose turn, count.
 * @param {any} model @param {any} card @param {any} module @param {number} seat */
export function player(model, card, module, seat) {
  const view = model.shown;
  return h(
    "li",
    { class: `player ${view.mover === seat ? "turn" : ""}`, "data-seat": seat },
    seatGlyph(seat, module.seatLook?.(seat)),
    h("b", {}, seatName(card, seat)),
    h("span", { class: "mut who", translate: "no" }, playerName(model.table, seat, model.mine)),
    h("span", { class: "state" }, playerState(model, seat)),
    h("span", { class: "count" }, module.count?.(view, seat) ?? (view.scores ? number(view.scores[seat], 1) : "")),
  );
}

/** Moves that go together in the list: one alone, or a run of those that a game folds. A run that the game has no
 * words for belongs to the move before it.
 * @param {any[]} log @param {any} module @returns {{events: any[], tail: any[]}[]} */
function lines(log, module) {
  /** @type {any[][]} */
  const runs = [];
  for (const event of log) {
    const last = runs.at(-1);
    if (last && module.folds?.(event) && module.folds(last[0])) last.push(event);
    else runs.push([event]);
  }
  /** @type {{events: any[], tail: any[]}[]} */
  const list = [];
  for (const events of runs) {
    const silent = list.length && module.folds?.(events[0]) && module.folded?.(events) === "";
    if (silent) list[list.length - 1].tail = events;
    else list.push({ events, tail: [] });
  }
  return list;
}

/** The moves; a click looks back. Lines that stay as they were are left alone.
 * @param {HTMLElement} place @param {any} model @param {any} card @param {any} module
 * @param {(ply: number) => void} look */
export function moveList(place, model, card, module, look) {
  if (!model.log.length) return put(place, h("p", { class: "mut" }, t("log.none")));
  const list = place.querySelector("ol") ?? h("ol", { class: `moves ${module.short ? "lines" : ""}` });
  if (!list.parentElement) put(place, list);
  const { judged, shownPly } = model;
  const all = lines(model.log, module).map(({ events, tail }) => ({
    events,
    here: [...events, ...tail].some(({ ply }) => ply === shownPly),
    quality: events.length === 1 ? judged.get(events[0].ply)?.quality : undefined,
  }));
  putEach(list, all, (/** @type {any} */ line) => moveLine(line, model, card, module, look));
}

/** A line of the list: a move, or several that go together.
 * @param {{events: any[], here: boolean, quality?: keyof SIGNS}} line @param {any} model @param {any} card
 * @param {any} module @param {(ply: number) => void} look */
function moveLine({ events, here, quality }, model, card, module, look) {
  const event = events[events.length - 1];
  const many = events.length > 1;
  const text = many ? module.folded?.(events) ?? t("log.folded", { n: events.length }) : words(module, event);
  const from = many ? `${events[0].ply}–${event.ply}.` : `${event.ply}.`;
  const who = many ? "" : `${seatName(card, event.seat)} `;
  const props = {
    type: "button",
    class: here ? "here" : "",
    "aria-label": `${from} ${who}${text}${quality ? `, ${t(`quality.${quality}`)}` : ""}`,
    "aria-current": here ? "step" : null,
    translate: "no",
    onclick: () => look(event.ply),
  };
  const sign = many ? null : seatGlyph(event.seat, model.seatLook?.(event.seat));
  const mark = quality ? h("span", { class: `q ${quality}` }, SIGNS[quality]) : null;
  return h(
    "li",
    {},
    h("button", props, h("span", { class: "mut" }, from), sign, h("span", { class: "text" }, text), mark),
  );
}

/** A move in a few words. @param {any} module @param {any} event */
const words = (module, event) => module.short?.(event) ?? event.text;

/** The moves at which most changed, by choice or by luck; a click goes to the position before one.
 * @param {any} model @param {any} card @param {any} module @param {(move: number) => void} review */
export function turns(model, card, module, review) {
  const judged = model.judged;
  const moves = turningPoints(judged, TURNS).sort((a, b) => a - b);
  if (!moves.length) return h("p", { class: "mut" }, t("turning.none"));
  const item = (/** @type {number} */ move) => {
    const event = model.log[move - 1];
    const verdict = judged.get(move);
    const { kind, by } = swing(verdict);
    const text = words(module, event);
    const label = t(`turning.${kind}`, { move: `${move}. ${text}`, who: seatName(card, event.seat), by: change(by) });
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "aria-label": label, title: label, onclick: () => review(move) },
        h("span", { class: "mut" }, `${move}.`),
        seatGlyph(event.seat, model.seatLook?.(event.seat)),
        h("span", { class: "text" }, text),
        h("span", { class: `swing ${kind}` }, kind === "loss" ? "" : `${t(`swing.${kind}`)} `, h("b", {}, change(by))),
        verdict.quality
          ? h("span", { class: `q ${verdict.quality}` }, SIGNS[/** @type {keyof SIGNS} */ (verdict.quality)])
          : null,
      ),
    );
  };
  return h("ol", { class: "turning", "aria-label": t("turning.title") }, moves.map(item));
}

/** What game it is, who plays, and the position as text. @param {any} model @param {any} card */
export function facts(model, card) {
  const { table } = model;
  const row = (/** @type {string} */ key, /** @type {any} */ value) => [h("dt", {}, t(key)), h("dd", {}, value)];
  return h(
    "dl",
    { class: "facts" },
    row("info.variant", h("span", { translate: "no" }, table.variant)),
    table.seats.map((
      /** @type {any} */ _,
      /** @type {number} */ seat,
    ) => [h("dt", {}, seatName(card, seat)), h("dd", { translate: "no" }, playerName(table, seat, model.mine))]),
    typeof table.seed === "string" ? row("info.seed", seedBadge(table.seed)) : null,
    row("info.moves", String(model.log.length)),
    row("info.position", h("code", { translate: "no" }, model.shown.text)),
  );
}

/** The bar of the chance to win. @param {(number | null)[]} win @param {any} card */
export function evalBar(win, card) {
  const sides = sidesOf(win.length, card.teams);
  const known = sides.flatMap((seats) => {
    const share = win[seats[0]];
    return typeof share === "number"
      ? [`${seats.map((seat) => seatName(card, seat)).join(t("result.and"))} ${percent(share)}`]
      : [];
  });
  const share = typeof win[0] === "number" ? win[0] : 0.5;
  const filled = sides.length === 2 ? 100 * share : 0; // more sides have no common bar
  return h("div", {
    class: `evalbar ${sides.length > 2 ? "many" : ""}`,
    role: "img",
    "aria-label": known.length ? t("eval.label", { text: known.join(", ") }) : t("eval.unsolved"),
    vars: { share: `${known.length ? filled : 0}%` },
  }, known.length ? known.map((text) => h("b", {}, text)) : h("span", { class: "mut" }, t("eval.unsolved")));
}
