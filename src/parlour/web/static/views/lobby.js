// @ts-check
/** The lobby: the games, and what was begun. */
import { catalogue, get } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { gamePicture, mySeats, rowOf, titleOf } from "../kit/cards.js";

/** @param {any} card */
function gameCard(card) {
  const { name } = card;
  const title = titleOf(card);
  const go = (/** @type {string} */ to, /** @type {string} */ key, /** @type {string} */ style) =>
    h("a", { class: `button ${style}`, href: `#/${to}`, "aria-label": `${t(key)}: ${title}` }, t(key));
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
      go(`new/${name}`, "lobby.play", "primary"),
      go(`new/${name}?watch=1`, "lobby.watch", ""),
      has(`${name}.rule.1`) ? go(`help/${name}`, "lobby.learn", "") : null,
    ),
  );
}

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = "Parlour";
  const [{ games, version }, tables] = await Promise.all([catalogue(), get("/api/tables")]);
  const begun = tables.filter((/** @type {any} */ table) =>
    !table.result && (mySeats(table.id).length || table.seats.every((/** @type {any} */ seat) => seat.kind === "agent"))
  ).slice(0, 6);
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
