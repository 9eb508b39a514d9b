// Runs before anything is drawn, so that the page never flashes in the wrong colours.
(() => {
  let chosen = "auto";
  try {
    chosen = JSON.parse(localStorage.getItem("parlour.settings") || "{}").theme || "auto";
  } catch {
    // settings that cannot be read are as good as none
  }
  const dark = chosen === "dark" || (chosen === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
