// What cards gave (`.gains`, which is in the page already): each card lights up in its turn, its amounts rise from it and land at their owner.
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STEP_MS = 300;
const FLIGHT_MS = 650;
const MOST_MS = 2100; // of one payout, so that with the transition before it all is over within 2.5 s
const GAP_MS = 200; // between payouts
const SPREAD_PX = 56; // between the amounts of one card
const RISE_PX = 20;
const LIGHT = { boxShadow: "0 0 0 3px var(--glow), 0 0 14px var(--glow)", zIndex: 2 };
const DARK = { boxShadow: "0 0 0 0 transparent", zIndex: 2 };

let running = null;

// Ends at once what is being shown, and leaves the page as it would be without it.
export function stopMoments() {
  if (!running) return;
  const { layer, animations, totals } = running;
  running = null;
  for (const animation of animations) animation.cancel();
  for (const { number, text } of totals.values()) number.textContent = text;
  layer.remove();
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2 + scrollX, box.top + box.height / 2 + scrollY];
}

function isOnPage(element) {
  return Boolean(element && element.getClientRects().length);
}

function fly(amount, from, to, delay) {
  const flyer = amount.cloneNode(true);
  running.layer.append(flyer);
  const at = ([x, y], scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const risen = [from[0], from[1] - RISE_PX];
  const way = [
    { transform: at(from, 0.5), opacity: 0, easing: "ease-out" },
    { transform: at(risen, 1.2), opacity: 1, offset: 0.3 },
    { transform: at(risen, 1.1), opacity: 1, offset: 0.5, easing: "ease-in" },
    { transform: at(to, 0.8), opacity: 0.9 },
  ];
  const flight = flyer.animate(way, { duration: FLIGHT_MS, delay, fill: "both" });
  running.animations.push(flight);
  flight.addEventListener("finish", () => flyer.remove());
  return flight;
}

// The owner's number stands where it was before, and grows by what lands.
function hold(target, count, isLast) {
  const number = target.querySelector("b");
  if (!number || !isLast) return;
  const total = running.totals.get(target) ?? { number, text: number.textContent, left: 0 };
  total.left += count;
  number.textContent = Number(total.text) - total.left;
  running.totals.set(target, total);
}

function land(target, count) {
  if (!running) return;
  running.animations.push(target.animate([LIGHT, DARK], { duration: 500, easing: "ease-out" }));
  const total = running.totals.get(target);
  if (!total) return;
  total.left -= count;
  total.number.textContent = Number(total.text) - total.left;
}

function give(gains, delay, length, isLast) {
  const card = gains.parentElement;
  running.animations.push(card.animate([DARK, LIGHT, LIGHT, DARK], { duration: length, delay }));
  const amounts = [...gains.querySelectorAll(".gain")];
  const [x, y] = middle(card);
  return amounts.map((amount, index) => {
    const [target, count] = [document.getElementById(amount.dataset.to), Number(amount.dataset.count)];
    const from = [x + (index - (amounts.length - 1) / 2) * SPREAD_PX, y];
    const flight = fly(amount, from, isOnPage(target) ? middle(target) : from, delay);
    if (!isOnPage(target)) return flight;
    hold(target, count, isLast);
    flight.addEventListener("finish", () => land(target, count));
    return flight;
  });
}

// Shows gains in the order in which they came, `delay` ms from now; `at` is the number of the next entry.
export function playMoments(found, at, delay = 0) {
  stopMoments();
  const all = found.filter((gains) => isOnPage(gains.parentElement));
  if (calm.matches || document.hidden || !all.length) return;
  const layer = document.createElement("div");
  layer.id = "moments";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  const mine = (running = { layer, animations: [], totals: new Map() });
  const entries = Map.groupBy(all, (gains) => Number(gains.dataset.entry));
  const flights = [];
  let start = delay;
  for (const [entry, cards] of [...entries].sort(([one], [other]) => one - other)) {
    const step = Math.min(STEP_MS, (MOST_MS - FLIGHT_MS) / cards.length);
    for (const gains of cards) {
      flights.push(...give(gains, start, step + FLIGHT_MS / 2, entries.size === 1 && entry === at - 1));
      start += step;
    }
    start += FLIGHT_MS / 2 + GAP_MS;
  }
  Promise.all(flights.map((flight) => flight.finished)).then(
    () => running === mine && setTimeout(() => running === mine && stopMoments(), 500),
    () => {}, // ended before its time
  );
}

// Whoever has seen enough presses any key, or anywhere.
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, stopMoments, { capture: true });
