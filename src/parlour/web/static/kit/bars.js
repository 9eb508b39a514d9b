// @ts-check
/** The bar under the board: what can be done while playing, watching or replaying. Its slots do not move. */
import { h } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { confirmsHere } from "../core/settings.js";
import { toast } from "../core/toast.js";
import { seatName } from "./cards.js";

/** Seconds between the moves of agents that are watched. */
export const DELAYS = { slow: 1.5, normal: 0.7, fast: 0.25, instant: 0 };
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** A button; one that is off stays where it is and says why.
 * @param {string} key
 * @param {() => void} run @param {{off?: boolean, why?: string, style?: string, sign?: string, id?: string}} [look] */
export function button(key, run, { off = false, why = "", style = "", sign = "", id = "" } = {}) {
  const press = () => (off ? toast(why || t("action.not")) : run());
  const short = style.includes("short");
  const title = off ? why : short ? t(key) : null;
  return h(
    "button",
    {
      type: "button",
      class: style,
      "data-action": id || key,
      "aria-disabled": off ? "true" : null,
      "aria-label": short ? t(key) : null,
      title,
      onclick: press,
    },
    sign ? h("span", { "aria-hidden": "true", class: "sign" }, sign) : null,
    short ? null : h("span", {}, t(key)),
  );
}

/** Actions that stand for no place on the board. @param {any} model */
const extras = (model) =>
  (model.ply === null ? model.live.legal ?? [] : []).filter((/** @type {any} */ item) => item.targets.button);

/** What is written on such an action; its notation where the game has no word for it. @param {any} card @param {any} item */
function extraWord(card, item) {
  const key = `${card.name}.button.${item.targets.button}`;
  return has(key) ? key : item.a;
}

/** The game's own buttons. @param {any} view @returns {any[]} */
const own = (view) => (view.model.mode === "play" ? view.board?.actions?.() ?? [] : []);

/** What the bar depends on. @param {any} view */
export function barKey(view) {
  const { model } = view;
  const status = model.live.status ?? {};
  return JSON.stringify([
    model.mode,
    model.ply === null,
    status.no_hint,
    status.no_take_back,
    status.playing,
    view.pending?.a,
    view.asked,
    view.timer,
    extras(model).map((/** @type {any} */ item) => item.a),
    own(view), // functions are left out
    model.waiting.length > 0,
    view.pace,
    view.speed,
    model.viewpoint,
  ]);
}

/** @param {any} view */
export const bar = (view) => ({ play, watch, replay })[/** @type {"play"} */ (view.model.mode)](view);

/** Play and cancel, where moves are confirmed: always in the same place. @param {any} view */
function confirmation(view) {
  if (view.module.confirms || !confirmsHere()) return null; // some boards ask themselves
  const { pending } = view;
  return [
    button("action.confirm", () => view.act(pending), {
      off: !pending,
      why: t("action.confirm.why"),
      style: pending ? "primary" : "",
      sign: "✓",
    }),
    button("action.cancel", () => view.cancel(), { off: !pending, why: t("action.cancel.why"), sign: "×" }),
  ];
}

/** @param {any} view */
function play(view) {
  const { model, card, module } = view;
  const status = model.live.status ?? {};
  const past = model.ply !== null;
  const ownButton = (/** @type {any} */ { id, label, off, why, primary, sign, run }) =>
    button(label, run, { off, why, sign, id, style: primary ? "primary" : "" });
  return [
    confirmation(view),
    own(view).map(ownButton),
    extras(model).map((/** @type {any} */ item) =>
      button(extraWord(card, item), () => view.act(item), { style: "primary" })
    ),
    module.every
      ? button("action.skip", () => model.skip(), {
        off: !model.waiting.length,
        why: t("action.skip.why"),
        sign: "▶▶",
      })
      : null,
    button("action.hint", () => view.hint(), { off: past || Boolean(status.no_hint), why: status.no_hint, sign: "★" }),
    card.hidden || card.chance ? null : button("action.takeback", () => view.takeBack(), {
      off: past || Boolean(status.no_take_back),
      why: status.no_take_back,
      sign: "↶",
    }),
    flip(view),
    past
      ? button("action.live", () => view.look(model.log.length), { style: "primary" })
      : button("action.resign", () => view.resign(), { sign: "⚑" }),
  ];
}

