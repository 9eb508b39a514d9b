// @ts-check
/** The shell: header, routes and dialogs; each view is loaded when it is first shown. */
import { bindAlways, bindKeys } from "./core/keys.js";
import { h, put, svg } from "./core/dom.js";
import { loadLanguage, t } from "./core/i18n.js";
import { applySettings, choose, settings } from "./core/settings.js";
import { toast, toasts } from "./core/toast.js";
import { showKeys, showSettings } from "./kit/dialogs.js";

/** @type {Record<string, () => Promise<{show: (main: HTMLElement, route: any) => any}>>} */
const VIEWS = {
  "": () => import("./views/lobby.js"),
  new: () => import("./views/setup.js"),
  watch: () => import("./views/watch.js"),
  table: () => import("./views/table.js"),
  games: () => import("./views/games.js"),
  standings: () => import("./views/standings.js"),
  ratings: () => import("./views/ratings.js"),
  training: () => import("./views/training.js"),
  help: () => import("./views/help.js"),
  sit: () => import("./views/sit.js"),
};

const missing = () => import("./views/missing.js");

/** @param {string} hash `#/table/ID?ply=3` */
function read(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [name, ...args] = path.split("/").map(decodeURIComponent);
  return { name, args, query: new URLSearchParams(query) };
}

const PLACES = { play: "", watch: "watch", games: "games", standings: "standings", training: "training", help: "help" };
const main = h("main", { id: "main", tabindex: "-1" });
/** @type {(() => void) | undefined} */
let leave;
let turn = 0;

async function go() {
  const route = read(location.hash);
  const mine = ++turn;
  leave?.();
  leave = undefined;
  bindKeys({});
  for (const link of document.querySelectorAll("header nav a")) {
    const here = link.getAttribute("href") === `#/${route.name === "new" ? "" : route.name}`;
    if (here) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  try {
    const view = await (VIEWS[route.name] ?? missing)();
    if (mine !== turn) return;
    put(main);
    main.className = `view-${route.name || "lobby"}`;
    const left = await view.show(main, route);
    if (mine === turn) leave = left;
    else left?.();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}

const turnTheme = () => choose("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");

function header() {
  const link = (/** @type {[string, string]} */ [key, to]) => h("a", { href: `#/${to}` }, t(`nav.${key}`));
  return h(
    "header",
    { class: "top" },
    h(
      "a",
      { class: "brand", href: "#/", translate: "no", "aria-label": "Parlour" },
      h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
      h("span", {}, "Parlour"),
    ),
    h("nav", { "aria-label": t("nav.label") }, Object.entries(PLACES).map(link)),
    h(
      "button",
      { class: "quiet theme", type: "button", onclick: turnTheme, title: t("nav.theme"), "aria-label": t("nav.theme") },
      svg(
        "svg",
        { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
        svg("circle", { cx: 12, cy: 12, r: 9, fill: "none", stroke: "currentColor", "stroke-width": 2 }),
        svg("path", { d: "M12 3A9 9 0 0 1 12 21Z", fill: "currentColor" }),
      ),
    ),
    h("button", {
      class: "quiet shortcuts",
      type: "button",
      onclick: showKeys,
      title: t("keys.title"),
      "aria-label": t("keys.title"),
    }, "?"),
    h("button", { class: "quiet", type: "button", onclick: () => showSettings(go) }, t("nav.settings")),
  );
}

async function start() {
  applySettings();
  await loadLanguage(settings.language);
  const skip = h("a", { class: "skip", href: "#main" }, t("nav.skip"));
  skip.addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
  });
  put(/** @type {Element} */ (document.getElementById("app")), skip, header(), main, toasts());
  bindAlways("?", showKeys);
  addEventListener("hashchange", go);
  await go();
}

start();
