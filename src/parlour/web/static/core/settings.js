// @ts-check
/** What a person has chosen, kept in this browser. */

const DEFAULTS = {
  theme: "auto",
  motion: "auto",
  confirm: "touch",
  keys: true,
  sound: false,
  speed: "normal",
  language: "en",
};
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {string} key @param {any} fallback */
export function recall(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`parlour.${key}`) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`parlour.${key}`, JSON.stringify(value));
  } catch {
    // a browser without storage forgets, and plays all the same
  }
}

/** @type {Record<string, any>} */
export const settings = { ...DEFAULTS, ...recall("settings", {}) };

/** @param {string} name @param {any} value */
export function choose(name, value) {
  settings[name] = value;
  remember("settings", settings);
  applySettings();
}

export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  root.dataset.motion = moves() ? "on" : "off";
}

/** Whether things may move. */
export const moves = () => settings.motion === "on" || (settings.motion === "auto" && !still.matches);

/** How long things may take, of their usual time. */
export const tempo = () => (!moves() || settings.speed === "instant" ? 0 : settings.speed === "fast" ? 0.35 : 1);

/** Whether a move waits for a second touch. @param {string} pointer the kind of pointer that picked it */
export const confirms = (pointer) =>
  settings.confirm === "always" || (settings.confirm === "touch" && pointer === "touch");

/** Whether moves are confirmed on this screen. */
export const confirmsHere = () => confirms(matchMedia("(hover: none)").matches ? "touch" : "mouse");

dark.addEventListener("change", applySettings);
still.addEventListener("change", applySettings);

/** The tokens that open seats, by table and seat. @returns {Record<string, Record<string, string>>} */
const allTokens = () => recall("tokens", {});

/** @param {string} table @param {Record<string, string>} tokens */
export function keepTokens(table, tokens) {
  const tables = allTokens();
  tables[table] = { ...tables[table], ...tokens };
  const names = Object.keys(tables);
  for (const name of names.slice(0, Math.max(0, names.length - 300))) delete tables[name];
  remember("tokens", tables);
}

/** @param {string} table @returns {Record<string, string>} */
export const tokensOf = (table) => allTokens()[table] ?? {};

/** A token of this browser's own making. */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The tokens with which this browser can delete a table that it has made. @param {string} table */
export const ownerTokens = (table) => [...Object.values(tokensOf(table)), ...Object.values(tokensOf(`owner-${table}`))];

/** A table is gone. @param {string} table */
export function forgetTokens(table) {
  const tables = allTokens();
  for (const kind of ["", "owner-", "guests-", "links-"]) delete tables[`${kind}${table}`];
  remember("tokens", tables);
}

/** The links that this browser came to a table by, each with the token that opens the seat from then on.
 * @param {string} table @returns {Record<string, string>} */
export const linksOf = (table) => tokensOf(`links-${table}`);

/** Come by a link, which opens its seat once: this browser makes a token of its own for it.
 * @param {string} table @param {string} seat @param {string} link */
export function takeLink(table, seat, link) {
  const own = linksOf(table)[link] ?? newToken();
  keepTokens(`links-${table}`, { [link]: own });
  keepTokens(table, { [seat]: own });
}
