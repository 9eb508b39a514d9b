// @ts-check
/** The lines under the map: what is pointed at, or what is to be done.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Ticket} Ticket */
import { costWord, isOpen, ownersOf } from "./claims.js";
import { TABLE } from "./table.js";
import { between, routeWord, say, seatWord, ticketWord, trackWord } from "./words.js";

/** A head line and what follows it.
 * @typedef {{head: string, text: string}} Reading */

/** What a route is, would cost and serves. @param {Data} data @param {number} route @param {number} seat @returns {Reading} */
export function readRoute(data, route, seat) {
  const { length, points, tracks } = TABLE.routes[route];
  const colours = [...new Set(tracks.map((track) => trackWord(TABLE.tracks[track].colour)))].join(say("or"));
  const head = say("read.route", { route: routeWord(route), n: length, points: say("points", { n: points }), colours });
  const owners = ownersOf(data, route);
  const taken = owners.length ? say("read.taken", { who: owners.map(seatWord).join(say("and")) }) : "";
  const open = isOpen(data, route, seat);
  return { head, text: [taken, costWord(data, route, seat), open ? served(data, route, seat) : ""].join(" ").trim() };
}

/** The tickets on whose shortest way a route lies. @param {Data} data @param {number} route @param {number} seat */
function served(data, route, seat) {
  const { kept = [], offers = [] } = data.seats[seat];
  const names = [...kept, ...offers].filter(({ way }) => way.includes(route)).map(({ ticket }) => ticketWord(ticket));
  return names.length ? say("read.serves", { n: names.length, tickets: names.join(", ") }) : "";
}

/** What a ticket is and still takes. @param {Data} data @param {Ticket} ticket @param {number} seat @returns {Reading} */
export function readTicket(data, { ticket, needs, way }, seat) {
  const { points, ends } = TABLE.tickets[ticket];
  const head = say("read.ticket", { ticket: between(ends), points: say("points", { n: points }) });
  if (needs === 0) return { head, text: say("ticket.done") };
  if (needs === null) return { head, text: say("read.lost") };
  const missing = way.filter((route) => isOpen(data, route, seat)).map(routeWord).join(", ");
  const enough = needs > data.seats[seat].cars ? say("read.short", { n: data.seats[seat].cars }) : "";
  return { head, text: `${say("read.way", { n: needs, routes: missing })} ${enough}`.trim() };
}

/** What is worth knowing while nothing is pointed at. @param {Data} data @param {boolean} mine @returns {Reading} */
export function readPhase(data, mine) {
  if (data.phase === "over") return { head: bonusWord(data), text: "" };
  return { head: "", text: mine ? say(`read.${data.phase}`) : say("read.look") };
}

/** Who has the longest path. @param {Data} data */
function bonusWord(data) {
  const best = data.seats.map(({ score }, seat) => ({ score, seat })).filter(({ score }) => score?.bonus);
  if (!best.length) return "";
  const who = best.map(({ seat }) => seatWord(seat)).join(say("and"));
  return say("read.longest", { n: best.length, who, cars: best[0].score?.longest, bonus: best[0].score?.bonus });
}
