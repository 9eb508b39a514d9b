// @ts-check
/** Choosing who sits where. */
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { seatName } from "./cards.js";
import { chosen, optionField } from "./forms.js";

/** A picker for one seat; `read()` gives the seat as the server wants it.
 * @param {any} card @param {number} seat @param {any} value a seat, chosen before @param {{people: boolean}} may */
export function seatPicker(card, seat, value, may) {
  const id = `seat-${seat}`;
  const more = h("div", { class: "more" });
  const people = may.people ? [["me", t("seat.me")], ["guest", t("seat.guest")]] : [];
  const levels = card.levels.map((
    /** @type {any} */ { level, agent },
  ) => [`level:${level}`, t(`level.${level}`, { agent })]);
  const agents = card.agents.map((/** @type {any} */ kind) => [`agent:${kind.name}`, kind.name]);
  const start = initial(card, value);
  const option = ([key, text] = /** @type {string[]} */ ([])) =>
    h("option", { value: key, selected: key === start, translate: key.startsWith("agent:") ? "no" : null }, text);
  const select = h(
    "select",
    { id },
    people.map(option),
    h("optgroup", { label: t("seat.levels") }, levels.map(option)),
    h("optgroup", { label: t("seat.agents") }, agents.map(option)),
  );
  /** @type {any[]} */
  let fields = [];
  const kindOf = () => card.agents.find((/** @type {any} */ kind) => `agent:${kind.name}` === select.value);
  const levelOf = () => card.levels.find((/** @type {any} */ level) => `level:${level.level}` === select.value);
  const fill = () => {
    const kind = kindOf();
    const given = kind && value?.choice?.agent === kind.name ? value.choice.options : {};
    fields = kind ? kind.options.map((/** @type {any} */ one) => optionField(one, given[one.name], card.name)) : [];
    const shown = kind ?? card.agents.find((/** @type {any} */ one) => one.name === levelOf()?.agent);
    put(
      more,
      shown
        ? h(
          "p",
          { class: "mut", lang: "en" },
          shown.summary,
          kind?.source ? ` ${t("seat.source", { source: kind.source })}` : "",
        )
        : h("p", { class: "mut" }, t(`seat.${select.value}.about`)),
      fields.length
        ? h("details", {}, h("summary", {}, t("seat.options")), fields.map((field) => field.element))
        : null,
    );
  };
  select.addEventListener("change", fill);
  fill();
  const read = () => {
    const [what, name] = select.value.split(":");
    if (what === "level") {
      const { agent, options } = levelOf();
      return { kind: "agent", choice: { agent, options } };
    }
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

/** The entry that a seat chosen before stands for. @param {any} card @param {any} value */
function initial(card, value) {
  if (value.kind !== "agent") return value.kind;
  const same = (/** @type {any} */ level) =>
    level.agent === value.choice.agent && JSON.stringify(level.options) === JSON.stringify(value.choice.options);
  const level = card.levels.find(same);
  return level ? `level:${level.level}` : `agent:${value.choice.agent}`;
}

/** The seats of a first game. @param {any} card @param {number} players @param {boolean} watch @returns {any[]} */
export function usualSeats(card, players, watch) {
  const agent = (/** @type {string} */ name) => {
    const { agent: kind, options } = card.levels.find((/** @type {any} */ one) => one.level === name);
    return { kind: "agent", choice: { agent: kind, options } };
  };
  return Array.from(
    { length: players },
    (_, seat) => (seat === 0 && !watch ? { kind: "me" } : agent(watch && seat === 0 ? "hard" : "medium")),
  );
}
