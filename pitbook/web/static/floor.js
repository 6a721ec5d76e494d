// The floor: live updates from the server, badge forms for a win's next step, a confirmation before a table opens, clocks.

const live = document.querySelector("[data-live]"), badge = document.getElementById("badge");

function connect() {
  const source = new EventSource(live.dataset.live);
  source.addEventListener("view", (event) => draw(JSON.parse(event.data).html));
  source.onopen = () => live.classList.remove("stale");
  source.onerror = () => { source.close(); live.classList.add("stale"); setTimeout(connect, 2000); };
}

function draw(html) {
  const focus = live.contains(document.activeElement) ? document.activeElement.id : "";
  live.innerHTML = html; // our own page, from our own server: its templates escape what people wrote
  if (focus) document.getElementById(focus)?.focus();
}

if (live) connect();

// The next step appears in the same place: ignore the second half of a double click.
live?.addEventListener("click", (event) => { if (event.detail > 1) event.preventDefault(); }, true);

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-badge-step]"), asks = event.target.closest("[data-confirms]");
  if (step && badge) {
    const form = badge.querySelector("form");
    form.reset();
    form.dataset.api = `/api/v1/floor/tables/${encodeURIComponent(step.dataset.table)}/wins`;
    form.elements.step.value = step.dataset.badgeStep;
    form.querySelector("[data-words]").textContent = `${step.dataset.label}, table ${step.dataset.table}`;
    form.querySelector("[data-wrong]").textContent = "";
    if ("prints" in step.dataset) form.dataset.print = "/room/floor/wins/{jackpot}/{transaction}.pdf"; else delete form.dataset.print;
    badge.showModal();
  }
  if (asks && asks.form.reportValidity()) document.getElementById(asks.dataset.confirms).showModal();
  if (event.target.closest("[data-prints-page]")) window.print();
});

// A scanner types the badge and presses Enter: move to the PIN.
badge?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.name === "badge") { event.preventDefault(); badge.querySelector("[name=pin]").focus(); }
});

document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (way && !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) document.querySelector(`a[rel=${way}]`)?.click();
});

document.querySelector(".steps [aria-current]")?.scrollIntoView({ block: "nearest" });

function tick() {
  for (const clock of document.querySelectorAll("[data-due]")) {
    const left = Math.floor((new Date(clock.dataset.due) - Date.now()) / 1000);
    const part = (seconds) => String(Math.floor(seconds)).padStart(2, "0");
    clock.textContent = left > 0 ? `${part(left / 3600)}:${part(left % 3600 / 60)}:${part(left % 60)} left` : "overdue";
  }
}

if (document.querySelector("[data-due]")) { tick(); setInterval(tick, 1000); }
