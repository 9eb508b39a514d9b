// @ts-check
/** Training runs: how what was measured changed over games or time. */
import { get } from "../core/api.js";
import { h, put, svg } from "../core/dom.js";
import { number, t } from "../core/i18n.js";
import { recall, remember } from "../core/settings.js";
import { COLOURS } from "../kit/glyphs.js";
import { marks, scale, smooth } from "../kit/smooth.js";

const WIDE = 640;
const HIGH = 240;
const LEFT = 56;
const UNDER = 28;
const DASHES = ["", "7 4", "2 3", "9 3 2 3"];
const AGAIN = 5000;

/** @param {HTMLElement} main */
export async function show(main) {
  document.title = `${t("training.title")} – Parlour`;
  let runs = await get("/api/training");
  const chosen = { x: "games", log: false, smooth: 0.6, off: /** @type {string[]} */ ([]), ...recall("training", {}) };
  const charts = h("div", { class: "charts" });
  const draw = () => {
    remember("training", chosen);
    put(charts, measures(runs, chosen).map((name) => chart(name, runs, chosen)));
  };
  if (!Object.keys(runs).length) {
    put(
      main,
      h("h1", {}, t("training.title")),
      h("p", { class: "lead" }, t("training.lead")),
      h("div", { class: "empty" }, h("p", {}, t("training.none")), h("pre", {}, t("training.command"))),
    );
    return undefined;
  }
  put(
    main,
    h("h1", {}, t("training.title")),
    h("p", { class: "lead" }, t("training.lead")),
    tools(runs, chosen, draw),
    charts,
  );
  draw();
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const newest = await get("/api/training").catch(() => runs);
    if (JSON.stringify(newest) === JSON.stringify(runs)) return;
    runs = newest;
    draw();
  }, AGAIN);
  return () => clearInterval(timer);
}

/** @param {any} runs @param {any} chosen @param {() => void} draw */
function tools(runs, chosen, draw) {
  const set = (/** @type {string} */ name, /** @type {any} */ value) => {
    chosen[name] = value;
    draw();
  };
  const axis = h(
    "select",
    { id: "axis", onchange: () => set("x", axis.value) },
    ["games", "seconds", "step"].map((name) =>
      h("option", { value: name, selected: name === chosen.x }, t(`training.x.${name}`))
    ),
  );
  const weight = h("input", {
    type: "range",
    id: "smooth",
    min: 0,
    max: 0.99,
    step: 0.01,
    value: chosen.smooth,
    oninput: () => set("smooth", Number(weight.value)),
  });
  const log = h("input", { type: "checkbox", id: "log", checked: chosen.log, onchange: () => set("log", log.checked) });
  const run = (/** @type {string} */ name, /** @type {number} */ place) => {
    const box = h("input", {
      type: "checkbox",
      checked: !chosen.off.includes(name),
      onchange: () =>
        set(
          "off",
          box.checked ? chosen.off.filter((/** @type {string} */ one) => one !== name) : [...chosen.off, name],
        ),
    });
    return h("label", { class: "inline run", translate: "no" }, box, sample(place), name);
  };
  return h(
    "div",
    { class: "tools" },
    h(
      "div",
      { class: "row" },
      h("label", { class: "inline", for: "axis" }, t("training.x"), axis),
      h("label", { class: "inline", for: "smooth" }, t("training.smooth"), weight),
      h("label", { class: "inline", for: "log" }, log, t("training.log")),
    ),
    h("fieldset", { class: "row plain-set" }, h("legend", {}, t("training.runs")), Object.keys(runs).map(run)),
  );
}

/** How a run's line looks. @param {number} place */
const sample = (place) =>
  svg(
    "svg",
    { viewBox: "0 0 32 8", width: 32, height: 8, "aria-hidden": "true" },
    svg("path", { d: "M0 4H32", ...stroke(place) }),
  );

/** @param {number} place */
const stroke = (place) => ({
  fill: "none",
  stroke: COLOURS[place % COLOURS.length],
  "stroke-width": 2.5,
  "stroke-dasharray": DASHES[place % 4],
});

/** What was measured in the runs that are shown. @param {any} runs @param {any} chosen @returns {string[]} */
const measures = (runs, chosen) => [
  ...new Set(
    Object.entries(runs).filter(([name]) => !chosen.off.includes(name))
      .flatMap(([, run]) =>
        /** @type {any} */ (run).steps.flatMap((/** @type {any} */ step) => Object.keys(step.values))
      ),
  ),
];

/** The points of a run.
 * @param {any} run @param {string} name @param {string} x
 * @returns {{x: number, y: number, low?: number, high?: number}[]} */
