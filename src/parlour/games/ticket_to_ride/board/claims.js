// @ts-check
/** What a route would cost, why it cannot be claimed, and the ways to pay for it.
 * @typedef {import("./types.d.ts").Data} Data
 * @typedef {import("./types.d.ts").Item} Item */
import { TABLE } from "./table.js";
import { payWord, routeWord, say, seatWord } from "./words.js";

const LOCOMOTIVE = 8;
const GREY = 8;
const FREE = -1;

/** The legal ways to pay, by route; ways that differ in nothing that is paid are one.
 * @param {Item[]} legal @returns {Map<number, Item[]>} */
export function claimsOf(legal) {
  /** @type {Map<number, Map<string, Item>>} */
  const routes = new Map();
  for (const item of legal) {
    const { route } = item.targets;
    if (route === undefined) continue;
    const ways = routes.get(route) ?? new Map();
    ways.set(item.a, item);
    routes.set(route, ways);
  }
  return new Map([...routes].map(([route, ways]) => [route, [...ways.values()].sort(byLocomotives)]));
}

/** @param {Item} item */
const pay = (item) => /** @type {[number, number, number]} */ (item.targets.pay);

/** @param {Item} one @param {Item} other */
const byLocomotives = (one, other) => pay(one)[2] - pay(other)[2] || pay(one)[0] - pay(other)[0];

/** The ways with as few locomotives as their colour allows; the others spend more than they must.
 * @param {Item[]} ways @returns {[Item[], Item[]]} */
export function sparing(ways) {
  const least = new Map();
  for (const way of ways) {
    const [colour, , wild] = pay(way);
    least.set(colour, Math.min(wild, least.get(colour) ?? wild));
  }
  const spares = (/** @type {Item} */ way) => least.get(pay(way)[0]) === pay(way)[2];
  return [ways.filter(spares), ways.filter((way) => !spares(way))];
}

/** Who has a route, one seat for each track that is claimed. @param {Data} data @param {number} route */
export const ownersOf = (data, route) =>
  TABLE.routes[route].tracks.map((track) => data.owner[track]).filter((owner) => owner >= 0);

/** Whether a seat could still claim a route, cards and cars aside.
 * @param {Data} data @param {number} route @param {number} seat */
export const isOpen = (data, route, seat) =>
  !ownersOf(data, route).includes(seat) && TABLE.routes[route].tracks.some((track) => data.owner[track] === FREE);

/** The colours that pay for an open track of a route. @param {Data} data @param {number} route */
function payingColours(data, route) {
  const open = TABLE.routes[route].tracks.filter((track) => data.owner[track] === FREE);
  const colours = open.map((track) => TABLE.tracks[track].colour);
  return colours.includes(GREY) ? [0, 1, 2, 3, 4, 5, 6, 7] : colours;
}

/** What a route would take from a hand: the colour with fewest cards lacking, then fewest locomotives.
 * @param {Data} data @param {number} route @param {number[]} hand */
export function cost(data, route, hand) {
  const { length } = TABLE.routes[route];
  const options = payingColours(data, route).map((colour) => {
    const cards = Math.min(hand[colour], length);
    const wild = Math.min(hand[LOCOMOTIVE], length - cards);
    return { colour, cards, wild, lacking: length - cards - wild };
  });
  return options.sort((a, b) => a.lacking - b.lacking || a.wild - b.wild || hand[b.colour] - hand[a.colour])[0];
}

/** What a seat's hand means for a route, as a sentence. @param {Data} data @param {number} route @param {number} seat */
export function costWord(data, route, seat) {
  const { hand, cars } = data.seats[seat];
  if (!hand || !isOpen(data, route, seat)) return "";
  const { colour, cards, wild, lacking } = cost(data, route, hand);
  const { length } = TABLE.routes[route];
  if (length > cars) return say("cost.cars", { n: cars });
  const held = payWord(colour, hand[colour], hand[LOCOMOTIVE]) || say("cost.nothing");
  if (lacking) return say("cost.lacking", { n: lacking, held });
  return say("cost.pay", { held, paid: payWord(colour, cards, wild) });
}

/** Why a route cannot be claimed now. @param {Data} data @param {number} route @param {number | null} seat */
export function refusal(data, route, seat) {
  const name = { route: routeWord(route) };
  if (data.phase === "over") return say("refuse.over");
  if (seat === null || data.turn !== seat) return say("refuse.turn");
  if (data.phase === "keep") return say("refuse.keep");
  if (data.phase === "second") return say("refuse.second");
  const owners = ownersOf(data, route);
  if (owners.includes(seat)) return say("refuse.own", name);
  if (!isOpen(data, route, seat)) return say("refuse.taken", { ...name, who: seatWord(owners[0]) });
  return `${name.route}: ${costWord(data, route, seat)}`;
}
