// @ts-check
/** The line about the board: what happened, and what the person must do or waits for. */
import { change, has, number, percent, t } from "../core/i18n.js";
import { playerName, resultText, seatName } from "./cards.js";
import { SIGNS, swing } from "./quality.js";
import { reasonText } from "./why.js";

/** A move as a sentence. @param {any} view @param {any} event */
export function sentence({ card, module }, event) {
  const who = seatName(card, event.seat);
  const told = module.tell?.(event, who) ?? t("status.played", { who, move: event.text });
  return `${told} ${module.remark?.(event) ?? ""}`.trim();
}

/** What was played last that is worth a sentence, or what is wrong with the move that comes. @param {any} view */
export function report(view) {
  const { model } = view;
  if (view.review !== null) return blame(view, view.review);
  const played = model.log.slice(0, model.shownPly);
  const event = played.findLast((/** @type {any} */ one) => !view.module.folds?.(one)) ?? played.at(-1);
  return event ? sentence(view, event) : "";
}

/** What a move gave away and what would have been better, or what else changed there.
 * @param {any} view @param {number} move */
function blame(view, move) {
  const { model, card, module } = view;
  const verdict = model.judged.get(move);
  const event = model.log[move - 1];
  const text = module.short?.(event) ?? event.text;
  if (!verdict?.better) {
    const { kind, by } = swing(verdict ?? {});
    return t(`turning.${kind}`, { move: `${move}. ${text}`, who: seatName(card, event.seat), by: change(by) });
  }
  const { better, loss, points, quality } = verdict;
  const lost = t(points ? "mistake.lost.points" : "mistake.lost", {
    move: `${move}. ${text}${SIGNS[/** @type {keyof SIGNS} */ (quality)]}`,
    loss: percent(loss),
    points: t(`${card.name}.points`, { n: number(points ?? 0) }),
  });
  const reason = better.reasons[0] ? `: ${reasonText(card.name, better.reasons[0])}` : "";
  return `${lost} ${t("mistake.better", { move: module.name?.(better) ?? better.a, reason })}`;
}

/** What the person must do, or waits for. @param {any} view */
export function must(view) {
  const { model, card } = view;
  if (view.review !== null) return "";
  if (model.ply !== null && !model.over) return t("status.past", { ply: model.ply });
  if (model.over) {
    return model.shownPly < model.log.length
      ? t("status.move", { ply: model.shownPly, plies: model.log.length })
      : resultText(card, model.table.result, model.mine);
  }
  const who = seatName(card, model.live.mover);
  if (view.pending) return t("status.confirm", { move: view.module.name?.(view.pending) ?? view.pending.a });
  if (view.asked) return t("status.hint");
  if (model.myTurn) return turn(view, who);
  if (model.table.seats[model.live.mover].kind !== "agent") return t("status.waits", { who });
  return t(model.mode === "watch" && !model.live.status?.playing ? "status.paused" : "status.thinks", {
    who,
    name: playerName(model.table, model.live.mover, model.mine),
  });
}

/** What the side to move has to do; who it is where one person plays several. @param {any} view @param {string} who */
function turn({ model, card, module }, who) {
  const told = module.must?.(model.live) ?? (has(`${card.name}.must`) ? t(`${card.name}.must`) : t("status.must"));
  return t(model.mine.length > 1 ? "status.turn.of" : "status.turn", { who, must: told });
}
