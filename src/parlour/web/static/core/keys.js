// @ts-check
/** One listener for all keys; a view says what they do. */
import { settings } from "./settings.js";

/** @type {Record<string, (event: KeyboardEvent) => void>} */
let bound = {};
/** @type {Record<string, (event: KeyboardEvent) => void>} */
const always = {};

/** What keys do while a view is shown. @param {Record<string, (event: KeyboardEvent) => void>} keys */
export function bindKeys(keys) {
  bound = keys;
}

/** What a key does everywhere. @param {string} key @param {() => void} run */
export function bindAlways(key, run) {
  always[key] = run;
}

/** @param {KeyboardEvent} event */
function name(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && /^[a-z]$/.test(key) ? `Shift+${key}` : key;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input:not([type=range], [type=checkbox]), select, textarea, dialog")) return;
  const key = name(event);
  if (target.closest("input, [role=tablist]") && key.length > 1 && !key.startsWith("Shift+")) return;
  if (key.replace("Shift+", "").length === 1 && key !== " " && !settings.keys) return;
  if ((key === " " || key === "Enter") && target.closest("button, a, summary")) return;
  const run = bound[key] ?? always[key];
  if (run) {
    event.preventDefault();
    run(event);
  }
});
