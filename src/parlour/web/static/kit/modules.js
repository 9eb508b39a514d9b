// @ts-check
/** The board of a game, loaded from the game's own folder when it is needed. */
import { h } from "../core/dom.js";

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Load a style sheet, once; a board without its colours can still be played. @param {string} address */
function loadStyle(address) {
  if (!styles.has(address)) {
    const loading = (/** @type {() => void} */ done) =>
      document.head.append(h("link", { rel: "stylesheet", href: address, onload: done, onerror: done }));
    styles.set(address, new Promise(loading));
  }
  return styles.get(address);
}

/** What draws a game without a board of its own: its sketch, or text and buttons. @param {any} data of a position */
function generated(data) {
  if (data.grid) return import("./sketched_grid.js");
  return data.cards ? import("./sketched_cards.js") : import("./plain.js");
}

/** The module of a game's board; without one, what draws a position of it.
 * @param {{name: string, board: boolean, style?: boolean}} card @param {any} [data] of a position
 * @returns {Promise<any>} */
export async function boardModule(card, data = {}) {
  if (!card.board) return generated(data);
  const home = `/games/${card.name}`;
  const [module] = await Promise.all([import(`${home}/board.js`), card.style ? loadStyle(`${home}/board.css`) : null]);
  return module;
}
