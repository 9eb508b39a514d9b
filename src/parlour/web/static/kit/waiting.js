// @ts-check
/** What is said to who waits for a game that is being compiled: how far that is, and about how long it takes. */
import { gameCard, get } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { titleOf } from "./cards.js";

const OFTEN = 500; // milliseconds between two questions

/** Do what a button asks for; it is off meanwhile, and on again when that fails.
 * @param {any} button @param {any} card the game @param {() => Promise<void>} work */
export async function waitFor(button, card, work) {
  const done = tellCompiling(`/api/compiling/${card.name}`, (note) => button.parentElement?.after(note));
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    button.disabled = false;
    throw error;
  } finally {
    done();
  }
}

/** Tell how far something is compiled, as soon as the server says that it is.
 * @param {string} path the question to the server @param {(note: HTMLElement) => void} place lays the note somewhere
 * @returns {() => void} takes the note away: nobody waits any more */
export function tellCompiling(path, place) {
  const note = h("p", { class: "compiling", role: "status" });
  let waits = true;
  const clock = setInterval(async () => {
    const info = await get(path).catch(() => null);
    const game = info && titleOf(await gameCard(info.game));
    if (!game || !waits) return;
    put(note, bar(info, game), t(info.seconds ? "compiling.left" : "compiling.soon", { game, seconds: info.seconds }));
    if (!note.isConnected) place(note);
  }, OFTEN);
  return () => {
    waits = false;
    clearInterval(clock);
    note.remove();
  };
}

/** @param {any} info @param {string} game */
function bar({ total, done }, game) {
  return h("progress", { max: Math.max(total, 1), value: done, "aria-label": t("compiling.done", { game }) });
}
