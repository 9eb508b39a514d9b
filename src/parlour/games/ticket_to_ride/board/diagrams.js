// @ts-check
/** Positions for the rules: parts of the map, drawn by the board itself.
 * @typedef {import("./types.d.ts").Data} Data */
import { TABLE } from "./table.js";

/** @param {Partial<Data> & {part: string, show?: import("./types.d.ts").Ticket}} changes @returns {any} */
const position = (changes) => ({
  viewer: 0,
  turn: 0,
  phase: "turn",
  keep: [1, 3],
  owner: TABLE.tracks.map(() => -1),
  market: [6, 2, 8, 5, 3],
  deck: 70,
  discards: 12,
  tickets: 22,
  last: -1,
  seats: [player([2, 0, 1, 0, 3, 0, 4, 1, 2]), player([0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ...changes,
});

/** @param {number[]} hand */
const player = (hand) => ({
  cars: 45,
  cards: hand.reduce((sum, n) => sum + n, 0),
  tickets: 0,
  points: 0,
  offered: 0,
  hand,
  kept: [],
  offers: [],
});

/** The tracks of routes by the names of their cities, with who has them. @param {Record<string, number>} routes */
function owners(routes) {
  const owner = TABLE.tracks.map(() => -1);
  for (const [name, seat] of Object.entries(routes)) owner[trackOf(name)] = seat;
  return owner;
}

/** The first track of a route. @param {string} name */
const trackOf = (name) => TABLE.routes[routeOf(name)].tracks[0];

/** @param {string} name */
const routeOf = (name) =>
  TABLE.routes.findIndex(({ ends }) => ends.map((city) => TABLE.cities[city].name).join("-") === name);

/** @param {string} name */
const ticketOf = (name) =>
  TABLE.tickets.findIndex(({ ends }) => ends.map((city) => TABLE.cities[city].name).join("-") === name);

const LINE = ["Denver-Omaha", "Chicago-Omaha", "Chicago-Pittsburgh"];

export const diagrams = [
  {
    key: "claim",
    data: position({ part: "760 330 620 360" }),
    legal: ["Chicago-Omaha", "Chicago-Pittsburgh", "Kansas City-Omaha"].map((name) => ({
      a: name,
      targets: { route: routeOf(name), track: trackOf(name), pay: [2, 4, 0] },
    })),
  },
  {
    key: "taken",
    data: position({
      part: "760 330 620 360",
      owner: owners({ "Chicago-Omaha": 0, "Chicago-Pittsburgh": 0, "Denver-Omaha": 0, "Chicago-Duluth": 1 }),
    }),
    legal: [],
  },
  {
    key: "ticket",
    data: position({
      part: "560 300 880 420",
      owner: owners({ "Denver-Omaha": 0, "Chicago-Omaha": 0 }),
      show: { ticket: ticketOf("Denver-Pittsburgh"), needs: 3, way: LINE.map(routeOf) },
    }),
    legal: [],
  },
  { key: "cards", data: position({ part: "hand", seats: [player([1, 1, 1, 1, 1, 1, 1, 1, 1])] }), legal: [] },
];
