/** A colour with what is written on it and its sign, a path in a box of 100 x 100. */
export interface Look {
  fill: string;
  ink: string;
  shape: string;
}

export interface City {
  name: string;
  at: [number, number];
  label: [number, number];
  anchor: string;
  lines: string[];
}

/** Cities and tracks by their numbers; `middle` is the control point of its curve. */
export interface Route {
  ends: [number, number];
  length: number;
  points: number;
  tracks: number[];
  middle: [number, number];
}

/** The colour 8 is grey; a car is the x and y of its middle, its length and how it is turned. */
export interface Track {
  route: number;
  colour: number;
  cars: [number, number, number, number][];
}

export interface Table {
  size: [number, number];
  grey: string;
  colours: string[];
  stripes: number[];
  trains: Look[];
  owners: Look[];
  cities: City[];
  routes: Route[];
  tracks: Track[];
  tickets: { ends: [number, number]; points: number }[];
}

/** A ticket of a player: cars that it still takes (null: out of reach), and its shortest open way. */
export interface Ticket {
  ticket: number;
  needs: number | null;
  way: number[];
}

/** A player; cards and tickets are there where they may be known. */
export interface Player {
  cars: number;
  cards: number;
  tickets: number;
  points: number;
  offered: number;
  hand?: number[];
  offers?: Ticket[];
  kept?: Ticket[];
  score?: {
    routes: number;
    done: number;
    missed: number;
    bonus: number;
    longest: number;
    trail: number[];
    total: number;
  };
}

/** A position as `board.py` describes it; an owner is a seat, -1 for a free track, -2 for a closed one. */
export interface Data {
  viewer: number | null;
  turn: number;
  phase: "turn" | "second" | "keep" | "over";
  keep: [number, number];
  owner: number[];
  market: number[];
  deck: number;
  discards: number;
  tickets: number;
  last: number;
  seats: Player[];
}

/** What an action stands for: a face-up card, a pile, offered tickets, or a track and the cards paid for it. */
export interface Targets {
  card?: number;
  pile?: "deck" | "tickets";
  button?: string;
  keep?: number[];
  route?: number;
  track?: number;
  pay?: [number, number, number];
}

export interface Item {
  a: string;
  targets: Targets;
}
