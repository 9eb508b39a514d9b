// @ts-check
/** A sensible game at once: you in the first seat, the computer at the level of the last game. */
import { newTable } from "../core/api.js";
import { levelBefore, levelSeat } from "./levels.js";
import { boardModule } from "./modules.js";

/** A seat for an agent of a file. @param {string} name */
export const ownSeat = (name) => ({ kind: "agent", choice: { agent: name, options: {} } });

/** The seats of such a game. @param {any} card @param {number} players @param {string} [own] an agent of a file */
export const firstSeats = (card, players, own) =>
  Array.from(
    { length: players },
    (_, seat) => (!seat ? { kind: "me" } : own ? ownSeat(own) : levelSeat(card, levelBefore(card))),
  );

/** Start it; the address of its table.
 * @param {any} card @param {string} [own] an agent of a file, to play against @returns {Promise<string>} */
export async function startGame(card, own) {
  const options = (await boardModule(card)).lobby ?? {};
  const players = options[card.players_option] ?? card.players;
  return `#/table/${await newTable({ game: card.name, options, seats: firstSeats(card, players, own) })}`;
}
