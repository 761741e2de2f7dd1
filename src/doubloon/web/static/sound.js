// Two soft strokes of a ship's bell, made here; only for those who switched sound on.
const STROKES = [
  [880, 0],
  [660, 0.22],
];
const LENGTH_S = 0.9;

let audio = null;

export function playNews() {
  if (!document.documentElement.classList.contains("sound")) return;
  audio ??= new AudioContext();
  for (const [pitch, delay] of STROKES) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + delay;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.16, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LENGTH_S);
  }
}
