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
export async function copyText(text) {
  toast(await copied(text) ? t("copy.done") : t("copy.not"), "note");
}

/** Whether a text could be copied; pages that do not come over https only have the old way. @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { value: text, class: "off-screen" });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
