// @ts-check
/** Short notes that go away by themselves; read aloud once. */
import { h } from "./dom.js";
import { t } from "./i18n.js";

const place = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

export const toasts = () => place;

/** @param {string} text @param {"note" | "bad"} [kind] */
export function toast(text, kind = "note") {
  const note = h("p", { class: `toast ${kind}` }, text);
  place.append(note);
  while (place.children.length > 3) place.firstChild?.remove();
  setTimeout(() => note.remove(), kind === "bad" ? 6000 : 2500);
}

/** Put a text where it can be pasted from, and say so. @param {string} text */
export function copyText(text) {
  navigator.clipboard?.writeText(text).then(() => toast(t("copy.done")), () => toast(t("copy.not"), "bad"));
}
