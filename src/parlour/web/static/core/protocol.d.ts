// Made by tools/protocol.py from web/messages.py and web/answers.py.

/** An agent by its name, and the options that differ from the declared ones. */
export interface Choice {
  agent: string;
  options?: Record<string, boolean | number | string | null>;
}

/** Who sits there: this browser (several times: hot seat), a guest by a link, or an agent. */
export interface Seat {
  kind: "me" | "guest" | "agent";
  choice?: Choice | null;
}

/** Where a branch begins: a move of another table. */
export interface Start {
  table: string;
  ply: number;
}

/** A new game; `owner` is a token of the browser's choice, with which it can delete the table later.

    Agents that `ponder` think on while people do. */
export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string | null>;
  seats: Seat[];
  seed?: number | null;
  start?: Start | null;
  owner?: string | null;
  ponder?: boolean;
}

/** A table is to be deleted, by whoever made it: tokens of its seats, or the one that it was made with. */
export interface Deletion {
  tokens: string[];
}

/** Sit down at a table; each token opens one seat, none makes a spectator.

    A guest's link opens its seat once: `links` has the token of the link, and the one that the guest has
    chosen to open the seat from then on. */
export interface Hello {
  t: "hello";
  table: string;
  tokens?: string[];
  links?: Record<string, string>;
}

/** Play an action, in notation, as a seat at a ply. */
export interface Act {
  t: "act";
  seat: number;
  ply: number;
  action: string;
}

/** Undo the own last move and the answers to it. */
export interface TakeBack {
  t: "takeback";
}

/** Give the game up. */
export interface Resign {
  t: "resign";
  seat: number;
}

/** What would a strong agent play now, and why. */
export interface Hint {
  t: "hint";
  ply: number;
}

/** Do not let the seat's next chance to act out of turn lapse. */
export interface Hold {
  t: "hold";
  seat: number;
}

/** Let agents play on, or pause; seconds between their moves. */
export interface Pace {
  t: "pace";
  playing: boolean;
  delay?: number;
}

/** One move of agents that are paused. */
export interface Step {
  t: "step";
}

/** Show an earlier position. */
export interface Look {
  t: "look";
  ply: number;
}

/** Show everything as a seat saw it (none: all open, where that is allowed). */
export interface Viewpoint {
  t: "viewpoint";
  seat?: number | null;
}

/** Another game of the same people, the seats moved on by some places. */
export interface Again {
  t: "again";
  shift?: number;
}

/** Judge every position of the game, by the strongest agent or a chosen one. */
export interface Analyse {
  t: "analyse";
  choice?: Choice | null;
}

/** Stop the analysis. */
export interface Cancel {
  t: "cancel";
}

/** A seat as everyone may see it. */
export interface SeatInfo {
  kind: "me" | "guest" | "agent";
  agent: string;
  level?: number | null;
  name: string;
}

/** How a game ended. */
export interface Outcome {
  scores: number[];
  rewards: number[];
  reason: string;
  seat?: number | null;
  detail: string;
  ending?: Record<string, string | number | number[]> | null;
}

/** A table as everyone may see it. */
export interface TableInfo {
  id: string;
  game: string;
  variant: string;
  seats: SeatInfo[];
  plies: number;
  result?: Outcome | null;
  updated: number;
  seed?: string | null;
}

/** A legal action, with what a board needs to offer it. */
export interface LegalMove {
  a: string;
  targets: Record<string, any>;
}

/** A move that was played, as the viewer may know it. */
export interface Event {
  ply: number;
  seat: number;
  text: string;
  targets: Record<string, any>;
  seconds: number;
}

/** How an agent broke the rules of play, and how often; the detail is that of the first time. */
export interface Failure {
  seat: number;
  reason: string;
  detail: string;
  times: number;
}

/** What happens at the table now. */
export interface Status {
  thinking?: number | null;
  since: number;
  limit?: number | null;
  playing: boolean;
  delay: number;
  no_take_back: string;
  no_hint: string;
  stand_in: boolean;
  held: boolean;
  failures: Failure[];
}

/** A position as one seat (none: everything open) may see it. */
export interface ViewMessage {
  t: "view";
  ply: number;
  live: boolean;
  seat: number | null;
  mover: number;
  data: Record<string, any>;
  text: string;
  scores?: number[] | null;
  legal: LegalMove[];
  event?: Event | null;
  status?: Status | null;
  result?: Outcome | null;
  seed?: string | null;
}

/** The table, the seats that the tokens opened, and the moves so far. */
export interface Welcome {
  t: "welcome";
  table: TableInfo;
  mine: number[];
  open: boolean;
  log: Event[];
  view: ViewMessage;
}

/** A feature that sets a move apart: its difference, and the numbers for its sentence. */
export interface Reason {
  k: string;
  v: number;
  own: number;
  other: number;
}

/** A candidate move. */
export interface AnalysedMove {
  a: string;
  win: number | null;
  loss: number;
  visits: number;
  score?: number | null;
  proven: boolean;
  pm?: number | null;
  pv: string[];
  targets: Record<string, any>;
  reasons: Reason[];
  best: boolean;
}

/** How a position looks: the chance to win of each seat, where it is known. */
export interface Value {
  win: (number | null)[];
  score?: number | null;
  lead?: number | null;
  pm?: number | null;
}

/** What should have been played, and what it has before the move that was. */
export interface BetterMove {
  a: string;
  win?: number | null;
  targets: Record<string, any>;
  reasons: Reason[];
}

/** What is said of the move that led to a position; shares are those of the side that played it.

    Every `pm` is half of a 95 % interval. */
export interface VerdictMessage {
  quality?: "best" | "good" | "inaccuracy" | "mistake" | "blunder" | null;
  loss?: number | null;
  loss_pm?: number | null;
  points?: number | null;
  better?: BetterMove | null;
  choice?: number | null;
  choice_pm?: number | null;
  luck?: number | null;
  luck_pm?: number | null;
  told: "" | "choice" | "luck";
}

/** What an agent makes of a position. */
export interface AnalysisMessage {
  t: "analysis";
  purpose: "hint" | "replay" | "watch";
  ply: number;
  seat: number;
  agent: string;
  ms: number;
  work: number;
  unit: "positions" | "playouts";
  depth: number;
  worlds: number;
  value: Value;
  solved: boolean;
  moves: AnalysedMove[];
  verdict?: VerdictMessage | null;
}

/** Another game of the same people: the table, and the tokens of the own seats there. */
export interface AgainMessage {
  t: "again";
  table: string;
  tokens: Record<string, string>;
}

/** How far the analysis of the whole game is. */
export interface Progress {
  t: "progress";
  done: number;
  total: number;
  running: boolean;
}

/** How far the compiling of a game is that somebody waits for, once for each game and agent. */
export interface CompilingInfo {
  game: string;
  done: number;
  total: number;
  seconds: number;
}

/** Why something was refused. */
export interface ErrorMessage {
  t: "error";
  reason: string;
}

export type ClientMessage =
  | Hello
  | Act
  | TakeBack
  | Resign
  | Hint
  | Hold
  | Pace
  | Step
  | Look
  | Viewpoint
  | Again
  | Analyse
  | Cancel;

export type ServerMessage =
  | ViewMessage
  | Welcome
  | AnalysisMessage
  | AgainMessage
  | Progress
  | ErrorMessage;