const points = (run, name, x) =>
  run.steps.flatMap((/** @type {any} */ step, /** @type {number} */ place) => {
    const value = step.values[name];
    if (value === undefined) return [];
    const [y, low, high] = Array.isArray(value) ? value : [value];
    return [{ x: x === "step" ? place + 1 : step[x], y, low, high }];
  });

/** One measure of all runs. @param {string} name @param {any} runs @param {any} chosen */
function chart(name, runs, chosen) {
  const lines = Object.entries(runs).map(([label, run], place) => ({
    run: label,
    place,
    points: chosen.off.includes(label) ? [] : points(run, name, chosen.x),
  })).filter((line) => line.points.length);
  const all = lines.flatMap((line) => line.points);
  const xs = all.map((point) => point.x);
  const ys = all.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]);
  const log = chosen.log && Math.min(...ys) > 0;
  const x = scale(Math.min(...xs), Math.max(...xs), WIDE - LEFT);
  const y = scale(Math.min(...ys), Math.max(...ys), HIGH - UNDER, log);
  const at = (/** @type {number} */ px, /** @type {number} */ py) =>
    `${(LEFT + x(px)).toFixed(1)},${(HIGH - UNDER - y(py)).toFixed(1)}`;
  const path = (/** @type {number[]} */ values, /** @type {any[]} */ over) =>
    values.map((value, i) => at(over[i].x, value)).join(" ");
  const drawn = lines.map(({ points: line, place }) => [
    line.map((
      { x: px, low, high },
    ) => (low === undefined || high === undefined ? null : svg("path", {
      d: `M${at(px, low)}L${at(px, high)}`,
      ...stroke(place),
      "stroke-dasharray": "",
      "stroke-width": 1.5,
    }))),
    svg("polyline", {
      points: path(line.map((point) => point.y), line),
      ...stroke(place),
      "stroke-width": 1,
      "stroke-opacity": 0.35,
      "stroke-dasharray": "",
    }),
    svg("polyline", {
      points: path(smooth(line.map((point) => point.y), line[0].low === undefined ? chosen.smooth : 0), line),
      ...stroke(place),
    }),
  ]);
  const grid = marks(Math.min(...ys), Math.max(...ys)).map((
    value,
  ) => [
    svg("path", { class: "rule", d: `M${LEFT} ${HIGH - UNDER - y(value)}H${WIDE}` }),
    svg("text", { x: LEFT - 6, y: HIGH - UNDER - y(value) + 4, "text-anchor": "end" }, number(value, 3)),
  ]);
  const under = marks(Math.min(...xs), Math.max(...xs)).map((value) =>
    svg("text", { x: LEFT + x(value), y: HIGH - 8, "text-anchor": "middle" }, number(value))
  );
  const cross = svg("path", { class: "cursor" });
  const said = h("p", { class: "note read" });
  const picture = svg(
    "svg",
    {
      viewBox: `-8 -8 ${WIDE + 40} ${HIGH + 8}`,
      role: "img",
      class: "chart",
      "aria-label": t("training.chart", {
        name,
        n: lines.length,
        last: lines.map((line) => `${line.run} ${number(line.points.at(-1)?.y ?? 0, 3)}`).join(", "),
      }),
    },
    grid,
    under,
    drawn,
    cross,
  );
  picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    const goal = ((event.clientX - box.left) / box.width) * (WIDE + 40) - 8 - LEFT;
    const near = (/** @type {any[]} */ line) =>
      line.reduce((best, point) => (Math.abs(x(point.x) - goal) < Math.abs(x(best.x) - goal) ? point : best));
    const here = near(all);
    cross.setAttribute("d", `M${LEFT + x(here.x)} 0V${HIGH - UNDER}`);
    said.textContent = `${t(`training.x.${chosen.x}`)} ${number(here.x)}: ${
      lines.map((line) => `${line.run} ${number(near(line.points).y, 3)}`).join(", ")
    }`;
  });
  return h(
    "figure",
    { class: "card curve" },
    h("figcaption", {}, h("h2", { translate: "no" }, name)),
    picture,
    said,
    table(name, lines, chosen),
  );
}

/** @param {string} name @param {any[]} lines @param {any} chosen */
const table = (name, lines, chosen) =>
  h(
    "details",
    {},
    h("summary", {}, t("graph.table")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ["run", `x.${chosen.x}`, "value"].map((key) => h("th", { scope: "col" }, t(`training.${key}`)))),
        ),
        h(
          "tbody",
          {},
          lines.flatMap((line) =>
            line.points.map((/** @type {any} */ point) =>
              h(
                "tr",
                {},
                h("td", { translate: "no" }, line.run),
                h("td", {}, number(point.x)),
                h("td", {}, number(point.y, 3)),
              )
            )
          ),
        ),
      ),
    ),
  );
