// The meter, live while the page is served: it ticks to each new figure, and says so when it is no longer live.
"use strict";
const sign = document.body, figure = document.querySelector(".figure"), state = document.querySelector(".state");
const jackpot = sign.dataset.jackpot;
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
let shown = Number(sign.dataset.cents), target = shown, ticking = 0, heard = false;
const money = (cents) => "$" + (Math.floor(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });

function fit() {
  // As many letters as the figure has share the width.
  figure.style.setProperty("--letters", Math.max(9, figure.textContent.length));
}

function show(cents) { shown = cents; figure.textContent = money(cents); fit(); }

function tick() {
  const left = target - shown;
  if (calm || Math.abs(left) < 1) { show(target); ticking = 0; return; }
  show(shown + Math.sign(left) * Math.max(1, Math.floor(Math.abs(left) / 12)));
  ticking = requestAnimationFrame(tick);
}

function news(cents) {
  if (!Number.isSafeInteger(cents) || cents < 0) return;
  state.textContent = "live";
  state.className = "state live";
  const first = !heard;
  heard = true;
  if (cents < target || first) {
    // A drop is a win: shown at once, never counted down. What happened before the page was opened is no news.
    cancelAnimationFrame(ticking); ticking = 0; target = cents; show(cents);
    if (first) return;
    sign.classList.add("won");
    setTimeout(() => sign.classList.remove("won"), 6000);
    return;
  }
  target = cents;
  if (!ticking) ticking = requestAnimationFrame(tick);
}

function still() {
  const at = new Date().toLocaleTimeString();
  if (state.classList.contains("live")) state.textContent = "not live: as of " + at;
  state.className = "state still";
}

fit();
if (jackpot && location.protocol.startsWith("http")) {
  const source = new EventSource("/api/v1/displays/" + encodeURIComponent(jackpot));
  source.onmessage = (event) => news(Number(event.data));
  source.onerror = still;
}
