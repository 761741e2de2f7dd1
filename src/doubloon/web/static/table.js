// A table: the stream brings the newest fragment, forms are sent without leaving the page. Without this script all of it works by reloading.
import { keepClocks, measureClock } from "./clock.js";
import { playMoments, stopMoments } from "./moments.js";
import { morph } from "./morph.js";
import { playNews } from "./sound.js";
import { isOther, loadAgain, takeTold, takeTyped, watchViewer } from "./viewer.js";

const main = document.getElementById("table");
const confirming = document.getElementById("confirm");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const title = document.title;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const LOST_AFTER_MS = 1500;
const TRANSITION_MS = 350;

let version = Number(main.dataset.version);
let wasMine = Boolean(main.querySelector("#ask.yours"));
let seen = nextEntry(); // what entries before this one gave has been shown

// ---- showing

function texts() {
  return new Map([...main.querySelectorAll("[data-watch][id]")].map((element) => [element.id, element.textContent]));
}

function nameMoves(isOn) {
  const taken = new Set();
  for (const element of main.querySelectorAll("[data-move]")) {
    const name = `t-${element.dataset.move}`;
    element.style.viewTransitionName = isOn && !taken.has(name) ? name : "";
    taken.add(name);
  }
}

function mark(element, name) {
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}

function keepFocus(id, wasInside) {
  if (!wasInside || (document.activeElement && document.activeElement !== document.body)) return;
  (document.getElementById(id) ?? document.getElementById("prompt"))?.focus({ preventScroll: true });
}

function nextEntry() {
  return Number(main.querySelector('#act input[name="at"]').value);
}

function gainsFrom(entry) {
  return [...main.querySelectorAll(".gains")].filter((gains) => Number(gains.dataset.entry) >= entry);
}

// Whoever looks away is shown it on coming back.
function showGains(delay = 0) {
  if (document.hidden) return;
  playMoments(gainsFrom(seen), nextEntry(), delay);
  seen = nextEntry();
}

function apply(html, delay = 0) {
  stopMoments();
  const focused = document.activeElement;
  const [id, wasInside] = [focused?.id, main.contains(focused)];
  const before = texts();
  const lines = new Set([...main.querySelectorAll("#log li")].map((line) => line.id));
  const next = document.createElement("main");
  next.innerHTML = html;
  for (const { name, value } of main.attributes) next.setAttribute(name, value);
  keepRefusal(next);
  morph(main, next);
  keepFocus(id, wasInside);
  // What gains will land on flashes when they do.
  const awaited = new Set(gainsFrom(seen).flatMap((gains) => [...gains.children].map((gain) => gain.dataset.to)));
  for (const [watched, text] of texts()) {
    if (before.has(watched) && before.get(watched) !== text && !awaited.has(watched)) mark(document.getElementById(watched), "changed");
  }
  for (const line of main.querySelectorAll("#log li")) if (!lines.has(line.id)) mark(line, "fresh");
  showGains(delay);
  measureClock();
}

function show(html) {
  if (calm.matches || document.hidden || !document.startViewTransition) {
    apply(html);
    return;
  }
  nameMoves(true);
  const transition = document.startViewTransition(() => {
    apply(html, TRANSITION_MS);
    nameMoves(true);
  });
  // A newer fragment may overtake this one's animation; that is no error.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {}).finally(() => nameMoves(false));
}

document.addEventListener("visibilitychange", () => showGains());
document.addEventListener("click", (event) => event.target.closest("#again") && playMoments(gainsFrom(0), nextEntry()));

function receive(message) {
  if (isOther(message.viewer)) {
    loadAgain();
    return;
  }
  if (message.version < version) return;
  version = message.version;
  show(message.html);
  tellTurn(message.must_act);
  closeConfirm();
}

function tellTurn(isMine) {
  document.title = isMine ? `● ${main.dataset.yourTurn} · ${title}` : title;
  if (isMine && !wasMine) playNews();
  wasMine = isMine;
}

// ---- the stream

