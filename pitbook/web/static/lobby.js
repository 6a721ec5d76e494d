// Counts up the meters on the front page, like the room's displays.
import { money } from "./base.js";

for (const place of document.querySelectorAll("[data-jackpot]")) {
  const events = new EventSource(`/api/v1/displays/${encodeURIComponent(place.dataset.jackpot)}`);
  events.addEventListener("message", (event) => { place.textContent = money(Number(event.data)); });
  addEventListener("pagehide", () => events.close());
}
