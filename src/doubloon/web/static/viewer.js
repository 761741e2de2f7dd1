// Who this page was made for, and whether the browser is still theirs: somebody may sign in or out in another tab, sit down for the first time, or lose the cookie.
const TYPED = "typed";
const TOLD = "told";
const mine = document.body.dataset.viewer;
const channel = "BroadcastChannel" in window ? new BroadcastChannel("doubloon-viewer") : null;

function fields() {
  return [...document.querySelectorAll("main :is(input:not([type=hidden], [readonly]), textarea)[id]")].filter((field) => field.value !== field.defaultValue);
}

function keep(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage may be forbidden; then what was typed is lost.
  }
}

function take(name) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name));
    sessionStorage.removeItem(name);
    return found;
  } catch {
    return null;
  }
}

// Loads the page as whoever the browser is now. What was typed stays, and `words` are shown after it.
export function loadAgain(words = "") {
  keep(TYPED, { path: location.pathname, values: Object.fromEntries(fields().map((field) => [field.id, field.value])) });
  if (words) keep(TOLD, { path: location.pathname, words });
  location.reload();
}

export function takeTyped() {
  const found = take(TYPED);
  if (found?.path !== location.pathname) return;
  for (const [id, value] of Object.entries(found.values)) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
}

export function takeTold() {
  const found = take(TOLD);
  return found?.path === location.pathname ? found.words : "";
}

// What the server says of the browser's session; nothing where cookies are refused, for then loading again would not help.
export function isOther(viewer) {
  return Boolean(viewer) && viewer !== mine;
}

// Says to the other tabs who the browser is now, and calls back when another tab says something else.
export function watchViewer(changed) {
  channel?.addEventListener("message", (event) => event.data !== mine && changed());
  if ("known" in document.body.dataset) channel?.postMessage(mine);
}

// Pages without a stream: where nothing has been typed, nothing is lost.
export function loadAgainUnlessTyped() {
  if (!fields().length) location.reload();
}
