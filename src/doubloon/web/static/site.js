// Every page: theme, sound and shortcuts as each person likes them, kept in this browser alone; and buttons that copy.
import { loadAgainUnlessTyped, watchViewer } from "./viewer.js";

const root = document.documentElement;

export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function toggle(id, isOn, change) {
  const button = document.getElementById(id);
  if (!button) return;
  button.setAttribute("aria-pressed", String(isOn));
  change(isOn);
  button.addEventListener("click", () => {
    const next = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(next));
    remember(id, next ? "on" : "off");
    change(next);
  });
}

document.getElementById("theme")?.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  remember("theme", root.dataset.theme);
});
toggle("sound", remembered("sound") === "on", (isOn) => root.classList.toggle("sound", isOn));
toggle("keys", remembered("keys") !== "off", (isOn) => root.classList.toggle("no-keys", !isOn));

if (!document.querySelector("main[data-stream]:not([data-stream=''])")) watchViewer(loadAgainUnlessTyped);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => {});
});

// Who has not said where they live most likely lives where the browser does.
for (const field of document.querySelectorAll("input[data-zone]")) field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
