// @ts-check
/** What the board says: names of colours, cities and routes, and moves as sentences. */
import { t } from "/static/core/i18n.js";
import { TABLE } from "./table.js";

/** @typedef {import("./types.d.ts").Item} Item */

const GREY = 8;
const DASH = "–";

/** The game's own words. @param {string} key @param {Record<string, any>} [values] */
export const say = (key, values) => t(`ticket-to-ride.${key}`, values);

/** @param {number} seat */
export const seatWord = (seat) => say(`seat.${seat}`);

/** The colour of a card. @param {number} colour */
export const cardWord = (colour) => say(`colour.${TABLE.colours[colour]}`);

/** The colour of a track. @param {number} colour */
export const trackWord = (colour) => (colour === GREY ? say("colour.grey") : cardWord(colour));

/** @param {[number, number]} ends */
export const between = ([first, second]) => `${TABLE.cities[first].name}${DASH}${TABLE.cities[second].name}`;

/** @param {number} route */
export const routeWord = (route) => between(TABLE.routes[route].ends);

/** @param {number} ticket */
export const ticketWord = (ticket) => between(TABLE.tickets[ticket].ends);

/** Cards that are paid: "3 purple cards and 1 locomotive".
 * @param {number} colour @param {number} cards @param {number} locomotives */
export function payWord(colour, cards, locomotives) {
  const plain = cards ? say("pay.cards", { n: cards, colour: cardWord(colour) }) : "";
  const wild = locomotives ? say("pay.locomotives", { n: locomotives }) : "";
  return plain && wild ? say("pay.both", { plain, wild }) : plain || wild;
}

const NUMBERS = new Map(TABLE.routes.map(({ ends }, route) => [between(ends).replace(DASH, "-").toLowerCase(), route]));

/** A claim as the notation writes it: "claim Denver-Omaha purple with 1 locomotive".
 * @param {string} text @returns {{route: number, pay: [number, number, number]} | null} */
export function readClaim(text) {
  const [, name, colour, wild] = /^claim (.+?) (\w+)(?: with (\d) locomotives?)?$/.exec(text) ?? [];
  const route = NUMBERS.get((name ?? "").toLowerCase());
  if (route === undefined) return null;
  const paid = TABLE.colours.indexOf(colour);
  const { length } = TABLE.routes[route];
  const locomotives = paid === GREY ? length : Number(wild ?? 0);
  return { route, pay: [paid, length - locomotives, locomotives] };
}

/** The parts of a move's text that sentences name. @param {string} text @returns {[string, Record<string, any>]} */
function parts(text) {
  const claim = readClaim(text);
  if (claim) return ["claim", { route: routeWord(claim.route), cards: payWord(...claim.pay) }];
  if (text === "take deck") return ["deck", {}];
  const [verb, ...rest] = text.split(" ");
  if (verb === "take") {
    const colour = TABLE.colours.indexOf(rest[0]);
    return [colour === GREY ? "locomotive" : "card", { colour: cardWord(colour) }];
  }
  if (verb === "keep") {
    const count = /^\d of/.test(rest.join(" ")) ? Number(rest[0]) : rest[0].split(",").length;
    return ["keep", { n: count }];
  }
  return [verb, {}];
}

/** A move as a sentence. @param {{text: string}} event @param {string} who */
export function tell(event, who) {
  const [key, values] = parts(event.text);
  return say(`tell.${key}`, { who, ...values });
}

/** A move in a few words. @param {{text: string}} event */
export function short(event) {
  const [key, values] = parts(event.text);
  return say(`short.${key}`, values);
}

/** A legal move in words. @param {Item} item */
export function name(item) {
  const [key, values] = parts(item.a);
  return say(`name.${key}`, values);
}

/** What the player to move has to do. @param {{data: import("./types.d.ts").Data}} view */
export function must({ data: { phase, keep: [least, most] } }) {
  return say(phase === "keep" && least === most ? "must.exactly" : `must.${phase}`, { n: least });
}
