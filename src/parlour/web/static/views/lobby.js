// @ts-check
/** The lobby: the games, and what was begun. */
import { catalogue, get } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { gamePicture, mySeats, rowOf, titleOf } from "../kit/cards.js";
import { levelBefore, levelTitle } from "../kit/levels.js";
import { waitFor } from "../kit/waiting.js";

/** A game at once. @param {any} card @param {any} button what was pressed @param {string} [own] an agent of a file */
async function play(card, button, own) {
  try {
    await waitFor(button, card, async () => {
      const { startGame } = await import("../kit/start.js");
      location.hash = await startGame(card, own);
    });
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "bad");
  }
}

const SHOWN = 3; // agents of files on the card of a game; all of them stand in the set-up

/** Play against an agent of a file at once. @param {any} card @param {{name: string, summary: string}} own */
function against(card, { name, summary }) {
  const button = h(
    "button",
    { type: "button", title: summary || null, "data-own": name, onclick: () => play(card, button, name) },
    t("lobby.against", { name }),
  );
  return button;
}

/** @param {any} card */
function gameCard(card) {
  const { name } = card;
  const title = titleOf(card);
  const named = (/** @type {string} */ key) => ({ "aria-label": `${t(key)}: ${title}` });
  const go = (/** @type {string} */ to, /** @type {string} */ key, style = "button") =>
    h("a", { class: style, href: `#/${to}`, ...named(key) }, t(key));
  const now = h(
    "button",
    { type: "button", class: "primary", onclick: () => play(card, now), ...named("lobby.play") },
    t("lobby.play"),
  );
  const range = card.options.find((/** @type {any} */ option) => option.name === card.players_option);
  const players = range ? t("lobby.players.range", range) : t("lobby.players", { n: card.players });
  const facts = [players, has(`${name}.time`) ? t(`${name}.time`) : ""].filter(Boolean).join(" · ");
  return h(
    "article",
    { class: "card", "data-game": name },
    gamePicture(card),
    h("h2", {}, title),
    h("p", {}, has(`${name}.summary`) ? t(`${name}.summary`) : card.summary),
    h("p", { class: "mut" }, facts),
    h(
      "p",
      { class: "row" },
      now,
      go(`new/${name}?watch=1`, "lobby.watch"),
      has(`${name}.rule.1`) ? go(`help/${name}`, "lobby.learn") : null,
      card.own.slice(0, SHOWN).map((/** @type {any} */ own) => against(card, own)),
    ),
    h("p", { class: "mut set" }, levelTitle(card.levels[levelBefore(card) - 1]), go(`new/${name}`, "lobby.setup", "")),
  );
}

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = "Parlour";
  const [{ games, version }, tables] = await Promise.all([catalogue(), get("/api/tables")]);
  const begun = tables.filter((/** @type {any} */ table) => !table.result && mySeats(table.id).length).slice(0, 6);
  put(
    main,
    h("h1", {}, t("lobby.title")),
    h("p", { class: "lead" }, t("lobby.lead")),
    begun.length
      ? h(
        "section",
        { class: "begun", "aria-labelledby": "begun" },
        h("h2", { id: "begun" }, t("lobby.begun")),
        h("ul", { class: "tables" }, begun.map(rowOf(games))),
      )
      : null,
    h("section", { class: "cards", "aria-label": t("lobby.games") }, games.map(gameCard)),
    h("footer", { class: "mut" }, t("lobby.version", { version })),
  );
}
