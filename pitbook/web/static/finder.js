// Filters the list of games while the user types; the address keeps the filters. Without scripts the server answers the form.

const form = document.querySelector("[data-finder]");
const list = document.querySelector("[data-found-games]");

const wants = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

function fits(game, { q, family, edge, decisions, seats }) {
  const data = game.dataset;
  return q.toLowerCase().split(/\s+/).every((word) => data.words.includes(word))
    && (!family || family === data.family)
    && (!edge || (data.edge !== "" && Number(data.edge) <= Number(edge)))
    && (!decisions || decisions === data.decisions)
    && (!seats || Number(data.seats) >= Number(seats));
}

function show() {
  const wanted = wants();
  let shown = 0;
  for (const game of list.querySelectorAll("[data-words]")) {
    game.hidden = !fits(game, wanted);
    shown += !game.hidden;
  }
  for (const family of list.querySelectorAll("[data-of-family]")) family.hidden = !family.querySelector("[data-words]:not([hidden])");
  form.querySelector("[data-count]").textContent = shown;
  document.querySelector("[data-no-game]").hidden = shown > 0;
  form.querySelector("[data-waiting]").hidden = !wanted.edge || !list.querySelector('[data-edge=""]');
  const kept = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
  for (const [name, value] of new URLSearchParams(location.search)) if (!(name in wanted)) kept.append(name, value);
  form.querySelector("[data-clear]").hidden = !Object.values(wanted).some(Boolean);
  history.replaceState(null, "", `${location.pathname}${kept.size ? `?${kept}` : ""}${location.hash}`);
}

if (form) {
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  form.querySelector("[data-clear]").addEventListener("click", (event) => {
    event.preventDefault();
    for (const field of form.elements) if (field.name) field.value = "";
    show();
    form.elements.q.focus();
  });
  form.querySelector("button[type=submit]").hidden = true;
  document.addEventListener("figures", show);
  if ([...form.elements].some((field) => field.name && field.value)) show(); // browsers may restore the fields of a form
}
