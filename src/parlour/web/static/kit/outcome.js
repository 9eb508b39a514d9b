// @ts-check
/** What follows a game: the result, its analysis, a branch, another game; and links for guests before it. */
import { newTable } from "../core/api.js";
import { h } from "../core/dom.js";
import { number, t } from "../core/i18n.js";
import { tokensOf } from "../core/settings.js";
import { copyText, toast } from "../core/toast.js";
import { button } from "./bars.js";
import { resultText, seatName } from "./cards.js";
import { seatPicker, usualSeats } from "./seats.js";

/** @param {any} view */
export function outcome(view) {
  const { model, card } = view;
  const { result } = model.table;
  const { progress } = model;
  const scores = result.scores.map((/** @type {number} */ score, /** @type {number} */ seat) =>
    `${seatName(card, seat)} ${number(score, 1)}`
  ).join(", ");
  return h(
    "div",
    { class: "result" },
    h("h2", {}, resultText(card, result)),
    h("p", { class: "mut" }, t("result.scores", { scores })),
    progress
      ? h(
        "p",
        { class: "row" },
        h("progress", { max: progress.total, value: progress.done, "aria-label": t("analyse.progress") }),
        t("analyse.done", progress),
        button("analyse.cancel", () => model.send({ t: "cancel" })),
      )
      : null,
    h(
      "div",
      { class: "row" },
      progress
        ? null
        : button(model.analyses.size ? "analyse.again" : "analyse.start", () => model.send({ t: "analyse" }), {
          style: "primary",
          id: "analyse",
        }),
      button("branch.start", () => branch(view)),
      button("rematch.start", () => rematch(view, 0)),
      button("rematch.swap", () => rematch(view, 1)),
    ),
    progress ? null : advisers(view),
    h(
      "div",
      { class: "row small" },
      h("a", { class: "button", href: `#/new/${card.name}` }, t("result.new")),
      h("a", { class: "button", href: `/api/tables/${model.id}/record`, download: "" }, t("record.download")),
      button("record.copy", () => copyRecord(model.id)),
      button("action.copy", () => view.copy()),
      seedBadge(model.table.seed),
    ),
  );
}

/** The seed, copied by a press. @param {string} seed */
export const seedBadge = (seed) =>
  h(
    "button",
    { type: "button", class: "seed", title: t("seed.copy"), onclick: () => copyText(seed) },
    t("seed.badge", { seed }),
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

/** @param {any} view */
export function links(view) {
  const { model } = view;
  const guests = Object.entries(tokensOf(`guests-${model.id}`));
  if (!guests.length) return null;
  const select = (/** @type {any} */ event) => event.target.select();
  return h(
    "div",
    { class: "result" },
    h("h2", {}, t("guest.title")),
    guests.map(([seat, token]) => {
      const link = `${location.origin}/#/sit/${model.id}/${seat}/${token}`;
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

/** @param {any} wanted */
async function begin(wanted) {
  try {
    location.hash = `#/table/${await newTable(wanted)}`;
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

/** The same again, with the seats moved on by some places. @param {any} view @param {number} shift */
function rematch({ model, card }, shift) {
  const { table } = model;
  const seats = table.seats.map((
    /** @type {any} */ { kind, agent },
  ) => (kind === "agent" ? { kind, choice: choice(agent) } : { kind }));
  const turned = seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seats[(seat + shift) % seats.length]);
  begin({ game: card.name, options: pairs(table.variant.split(":")[1] ?? ""), seats: turned });
}

/** `mcts:playouts=5` as a choice. @param {string} spec */
function choice(spec) {
  const [agent, options] = spec.split(":");
  return { agent, options: pairs(options ?? "") };
}

/** `a=1,b=2` as values; the server reads them as they were declared. @param {string} text */
const pairs = (text) => Object.fromEntries(text.split(",").filter(Boolean).map((pair) => pair.split("=")));
