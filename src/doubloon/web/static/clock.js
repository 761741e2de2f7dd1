// Clocks count on between two fragments, by the server's time.

const LATE_S = 10;
const LONG_S = 2 * 86400;

let skew = 0;

export function measureClock() {
  const clock = document.querySelector("#clock [data-now]");
  if (clock) skew = Number(clock.dataset.now) - Date.now() / 1000;
  tick();
}

function unit(number, name) {
  const { lang } = document.documentElement;
  const words = new Intl.NumberFormat(lang, { style: "unit", unit: name, unitDisplay: "short" }).format(number);
  return lang === "ja" ? words.replace(" ", "") : words;
}

function words(left) {
  if (left >= LONG_S) return `${unit(Math.floor(left / 86400), "day")} ${unit(Math.floor((left / 3600) % 24), "hour")}`;
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor((left / 60) % 60)];
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, Math.floor(Number(clock.dataset.deadline) - Date.now() / 1000 - skew));
    const shown = words(left);
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.parentElement.classList.toggle("late", left <= LATE_S);
  }
}

export function keepClocks() {
  measureClock();
  setInterval(tick, 1000);
}
