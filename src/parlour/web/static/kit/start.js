// @ts-check
/** A sensible game at once: you in the first seat, the computer at the level of the last game. */
import { newTable } from "../core/api.js";
import { levelBefore, levelSeat } from "./levels.js";
import { boardModule } from "./modules.js";

/** The seats of such a game. @param {any} card @param {number} players */
export const firstSeats = (card, players) =>
  Array.from({ length: players }, (_, seat) => (seat ? levelSeat(card, levelBefore(card)) : { kind: "me" }));

/** Start it; the address of its table. @param {any} card @returns {Promise<string>} */
export async function startGame(card) {
  const options = (await boardModule(card)).lobby ?? {};
  const players = options[card.players_option] ?? card.players;
  return `#/table/${await newTable({ game: card.name, options, seats: firstSeats(card, players) })}`;
}
