// @ts-check
/** Short notes that go away by themselves; read aloud once. */
import { h } from "./dom.js";

const place = h("div", { class: "toasts", role: "status", "aria-live": "polite" });

export const toasts = () => place;

/** @param {string} text @param {"note" | "bad"} [kind] */
export function toast(text, kind = "note") {
  const note = h("p", { class: `toast ${kind}` }, text);
  place.append(note);
  while (place.children.length > 3) place.firstChild?.remove();
  setTimeout(() => note.remove(), kind === "bad" ? 6000 : 2500);
}
