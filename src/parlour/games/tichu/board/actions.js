// @ts-check
/** The buttons of the bar: always the same, in the same order; those that are off say why. */
import { t } from "/static/core/i18n.js";
import { ask } from "/static/kit/dialogs.js";
import { hasBomb } from "./combos.js";
import { find, matching, playsOf } from "./plays.js";
import { why } from "./readout.js";

/** Call Tichu or Grand Tichu, after a question. @param {any} board @param {string} call */
export async function callOut(board, call) {
  const item = find(board.legal, "call", call);
  if (item && await ask(t(`tichu.sure.${call}`), t(`tichu.call.${call}`)) && board.legal.includes(item)) {
    board.ctx.act(item);
  }
}

/** Why Tichu cannot be called now. @param {any} board */
function noCall({ data, me }) {
  if (data.calls[me]) return t("tichu.call.done");
  if (!data.calling) return t("tichu.call.never");
  if (data.phase === "play" && data.counts[me] < 14) return t("tichu.call.late");
  return t("tichu.call.turn");
}

/** Why there is nothing to pass. @param {any} board */
function noPass({ data, asked, hand, legal }) {
  if (hand.raised.size) return t("tichu.pass.raised");
  if (!asked || data.phase !== "play") return t("tichu.not.turn");
  if (!data.trick.length) return t("tichu.pass.lead");
  return find(legal, "pass") ? "" : t("tichu.pass.wish");
}

/** Why no bomb can be thrown. @param {any} board */
function noBomb({ data, me }) {
  if (data.phase !== "play" && data.phase !== "wish") return t("tichu.bomb.not");
  return hasBomb(data.hands[me] ?? []) ? "" : t("tichu.bomb.none");
}

/** The keys of the buttons. @type {Record<string, string | undefined>} */
const KEYS = { play: undefined, pass: "p", tichu: "t", bomb: "x", auto: "a", next: "n", sort: "s" };

/** The buttons before there is a table. */
const idle = () =>
  Object.entries(KEYS).map(([id, key]) => ({ id, key, label: t(`tichu.action.${id}`), off: true, run() {} }));

/** @param {any} board */
export function actions(board) {
  const { data, legal, hand, asked, window, bombing, auto } = board;
  if (!data) return idle();
  const giving = data.phase === "exchange";
  const ready = giving ? asked && !board.giving && board.filled : matching(legal, hand.raised).length > 0;
  const pass = find(legal, "pass") ?? (bombing ? find(legal, "wait") : undefined);
  const passes = pass && data.trick.length > 0;
  const free = playsOf(legal).length > 0 && asked;
  const bomb = noBomb(board);
  const call = data.phase === "play" && !window && find(legal, "call", "tichu");
  return [
    {
      id: "play",
      label: t(giving ? "tichu.action.give" : "tichu.action.play"),
      sign: "✓",
      primary: ready,
      off: !ready,
      why: giving ? t(asked ? "tichu.exchange.more" : "tichu.not.turn") : why(board),
      run: () => board.play(),
    },
    {
      id: "pass",
      key: KEYS.pass,
      label: t(bombing && window ? "tichu.action.wait" : "tichu.action.pass"),
      sign: board.advice?.pass ? "★" : "",
      off: !passes || (hand.raised.size > 0 && !window),
      why: noPass(board),
      run: () => board.pass(),
    },
    {
      id: "tichu",
      key: KEYS.tichu,
      label: t("tichu.action.tichu"),
      sign: board.advice?.call === "tichu" ? "★" : "",
      off: !call,
      why: noCall(board),
      run: () => callOut(board, "tichu"),
    },
    {
      id: "bomb",
      key: KEYS.bomb,
      label: t(bombing ? "tichu.action.nobomb" : "tichu.action.bomb"),
      sign: "✹",
      off: Boolean(bomb),
      why: bomb,
      run: () => board.bomb(),
    },
    {
      id: "auto",
      key: KEYS.auto,
      label: t(auto ? "tichu.action.auto.on" : "tichu.action.auto"),
      sign: auto ? "☑" : "☐",
      off: !data.trick.length || data.phase !== "play",
      why: t("tichu.auto.why"),
      run: () => {
        board.auto = !board.auto;
        board.paint();
        if (board.auto && !window) board.goOn();
        board.ctx.refresh?.();
      },
    },
    {
      id: "next",
      key: KEYS.next,
      label: t("tichu.action.next"),
      off: !free,
      why: t(asked ? "tichu.next.none" : "tichu.not.turn"),
      run: () => board.next(),
    },
    {
      id: "sort",
      key: KEYS.sort,
      label: t("tichu.action.sort"),
      sign: "⇄",
      run: () => {
        hand.resort();
        board.paint();
        board.ctx.refresh?.();
      },
    },
  ];
}
