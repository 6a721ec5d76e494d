// A display's meters: they tick up while connected; a stale figure shows since when.

const names = encodeURIComponent(document.body.dataset.names), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
const SILENT = 40_000, AGAIN = 2000, CELEBRATE = 20_000;
const meters = [...document.querySelectorAll("[data-jackpot]")].filter((sign) => sign.dataset.jackpot).map((sign) => (
  { sign, figure: sign.querySelector(".figure"), state: sign.querySelector(".state"), shown: Number(sign.dataset.cents), target: 0, ticking: 0, live: false }));
const at = () => new Date().toLocaleTimeString("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
let heard = Date.now(), source;

function draw(meter, cents) {
  meter.shown = cents;
  meter.figure.textContent = "$" + (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  meter.figure.className = `figure letters-${Math.min(16, Math.max(9, meter.figure.textContent.length))}`;
}

function tick(meter) {
  const left = meter.target - meter.shown;
  if (calm || left < 1) { draw(meter, meter.target); meter.ticking = 0; return; }
  draw(meter, meter.shown + Math.max(1, Math.floor(left / 12)));
  meter.ticking = requestAnimationFrame(() => tick(meter));
}

function news(meter, cents) {
  const first = !meter.live, fell = cents < meter.target;
  meter.live = true;
  meter.target = cents;
  meter.state.textContent = "live";
  meter.state.className = "state live";
  if (first || fell) { // jump instead of counting down; do not celebrate a change from before the display connected
    cancelAnimationFrame(meter.ticking);
    meter.ticking = 0;
    draw(meter, cents);
    renew(meter, fell && !first);
  } else if (!meter.ticking) tick(meter);
}

/** Reloads the last wins; celebrates if the meter fell because of a win, but not after a correction. */
async function renew(meter, fell) {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const place = [...document.querySelectorAll(".sign")].indexOf(meter.sign), now = page.querySelectorAll(".sign")[place];
  const before = meter.sign.querySelector("[data-winners]")?.textContent, tables = now?.querySelector(".tables");
  if (!tables || before === tables.querySelector("[data-winners]")?.textContent) return;
  meter.sign.querySelector(".tables").replaceWith(tables);
  const won = tables.querySelector("[data-winners] tr"), box = meter.sign.querySelector("[data-celebration]");
  if (!fell || !won) return;
  box.querySelector("strong").textContent = won.cells[1].textContent;
  box.querySelector("span").textContent = won.cells[0].textContent.split(",")[0];
  box.hidden = false;
  setTimeout(() => { box.hidden = true; }, CELEBRATE);
}

function lost() {
  for (const meter of meters) {
    cancelAnimationFrame(meter.ticking);
    meter.ticking = 0;
    if (meter.live) meter.state.textContent = `not live since ${at()}`;
    meter.live = false;
    meter.state.className = "state still";
    meter.figure.classList.add("stale");
  }
}

function connect() {
  source?.close();
  source = new EventSource(`/display/${names}/live`);
  source.onmessage = ({ data }) => {
    heard = Date.now();
    for (const [jackpot, cents] of Object.entries(JSON.parse(data))) {
      for (const meter of meters) if (meter.sign.dataset.jackpot === jackpot) news(meter, cents);
    }
  };
  source.addEventListener("beat", () => { heard = Date.now(); });
  source.onerror = () => { source.close(); lost(); setTimeout(connect, AGAIN); };
  heard = Date.now();
}

setInterval(() => { if (Date.now() - heard > SILENT) { lost(); connect(); } }, 5000);
addEventListener("offline", lost);
connect();
