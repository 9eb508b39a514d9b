// @ts-check
/** What is shown where there is no such page, or no such game. */
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** Say that there is nothing here. @param {HTMLElement} main @param {string} text */
export function showMissing(main, text) {
  document.title = `${t("missing.title")} – Parlour`;
  put(
    main,
    h("h1", {}, t("missing.title")),
    h("p", { class: "lead" }, text),
    h("p", {}, h("a", { class: "button primary", href: "#/" }, t("missing.home"))),
  );
}

/** @param {HTMLElement} main @param {{name: string}} route */
export const show = (main, { name }) => showMissing(main, t("missing.page", { name }));
