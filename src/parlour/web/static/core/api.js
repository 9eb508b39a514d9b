// @ts-check
/** Questions to the server. */
import { forgetTokens, keepTokens, newToken, ownerTokens } from "./settings.js";

/** @type {Promise<any> | undefined} */
let asked;

/** The catalogue, asked for once. @returns {Promise<{version: string, address: string, games: any[]}>} */
export function catalogue() {
  asked ??= get("/api/games");
  return asked;
}

/** @param {string} name */
export async function gameCard(name) {
  return (await catalogue()).games.find((card) => card.name === name);
}

/** What links for others begin with: the address in this browser, unless only this machine knows that, and the
 * key of a server that asks for one. */
export async function linkOrigin() {
  const own = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  const { origin, search } = new URL((await catalogue()).address);
  return `${own ? origin : location.origin}/${search}`;
}

/** @param {string} path */
export async function get(path) {
  return answer(await fetch(path));
}

/** @param {string} path @param {string | File} body */
async function post(path, body) {
  return answer(await fetch(path, { method: "POST", body }));
}

/** @param {Response} response */
async function answer(response) {
  const body = await response.json().catch(() => ({ reason: response.statusText }));
  if (!response.ok) throw new Error(body.reason);
  return body;
}

/** A new table; its tokens are kept. The link of each guest's seat is remembered for who made it.
 * @param {any} wanted @returns {Promise<string>} the name of the table */
export async function newTable(wanted) {
  const owner = newToken();
  const table = await post("/api/tables", JSON.stringify({ ...wanted, owner }));
  /** @type {Record<string, string>} */
  const mine = {};
  /** @type {Record<string, string>} */
  const guests = {};
  for (const [seat, token] of Object.entries(table.tokens)) {
    (wanted.seats[Number(seat)].kind === "guest" ? guests : mine)[seat] = String(token);
  }
  if (Object.keys(mine).length) keepTokens(table.id, mine);
  else keepTokens(`owner-${table.id}`, { owner });
  if (Object.keys(guests).length) keepTokens(`guests-${table.id}`, guests);
  return table.id;
}

/** Delete a table that this browser has made. @param {string} table */
export async function deleteTable(table) {
  const body = JSON.stringify({ tokens: ownerTokens(table) });
  await answer(await fetch(`/api/tables/${encodeURIComponent(table)}`, { method: "DELETE", body }));
  forgetTokens(table);
}

/** A game of a tournament as a table. @param {string} name @param {number} game @returns {Promise<string>} */
export async function replayGame(name, game) {
  return (await post(`/api/tournaments/${encodeURIComponent(name)}/games/${game}`, "")).id;
}

/** The games of a file as tables. @param {File} file @returns {Promise<string>} the name of the first */
export async function openRecord(file) {
  return (await post(`/api/records?name=${encodeURIComponent(file.name)}`, file)).id;
}

/** `a=1,b=2` as values; the server reads them as they were declared. @param {string} text */
const pairs = (text) => Object.fromEntries(text.split(",").filter(Boolean).map((pair) => pair.split("=")));

/** A seat as a new table wants it; an agent of a file goes by its name.
 * @param {{kind: string, agent: string, level?: number, name: string}} seat */
function seatOf({ kind, agent, level, name: own }) {
  if (own && !level) return { kind, choice: { agent: own, options: {} } };
  const [name, options = ""] = agent.split(":");
  return kind === "agent" ? { kind, choice: { agent: name, options: pairs(options) } } : { kind };
}

/** The same game of the same players once more, the seats moved on by some places.
 * @param {any} table @param {number} [shift] */
export function sameAgain(table, shift = 0) {
  const seats = table.seats.map(seatOf);
  const turned = seats.map((/** @type {any} */ _, /** @type {number} */ seat) => seats[(seat + shift) % seats.length]);
  return { game: table.game, options: pairs(table.variant.split(":")[1] ?? ""), seats: turned };
}
