// @ts-check
/** A button that asks for a table: while the game is compiled, how far that is stands below it. */
import { get } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { titleOf } from "./cards.js";

const OFTEN = 500; // milliseconds between two questions

/** Do what a button asks for; it is off meanwhile, and on again when that fails.
 * @param {any} button @param {any} card the game @param {() => Promise<void>} work */
export async function waitFor(button, card, work) {
  const note = h("p", { class: "compiling", role: "status" });
  const clock = setInterval(() => tell(button, note, card), OFTEN);
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    button.disabled = false;
    throw error;
  } finally {
    clearInterval(clock);
    note.remove();
  }
}

/** @param {any} button @param {any} note @param {any} card */
async function tell(button, note, card) {
  const info = await get(`/api/compiling/${card.name}`).catch(() => null);
  if (!info || !button.disabled) return;
  const game = titleOf(card);
  if (!note.isConnected) button.parentElement?.after(note);
  put(
    note,
    h("progress", { max: Math.max(info.total, 1), value: info.done, "aria-label": t("compiling.done", { game }) }),
    t(info.seconds ? "compiling.left" : "compiling.soon", { game, seconds: info.seconds }),
  );
}
