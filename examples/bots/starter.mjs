// A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.
//
// Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
// Whatever else we want to say, say a trace, must go to standard error: console.error.

// @ts-check
import process from "node:process";
import { createInterface } from "node:readline";

const CORNERS = ["a1", "a8", "h1", "h8"];

let game = "";
let chance = 1;

/**
 * A number from 0 to below a limit, drawn from the seed that Parlour gave us.
 * @param {number} limit
 */
function below(limit) {
  chance = (chance * 48271) % 2147483647;
  return chance % limit;
}

/**
 * A game starts: remember which, and say that we are ready and what we want to see at our turns.
 *
 * "wants" may name "state" (the fields of the game), "history" (the moves so far) and "text" (the board as a
 * picture of characters). They come in message.view; this bot needs none of them.
 * @param {{id: number, game: string, seed: number}} message
 */
function ready(message) {
  game = message.game;
  chance = 1 + message.seed % 2147483646; // the seed has 64 bits: JavaScript rounds it, which does no harm
  return { type: "ready", id: message.id, name: "starter", protocol: 2, wants: [] };
}

/**
 * It is our turn: choose one of the legal moves. This is where your own ideas go.
 * @param {{id: number, legal: string[]}} message
 */
function action(message) {
  const corners = message.legal.filter((move) => game === "reversi" && CORNERS.includes(move));
  const moves = corners.length > 0 ? corners : message.legal;
  return { type: "action", id: message.id, action: moves[below(moves.length)] };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "begin") console.log(JSON.stringify(ready(message)));
  if (message.type === "turn") console.log(JSON.stringify(action(message)));
  // message.type === "end" tells the scores and asks for no answer
}
