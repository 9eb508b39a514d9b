// @ts-check
/** The list of keys, the settings, and questions. */
import { h } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { choose, settings } from "../core/settings.js";

const KEYS = ["arrows", "enter", "esc", "b", "h", "u", "f", "v", "c", "steps", "ends", "space", "n", "question"];

/** @param {string} title @param {any} content @param {any} [buttons] beside the one that closes it */
function open(title, content, buttons) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const shut = h("button", {
    type: "button",
    class: "primary",
    autofocus: Boolean(buttons),
    onclick: () => dialog.close(),
  }, t("dialog.close"));
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    heading,
    content,
    h("p", { class: "row end" }, buttons, shut),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  const rows = KEYS.map((key) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, t(`keys.${key}.key`))), h("td", {}, t(`keys.${key}`)))
  );
  open(t("keys.title"), h("table", { class: "keys" }, h("tbody", {}, rows)));
}

/** @param {string} name @param {any[]} values */
function choice(name, values) {
  const id = `setting-${name}`;
  const options = values.map((value) =>
    h("option", { value: String(value), selected: settings[name] === value }, t(`settings.${name}.${value}`))
  );
  const pick = (/** @type {any} */ event) => choose(name, values.find((value) => String(value) === event.target.value));
  return h(
    "p",
    { class: "field" },
    h("label", { for: id }, t(`settings.${name}`)),
    h("select", { id, onchange: pick }, options),
  );
}

/** @param {() => void} redraw */
export function showSettings(redraw) {
  const fields = [
    choice("theme", ["auto", "light", "dark"]),
    choice("motion", ["auto", "on", "off"]),
    choice("speed", ["normal", "fast", "instant"]),
    choice("confirm", ["off", "touch", "always"]),
    choice("sound", [false, true]),
    choice("keys", [true, false]),
    choice("language", ["en"]),
  ];
  const before = settings.language;
  const dialog = open(t("settings.title"), fields);
  dialog.addEventListener("close", () => {
    if (settings.language !== before) redraw();
  });
}

/** Ask before something that cannot be undone.
 * @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function ask(question, yes) {
  return new Promise((resolve) => {
    let agreed = false;
    const agree = () => {
      agreed = true;
      dialog.close();
    };
    const dialog = open(question, null, h("button", { type: "button", class: "danger", onclick: agree }, yes));
    dialog.addEventListener("close", () => resolve(agreed));
  });
}
