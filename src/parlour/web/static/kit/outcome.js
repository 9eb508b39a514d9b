// @ts-check
/** What follows a game: the result, its analysis, a branch, another game; and links for guests before it. */
import { newTable, sameAgain } from "../core/api.js";
import { h, put, putOnce } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { tokensOf } from "../core/settings.js";
import { copyText, toast } from "../core/toast.js";
import { button } from "./bars.js";
import { endingText, failures, resultText, seatName } from "./cards.js";
import { seatPicker, usualSeats } from "./seats.js";

/** The card of a game: how it ended and what can be done now; before that, links for those who were invited.
 * @param {any} view */
export function outcome(view) {
  const { model } = view;
  return model.mode === "replay" ? result(view) : [troubles(view), links(view)];
}

/** How agents failed, with the error and its line. @param {any} view */
const troubles = ({ model, card }) =>
  failures(card, model).map(({ words, detail }) =>
    h("p", { class: "failure" }, words, detail ? h("code", { translate: "no" }, detail) : null)
  );

/** @param {any} view */
function result(view) {
  const { model, card, module } = view;
  const words = model.table.result.reason ? "" : endingText(card, model.table.result);
  return h(
    "div",
    { class: "result" },
    h("h2", {}, resultText(card, model.table.result, model.mine)),
    words ? h("p", {}, words) : null,
    troubles(view),
    model.live.data ? module.breakdown?.(model.live) : null,
    h("div", { class: "after" }),
    h(
      "div",
      { class: "row small" },
      h("a", { class: "button", href: `#/new/${card.name}` }, t("result.new")),
      h("a", { class: "button", href: `/api/tables/${model.id}/record`, download: "" }, t("record.download")),
      button("record.copy", () => copyRecord(model.id)),
      button("action.copy", () => view.copy()),
    ),
  );
}

/** What can be done with a game that is over, and how far its analysis is; the result beside it stays as it is.
 * @param {HTMLElement} place @param {any} view */
export function drawAfter(place, view) {
  const { model } = view;
  const after = place.querySelector(".after");
  if (!after) return;
  const key = JSON.stringify([Boolean(model.progress), model.analyses.size > 0, model.offer?.table]);
  putOnce(after, key, () => [
    model.progress ? progressRow(model) : null,
    h("div", { class: "row" }, analyseButton(model), button("branch.start", () => branch(view)), again(view)),
    model.progress ? null : advisers(view),
  ]);
  if (model.progress) tellProgress(after, model.progress);
}

/** @param {Element} place @param {{done: number, total: number}} progress */
function tellProgress(place, progress) {
  const bar = /** @type {HTMLProgressElement} */ (place.querySelector("progress"));
  bar.max = progress.total;
  bar.value = progress.done;
  put(/** @type {Element} */ (bar.nextElementSibling), t("analyse.done", progress));
}

/** @param {any} model */
const progressRow = (model) =>
  h(
    "p",
    { class: "row" },
    h("progress", { "aria-label": t("analyse.progress") }),
    h("span", {}),
    button("analyse.cancel", () => model.send({ t: "cancel" })),
  );

/** @param {any} model */
function analyseButton(model) {
  if (model.progress) return null;
  const key = model.analyses.size ? "analyse.again" : "analyse.start";
  return button(key, () => model.send({ t: "analyse" }), { style: "primary", id: "analyse" });
}

/** Another game: with a person at the other end both are brought to it. @param {any} view */
function again(view) {
  const { model } = view;
  if (model.offer) return button("rematch.join", () => go(model.offer.table), { style: "primary" });
  const people = model.table.seats.some((/** @type {any} */ { kind }) => kind === "guest");
  if (people && !model.mine.length) return null;
  const start = (/** @type {number} */ shift) => (people ? model.again(shift) : begin(sameAgain(model.table, shift)));
  return [button("rematch.start", () => start(0)), button("rematch.swap", () => start(1))];
}

const SHOWN = 12; // digits of a seed

/** The seed, copied by a press; only the first digits of a long one are shown. @param {string} seed */
export const seedBadge = (seed) =>
  h(
    "button",
    { type: "button", class: "seed", title: t("seed.copy"), onclick: () => copyText(seed) },
    t("seed.badge", { seed: seed.length > SHOWN ? `${seed.slice(0, SHOWN)}…` : seed }),
  );

/** @param {string} id */
async function copyRecord(id) {
  copyText(await (await fetch(`/api/tables/${id}/record`)).text());
}

/** A choice of who analyses. @param {any} view */
function advisers(view) {
  if (!view.card.levels) return null;
  const picker = seatPicker(view.card, -1, usualSeats(view.card, 1, true)[0], { people: false });
  const start = () => view.model.send({ t: "analyse", choice: picker.read().choice });
  return h(
    "details",
    { class: "choose" },
    h("summary", {}, t("analyse.with")),
    picker.element,
    button("analyse.chosen", start),
  );
}

/** The tokens of those whom this browser has invited. @param {string} table */
const guestsOf = (table) => Object.entries(tokensOf(`guests-${table}`));

/** Whether there are links to send. @param {string} table */
export const invites = (table) => guestsOf(table).length > 0;

/** @param {any} view */
function links(view) {
  const { model } = view;
  const guests = guestsOf(model.id);
  if (!guests.length) return null;
  const select = (/** @type {any} */ event) => event.target.select();
  return h(
    "div",
    { class: "result" },
    h("h2", {}, t("guest.title")),
    guests.map(([seat, token]) => {
      const link = `${view.origin}#/sit/${model.id}/${seat}/${token}`;
      return h(
        "p",
        { class: "invite" },
        h("label", { for: `link-${seat}` }, seatName(view.card, Number(seat))),
        h("input", { id: `link-${seat}`, readonly: true, value: link, onfocus: select }),
        button("guest.copy", () => copyText(link)),
      );
    }),
  );
}

/** @param {string} table */
const go = (table) => (location.hash = `#/table/${table}`);

/** @param {any} wanted */
async function begin(wanted) {
  try {
    go(await newTable(wanted));
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "bad");
  }
}

/** Play on from the position that is shown, as the side to move. @param {any} view */
function branch({ model, card }) {
  const { mover } = model.shown;
  if (mover < 0) {
    toast(t("branch.end"));
    return;
  }
  const [me, other] = usualSeats(card, 2, false);
  const seats = model.table.seats.map((
    /** @type {any} */ _,
    /** @type {number} */ seat,
  ) => (seat === mover ? me : other));
  begin({ game: card.name, seats, start: { table: model.id, ply: model.shownPly } });
}