let stream = null;
let wait = FIRST_WAIT_MS;
let lostTimer = 0;
let retryTimer = 0;

function showLost(isLost) {
  document.getElementById("lost")?.remove();
  if (!isLost) return;
  const banner = document.createElement("p");
  banner.id = "lost";
  banner.setAttribute("role", "status");
  banner.textContent = document.body.dataset.lost;
  document.body.append(banner);
}

function connect() {
  clearTimeout(retryTimer);
  stream?.close();
  // A server that was started anew counts from the beginning.
  version = -1;
  stream = new EventSource(main.dataset.stream);
  stream.addEventListener("table", (event) => {
    wait = FIRST_WAIT_MS;
    clearTimeout(lostTimer);
    lostTimer = 0;
    showLost(false);
    receive(JSON.parse(event.data));
  });
  stream.addEventListener("gone", () => location.reload());
  stream.addEventListener("error", () => {
    lostTimer ||= setTimeout(() => showLost(true), LOST_AFTER_MS);
    stream.close();
    retryTimer = setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  });
}

if (main.dataset.stream) {
  connect();
  watchViewer(connect);
  addEventListener("online", connect);
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
}

// ---- forms

let isSending = false;

// A refusal stands until the next entry or the next form.
function keepRefusal(next) {
  const line = document.getElementById("refusal");
  if (line && next.querySelector('#act input[name="at"]').value === line.dataset.at) next.querySelector("#ask").prepend(line.cloneNode(true));
}

function refuse(words) {
  const ask = document.getElementById("ask");
  ask.querySelector(".refusal")?.remove();
  if (!words) return;
  const line = document.createElement("p");
  line.id = "refusal";
  line.className = "refusal";
  line.dataset.at = nextEntry();
  line.setAttribute("role", "alert");
  line.textContent = words;
  ask.prepend(line);
}

// Attributes, not properties: a form whose buttons are named `action` hides its own address behind them.
async function send(form, fields) {
  if (isSending) return;
  isSending = true;
  main.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", headers: { Accept: "application/json" }, body: fields });
    const told = answer.status === 204 ? {} : await answer.json();
    if (told.url && told.url !== location.pathname) location.assign(told.url);
    else if (told.again) {
      if (answer.ok) form.reset();
      loadAgain(told.error);
    } else if (told.confirm !== undefined) askTwice(form, fields);
    else refuse(told.error);
    if (answer.ok) form.querySelector("#say-text")?.form.reset();
  } catch {
    // Nobody knows whether it arrived. Sending it again cannot double it: it names the entry that it is meant to become.
    refuse(document.body.dataset.failed);
  } finally {
    isSending = false;
    main.removeAttribute("aria-busy");
  }
}

function askTwice(form, fields) {
  const chosen = document.getElementById(`a${fields.get("action")}`);
  document.getElementById("confirm-what").textContent = chosen?.title ?? "";
  fields.set("confirm", "1");
  confirming.returnValue = "";
  confirming.showModal();
  document.getElementById("confirm-yes").onclick = () => {
    confirming.close();
    send(form, fields);
  };
}

function closeConfirm() {
  if (confirming.open) confirming.close();
}

document.getElementById("confirm-no").addEventListener("click", closeConfirm);

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || !main.dataset.stream) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (event.submitter?.name) fields.set(event.submitter.name, event.submitter.value);
  if (event.submitter?.hasAttribute("data-costly")) askTwice(form, fields);
  else send(form, fields);
});

// ---- keys

const STEPS = { ArrowLeft: "step-back", ArrowRight: "step-forward", Home: "step-first", End: "step-last" };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const card of main.querySelectorAll("details.more[open]")) card.open = false;
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open], :popover-open") || document.documentElement.classList.contains("no-keys")) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const step = document.getElementById(STEPS[event.key]);
  const button = step ?? main.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus({ preventScroll: true });
  button.click();
});

takeTyped();
refuse(takeTold());
keepClocks();
if (wasMine) tellTurn(true);
if (!main.dataset.stream) playMoments(gainsFrom(0), nextEntry());
