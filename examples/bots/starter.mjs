// A starter bot: takes a corner in Reversi if it can, and plays at random otherwise.
//
// Parlour writes one JSON object a line to our standard input and reads our answers from our standard output.
// Whatever else we want to say, such as a trace, must go to standard error: console.error.

// @ts-check
import process from "node:process";
import { createInterface } from "node:readline";

const CORNERS = ["a1", "a8", "h1", "h8"];

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
 * One of the legal moves. This is where your own ideas go.
 * @param {string} game
 * @param {string[]} legal
 */
function choose(game, legal) {
  const corners = legal.filter((move) => game === "reversi" && CORNERS.includes(move));
  const moves = corners.length > 0 ? corners : legal;
  return moves[below(moves.length)];
}

/** @param {object} message */
function say(message) {
  console.log(JSON.stringify(message));
}

let game = "";
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "begin") {
    game = message.game;
    chance = 1 + message.seed % 2147483646; // the seed has 64 bits: JavaScript rounds it, which does no harm
    // "wants" may name "state" (the fields of the game), "history" (the moves so far) and "text" (the board as
    // a picture of characters). They come in message.view at our turns; we need none.
    say({ type: "ready", id: message.id, name: "starter", protocol: 2, wants: [] });
  } else if (message.type === "turn") {
    say({ type: "action", id: message.id, action: choose(game, message.legal) });
  }
  // message.type === "end" brings the scores and asks for no answer
}