/** @param {any} view */
const flip = (view) => (view.module.wide ? null : button("action.flip", () => view.flip(), { sign: "⇅" }));

/** @param {any} view */
function watch(view) {
  const { model } = view;
  const agents = model.table.seats.every((/** @type {any} */ { kind }) => kind === "agent");
  return [
    agents ? pace(view) : null,
    flip(view),
    viewpoint(view),
    model.ply !== null ? button("action.live", () => view.look(model.log.length)) : null,
  ];
}

/** What agents among themselves are told: to play, to pause, how fast. @param {any} view */
function pace(view) {
  const { model } = view;
  const { playing } = model.live.status ?? {};
  const set = (/** @type {any} */ event) => view.setPace(event.target.value);
  return [
    button(playing ? "action.pause" : "action.play", () => view.play(), {
      style: "primary",
      sign: playing ? "❚❚" : "▶",
      id: "action.play",
    }),
    button("action.step", () => model.send({ t: "step" }), { sign: "▶|" }),
    h(
      "label",
      { class: "inline" },
      h("span", {}, t("action.speed")),
      h(
        "select",
        { onchange: set },
        Object.keys(DELAYS).map((name) =>
          h("option", { value: name, selected: name === view.pace }, t(`pace.${name}`))
        ),
      ),
    ),
  ];
}

/** Through whose eyes hidden cards are seen. @param {any} view */
function viewpoint(view) {
  const { model, card } = view;
  if (!card.hidden) return null;
  const set = (/** @type {any} */ event) => view.see(event.target.value === "" ? null : Number(event.target.value));
  const seats = model.table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) =>
    h("option", { value: seat, selected: seat === model.viewpoint }, seatName(card, seat))
  );
  return h(
    "label",
    { class: "inline" },
    t("viewpoint"),
    h(
      "select",
      { onchange: set },
      h("option", { value: "", selected: model.viewpoint === null }, t("viewpoint.open")),
      seats,
    ),
  );
}

/** @param {any} view */
function replay(view) {
  const { model } = view;
  const step = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => number} */ goal) =>
    button(key, () => view.look(goal()), { sign, style: "short" });
  const set = (/** @type {any} */ event) => view.setSpeed(Number(event.target.value));
  const slide = (/** @type {any} */ event) => view.look(Number(event.target.value));
  return [
    h("input", {
      type: "range",
      min: 0,
      max: model.log.length,
      value: model.heading,
      "aria-label": t("replay.slider"),
      oninput: slide,
    }),
    step("replay.first", "|◀", () => 0),
    step("replay.back", "◀", () => model.heading - 1),
    button(view.timer ? "action.pause" : "action.play", () => view.play(), {
      style: "primary short",
      sign: view.timer ? "❚❚" : "▶",
      id: "action.play",
    }),
    step("replay.next", "▶", () => model.heading + 1),
    step("replay.last", "▶|", () => model.log.length),
    h(
      "label",
      { class: "inline" },
      h("span", {}, t("action.speed")),
      h(
        "select",
        { onchange: set },
        SPEEDS.map((speed) => h("option", { value: speed, selected: speed === view.speed }, `${speed}×`)),
      ),
    ),
    button("replay.mistake.back", () => view.mistake(-1), { sign: "◀ ?", style: "short" }),
    button("replay.mistake.next", () => view.mistake(1), { sign: "? ▶", style: "short" }),
    viewpoint(view),
    view.module.wide ? null : button("action.flip", () => view.flip(), { sign: "⇅", style: "short" }),
  ];
}
