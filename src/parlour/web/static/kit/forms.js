// @ts-check
/** Forms made from what games and agents declare. */
import { h } from "../core/dom.js";
import { has, t } from "../core/i18n.js";

let fresh = 0;

/** A field for one declared option; `read()` gives its value.
 * @param {any} option @param {any} value what it starts with @param {string} owner the game
 * @returns {{element: any, name: string, read: () => any}} */
export function optionField(option, value, owner) {
  const id = `option-${++fresh}`;
  const key = `${owner}.option.${option.name}`;
  const say = (/** @type {string} */ words, /** @type {string} */ otherwise) => (has(words) ? t(words) : otherwise);
  const label = say(key, option.name);
  const input = control(option, value ?? option.default, id, (choice) => say(`${key}.${choice}`, choice));
  const element = h(
    "p",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    h("span", { class: "mut", id: `${id}-help`, lang: "en" }, say(`${key}.help`, option.help)),
  );
  input.setAttribute("aria-describedby", `${id}-help`);
  return { element, name: option.name, read: () => read(option, input) };
}

/** @param {any} option @param {any} value @param {string} id
 * @param {(choice: string) => string} name what a choice is called */
function control(option, value, id, name) {
  if (option.type === "choice") {
    return h(
      "select",
      { id },
      option.choices.map((/** @type {string} */ choice) =>
        h("option", { value: choice, selected: choice === value }, name(choice))
      ),
    );
  }
  if (option.type === "bool") return h("input", { id, type: "checkbox", checked: Boolean(value) });
  const numeric = option.type === "int" || option.type === "float";
  return h("input", {
    id,
    type: numeric ? "number" : "text",
    min: option.low,
    max: option.high,
    maxlength: numeric ? null : 100,
    step: option.type === "int" ? 1 : "any",
    value: value ?? "",
    required: option.default !== null,
  });
}

/** @param {any} option @param {any} input */
function read(option, input) {
  if (option.type === "bool") return input.checked;
  if (input.value === "" && option.default === null) return null;
  return option.type === "int" || option.type === "float" ? Number(input.value) : input.value;
}

/** The values that differ from what was declared.
 * @param {any[]} options @param {{name: string, read: () => any}[]} fields */
export function chosen(options, fields) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const field of fields) {
    const value = field.read();
    if (value !== options.find((option) => option.name === field.name).default) values[field.name] = value;
  }
  return values;
}
