// @ts-check
/** The board of a game, loaded when it is needed. */

/** @param {{name: string, board: boolean}} card @returns {Promise<any>} */
export const boardModule = (card) => import(`../games/${card.board ? card.name : "plain"}/board.js`);
