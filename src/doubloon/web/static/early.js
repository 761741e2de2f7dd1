// Runs before the page is shown: the chosen theme, and that there is a script.
(() => {
  const root = document.documentElement;
  root.classList.replace("no-script", "script");
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; then the system's theme is used.
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
})();
