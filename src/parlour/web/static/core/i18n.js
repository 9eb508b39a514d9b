// @ts-check
/** All words by key: those of the page, and those that the games bring. */

/** @type {Record<string, any>} */
let words = {};
let language = "en";
let plurals = new Intl.PluralRules("en");
/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {string} chosen */
export async function loadLanguage(chosen) {
  const read = async (/** @type {string} */ address) => (await fetch(address)).json();
  const [games, own] = await Promise.all([read("/api/words"), read(`/static/locales/${chosen}.json`)]);
  words = { ...games, ...own };
  language = chosen;
  plurals = new Intl.PluralRules(chosen);
  document.documentElement.lang = chosen;
}

/** The words for a key, with {names} filled in; forms for one and many are picked by `n`.
 * @param {string} key @param {Record<string, any>} [values] @returns {string} */
export function t(key, values = {}) {
  let text = words[key];
  if (text && typeof text === "object") text = text[plurals.select(Number(values.n))] ?? text.other;
  if (text === undefined) return key;
  return text.replace(
    /\{(\w+)\}/g,
    (/** @type {string} */ _, /** @type {string} */ name) => name in values ? String(values[name]) : `{${name}}`,
  );
}

/** @param {string} key */
export const has = (key) => key in words;

/** How numbers are written, made once: that takes as long as writing a hundred of them.
 * @param {Intl.NumberFormatOptions} options */
function formatOf(options) {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}

/** A share as a whole percentage. @param {number} share */
export const percent = (share) => formatOf({ style: "percent", maximumFractionDigits: 0 }).format(share);

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) => formatOf({ maximumFractionDigits: digits }).format(value);

/** A whole number with its sign. @param {number} value */
export const signed = (value) => formatOf({ maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(value);

/** A change of a share in whole per cent, with its sign. @param {number} share */
export const change = (share) =>
  formatOf({ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(share).replace("-", "−");

/** How long ago a moment was. @param {number} seconds since 1970 */
export function ago(seconds) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const past = seconds - Date.now() / 1000;
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const [unit, size] of units) {
    if (-past >= size) return format.format(Math.round(past / size), unit);
  }
  return format.format(0, "minute");
}
