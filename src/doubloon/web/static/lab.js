// A simulation that goes on: the stream brings how far it is. Without this script the page loads itself again.
import { morph } from "./morph.js";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15000;

const run = document.getElementById("run");
let wait = FIRST_WAIT_MS;

function show(html) {
  const next = run.cloneNode(false);
  next.innerHTML = html;
  const wasInside = run.contains(document.activeElement);
  morph(run, next);
  // The button that had the focus may be gone; then the way on is to what came of it.
  if (wasInside && !run.contains(document.activeElement)) run.querySelector("a, button")?.focus({ preventScroll: true });
}

function connect() {
  const stream = new EventSource(run.dataset.stream);
  stream.addEventListener("run", (event) => {
    wait = FIRST_WAIT_MS;
    const message = JSON.parse(event.data);
    show(message.html);
    if (!message.is_unfinished) stream.close();
  });
  stream.addEventListener("gone", () => {
    stream.close();
    location.reload();
  });
  // A server that is started again goes on with the simulation, and so does the page; by our own clock, for the browser gives up at some answers.
  stream.addEventListener("error", () => {
    stream.close();
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  });
}

connect();
