// @ts-check
/** What the middle of the table shows: the trick, or what has to be decided now. */
import { h, put } from "/static/core/dom.js";
import { t } from "/static/core/i18n.js";
import { SIGNS } from "/static/kit/quality.js";
import { callOut } from "./actions.js";
import { aRank, RANKS } from "./cards.js";
import { choice, lastTrick, slots, trick } from "./centre.js";
import { moveOf } from "./say.js";
import { find } from "./plays.js";
import { roundTable } from "./score.js";

/** Two equal buttons: to call, or not. @param {any} board @param {string} call */
function calls(board, call) {
  const none = find(board.legal, "call", "");
  return choice(t(`tichu.ask.${call}`), [
    { label: t(`tichu.call.${call}`), run: () => callOut(board, call), star: board.advice?.call === call },
    { label: t("tichu.call.none"), run: () => board.act(none), star: board.advice?.call === "" },
  ], "pair");
}

/** The ranks that can be wished for. @param {any} board */
function wishes(board) {
  const answers = board.legal.map((/** @type {any} */ item) => ({
    label: item.targets.wish ? RANKS[item.targets.wish] : t("tichu.wish.none"),
    name: item.targets.wish ? t("tichu.wish.for", { rank: aRank(item.targets.wish) }) : undefined,
    run: () => board.act(item),
    star: board.advice?.wish === item.targets.wish,
  }));
  return choice(t("tichu.ask.wish"), [...answers.slice(1), answers[0]], "choices");
}

/** What the Phoenix stands for. @param {any} board */
const roles = (board) =>
  choice(
    t("tichu.ask.phoenix"),
    board.phoenix.map((/** @type {any} */ item) => ({
      label: RANKS[item.targets.as],
      name: t("tichu.phoenix.as", { rank: RANKS[item.targets.as] }),
      run: () => board.act(item),
    })),
    "choices",
  );

/** How good the move was that is shown, and what would have been better. @param {any} board */
const grade = (board) =>
  board.grades.map((/** @type {any} */ mark) =>
    mark.kind === "quality"
      ? h("span", { class: `q ${mark.text}` }, SIGNS[/** @type {keyof SIGNS} */ (mark.text)] ?? mark.text)
      : h("span", { class: "better" }, "★ ", t(`tichu.short.${moveOf(mark.a ?? "").key}`, moveOf(mark.a ?? "").values))
  );

/** The result of the round before, while the next one is dealt. @param {any} board */
function roundBefore({ data, name }) {
  const last = data.rounds[data.rounds.length - 1];
  return last
    ? h("div", { class: "round-before" }, h("p", { class: "caption" }, t("tichu.sheet.last")), roundTable(last, name))
    : null;
}

/** @param {any} board */
function content(board) {
  const { data, asked, name, me } = board;
  if (board.peek && data.before) return lastTrick(data, name);
  if (board.phoenix.length) return roles(board);
  if (asked && data.phase === "grand") return [roundBefore(board), calls(board, "grand")];
  if (asked && data.phase === "calls") return calls(board, "tichu");
  if (asked && data.phase === "wish") return wishes(board);
  if (data.phase === "exchange" && data.seat !== null) {
    const given = board.slots.map((/** @type {string} */ card, /** @type {number} */ i) => card || data.gifts[me][i]);
    const advised = board.advice?.to ? board.advice.to - 1 : -1;
    const locked = board.giving || !asked ? 3 : data.step;
    return slots(given, name, me, { put: (slot) => board.give(slot), advised, locked });
  }
  if (data.phase === "grand" || data.phase === "calls" || data.phase === "exchange") {
    return [
      data.phase === "grand" ? roundBefore(board) : null,
      h("p", { class: "caption" }, h("b", {}, t(`tichu.waits.${data.phase}`, { who: name(data.mover) }))),
    ];
  }
  if (data.phase === "over") return [...trick(data, name, grade(board)).slice(0, 1), roundBefore(board)];
  return trick(data, name, grade(board));
}

/** Draw the middle, but not anew when nothing has changed. @param {any} board @param {any} place */
export function middle(board, place) {
  const { data, legal, slots: held, advice, grades, peek, phoenix, players, giving } = board;
  const own = players.map((/** @type {any} */ { name }) => name);
  const key = JSON.stringify([
    data,
    legal.map((/** @type {any} */ { a }) => a),
    held,
    advice,
    grades,
    peek,
    phoenix,
    own,
    giving,
    board.bombing,
  ]);
  if (place.key === key) return;
  const had = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-slot") : null;
  const moved = JSON.stringify(place.trick) !== JSON.stringify(data.trick);
  place.key = key;
  place.trick = data.trick;
  put(place, content(board));
  const way = (data.owner - board.me + 4) % 4;
  if (moved && board.fresh) place.querySelector(".play.latest")?.classList.add("lands", `from-${way}`);
  if (had !== null) place.querySelector(`[data-slot="${had}"]`)?.focus();
}
