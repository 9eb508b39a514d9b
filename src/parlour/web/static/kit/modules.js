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

/** The module of a game's board; text and buttons for a game that has none.
 * @param {{name: string, board: boolean, style?: boolean}} card @returns {Promise<any>} */
export async function boardModule(card) {
  if (!card.board) return import("./plain.js");
  const home = `/games/${card.name}`;
  const [module] = await Promise.all([import(`${home}/board.js`), card.style ? loadStyle(`${home}/board.css`) : null]);
  return module;
}
