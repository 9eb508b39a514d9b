// @ts-check
/** Choosing who sits where. */
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { seatName } from "./cards.js";
import { chosen, optionField } from "./forms.js";
import { levelSeat, levelTitle } from "./levels.js";
import { firstSeats, ownSeat } from "./start.js";

/** What may sit there: people, and the computer at a level that is chosen elsewhere.
 * @typedef {{people: boolean, level?: () => number}} May */

/** A picker for one seat; `read()` gives the seat as the server wants it.
 * @param {any} card @param {number} seat @param {any} value a seat, chosen before @param {May} may
 * @returns {{element: any, read: () => any}} */
export function seatPicker(card, seat, value, may) {
  const id = `seat-${seat}`;
  const more = h("div", { class: "more" });
  const people = may.people ? [["me", t("seat.me")], ["guest", t("seat.guest")]] : [];
  const computer = may.level ? [["computer", t("seat.computer")]] : [];
  const levels = card.levels.map((/** @type {any} */ level) => [`level:${level.level}`, levelTitle(level)]);
  const kinds = card.agents.filter((/** @type {any} */ kind) => kind.name !== "level");
  const agents = kinds.map((/** @type {any} */ kind) => [`agent:${kind.name}`, kind.name]);
  const yours = seat < 0 ? [] : card.own; // who analyses must say why
  const start = initial(card, value, may);
  const option = ([key, text] = /** @type {string[]} */ ([])) =>
    h("option", { value: key, selected: key === start, translate: /^(agent|own):/.test(key) ? "no" : null }, text);
  const select = h(
    "select",
    { id },
    [...people, ...computer].map(option),
    yours.length ? h("optgroup", { label: t("seat.own") }, yours.map(ownEntry).map(option)) : null,
    h("optgroup", { label: t("seat.levels") }, levels.map(option)),
    h("optgroup", { label: t("seat.agents") }, agents.map(option)),
  );
  /** @type {any[]} */
  let fields = [];
  const kindOf = () => kinds.find((/** @type {any} */ kind) => `agent:${kind.name}` === select.value);
  const fill = () => {
    const kind = kindOf();
    const given = kind && value?.choice?.agent === kind.name ? value.choice.options : {};
    fields = kind ? kind.options.map((/** @type {any} */ one) => optionField(one, given[one.name], card.name)) : [];
    const own = yours.find((/** @type {any} */ one) => ownEntry(one)[0] === select.value);
    put(more, kind || own ? aboutAgent(kind ?? own) : aboutOthers(select.value), agentOptions(fields));
  };
  select.addEventListener("change", fill);
  fill();
  const read = () => {
    const [what, ...rest] = select.value.split(":");
    const name = rest.join(":");
    if (what === "computer") return levelSeat(card, may.level?.() ?? card.usual);
    if (what === "level") return levelSeat(card, Number(name));
    if (what === "own") return ownSeat(name);
    return what === "agent"
      ? { kind: "agent", choice: { agent: name, options: chosen(kindOf().options, fields) } }
      : { kind: what };
  };
  const element = h(
    "fieldset",
    { class: "seat" },
    h("legend", {}, seat < 0 ? t("analyse.with") : seatName(card, seat)),
    h("p", { class: "field" }, h("label", { for: id }, t("seat.who")), select),
    more,
  );
  return { element, read };
}

/** An agent of a file in the list of who plays. @param {{name: string}} own */
const ownEntry = ({ name }) => [`own:${name}`, name];

/** @param {any} kind */
const aboutAgent = (kind) =>
  h(
    "p",
    { class: "mut", lang: "en" },
    kind.summary,
    kind.source ? ` ${t("seat.source", { source: kind.source })}` : "",
  );

/** @param {string} who */
const aboutOthers = (who) => (who.startsWith("level:") ? null : h("p", { class: "mut" }, t(`seat.${who}.about`)));

/** @param {any[]} fields */
const agentOptions = (fields) =>
  fields.length ? h("details", {}, h("summary", {}, t("seat.options")), fields.map((field) => field.element)) : null;

/** The entry that a seat chosen before stands for. @param {any} card @param {any} value @param {May} may */
function initial(card, value, may) {
  if (value.kind !== "agent") return value.kind;
  const same = (/** @type {any} */ level) =>
    level.agent === value.choice.agent && JSON.stringify(level.options) === JSON.stringify(value.choice.options);
  const level = card.levels.find(same);
  if (card.own.some((/** @type {any} */ own) => own.name === value.choice.agent)) return `own:${value.choice.agent}`;
  if (!level) return `agent:${value.choice.agent}`;
  return may.level?.() === level.level ? "computer" : `level:${level.level}`;
}

/** The seats of a first game; of one to watch: the strongest, and others a little weaker.
 * @param {any} card @param {number} players @param {boolean} watch @returns {any[]} */
export function usualSeats(card, players, watch) {
  if (!watch) return firstSeats(card, players);
  const top = card.levels.length;
  return Array.from({ length: players }, (_, seat) => levelSeat(card, seat ? Math.max(1, top - 2) : top));
}
