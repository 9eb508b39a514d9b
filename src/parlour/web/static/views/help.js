// @ts-check
/** The rules of each game with diagrams, the keys, and how agents think. */
import { catalogue, gameCard, newTable } from "../core/api.js";
import { h, put } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { gamePicture, titleOf } from "../kit/cards.js";
import { showKeys } from "../kit/dialogs.js";
import { boardModule } from "../kit/modules.js";
import { waitFor } from "../kit/waiting.js";

/** @param {HTMLElement} main @param {{args: string[]}} route */
export async function show(main, { args: [name] }) {
  const card = name ? await gameCard(name) : null;
  return card && hasRules(card) ? rules(main, card) : general(main);
}

/** Whether a game brings its rules in words. @param {any} card */
const hasRules = (card) => has(`${card.name}.rule.1`);

/** @param {HTMLElement} main */
async function general(main) {
  document.title = `${t("help.title")} – Parlour`;
  const { games } = await catalogue();
  const topics = ["play", "think", "access"].map((topic) =>
    h("section", {}, h("h2", {}, t(`help.${topic}.title`)), h("p", {}, t(`help.${topic}`)))
  );
  const words = ["agent", "ply", "win", "playout", "seed", "branch"].map((
    word,
  ) => [h("dt", {}, t(`word.${word}`)), h("dd", {}, t(`word.${word}.means`))]);
  put(
    main,
    h("h1", {}, t("help.title")),
    h(
      "section",
      {},
      h("h2", {}, t("help.rules")),
      h(
        "ul",
        { class: "tiles" },
        games.filter(hasRules).map((card) =>
          h(
            "li",
            {},
            h("a", { class: "tile", href: `#/help/${card.name}` }, gamePicture(card), h("b", {}, titleOf(card))),
          )
        ),
      ),
    ),
    h(
      "div",
      { class: "topics" },
      topics.map((topic) => h("div", { class: "card" }, topic)),
      h("section", { class: "card" }, h("h2", {}, t("help.words")), h("dl", { class: "facts" }, words)),
    ),
    h("p", {}, h("button", { type: "button", onclick: showKeys }, t("keys.title"))),
  );
}

/** Paragraphs of a catalogue entry that are numbered. @param {string} prefix */
function numbered(prefix) {
  const items = [];
  for (let i = 1; has(`${prefix}.${i}`); i++) items.push(h("li", {}, t(`${prefix}.${i}`)));
  return items;
}

/** Numbered paragraphs under a title, where a game has some. @param {string} title @param {string} prefix */
function topic(title, prefix) {
  const items = numbered(prefix);
  return items.length
    ? h("section", { class: "card" }, h("h2", {}, t(title)), h("ul", { class: "rules" }, items))
    : null;
}

/** A position that cannot be played. @param {any} card @param {any} module @param {any} one */
function diagram(card, module, one) {
  try {
    return drawDiagram(card, module, one);
  } catch (error) {
    console.error(error); // the rules can be read without it
    return null;
  }
}

/** @param {any} card @param {any} module @param {any} one */
function drawDiagram(card, module, one) {
  const place = h("div", {});
  const board = new module.Board();
  board.mount(place, { name: card.name, flipped: false, pick() {}, say() {} });
  board.update(one.data, []);
  board.setLegal(one.legal);
  if (one.selected) board.selected = one.selected;
  if (one.show) board.preview(one.show);
  board.paint?.();
  place.inert = true;
  const text = t(`${card.name}.diagram.${one.key}`);
  return h(
    "figure",
    { class: "diagram" },
    h("div", { role: "img", "aria-label": text }, place),
    h("figcaption", {}, text),
  );
}

/** @param {HTMLElement} main @param {any} card */
async function rules(main, card) {
  const module = await boardModule(card);
  const title = titleOf(card);
  document.title = `${title} – Parlour`;
  const learn = async (/** @type {Event} */ event) => {
    const [{ agent, options }] = card.levels;
    const rival = { kind: "agent", choice: { agent, options } };
    const players = module.lobby?.[card.players_option] ?? card.players;
    const seats = Array.from({ length: players }, (_, seat) => (seat ? rival : { kind: "me" }));
    const wanted = { game: card.name, options: module.lobby ?? {}, seats };
    try {
      await waitFor(event.currentTarget, card, async () => {
        location.hash = `#/table/${await newTable(wanted)}?coach=1`;
      });
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
  };
  put(
    main,
    h("h1", {}, t("help.of", { game: title })),
    h(
      "p",
      { class: "row" },
      has(`${card.name}.lesson.1`)
        ? h("button", { type: "button", class: "primary", onclick: learn }, t("help.learn"))
        : null,
      h("a", { class: "button", href: `#/new/${card.name}` }, t("lobby.play")),
    ),
    h(
      "div",
      { class: "topics" },
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("help.rules.one")),
        h("ol", { class: "rules" }, numbered(`${card.name}.rule`)),
      ),
      topic("help.tips", `${card.name}.tip`),
      topic("help.words", `${card.name}.glossary`),
    ),
    h(
      "div",
      { class: "diagrams" },
      (module.diagrams ?? []).map((/** @type {any} */ one) => diagram(card, module, one)),
    ),
    h("p", {}, h("button", { type: "button", onclick: showKeys }, t("keys.title"))),
  );
}
