// The list of tables: remembers the player's name, and sits down at once if the address says so.

const kept = () => { try { return localStorage.getItem("name") ?? ""; } catch { return ""; } };
const field = document.querySelector("[data-name]");

if (field) {
  field.value = kept();
  field.addEventListener("input", () => { try { localStorage.setItem("name", field.value); } catch { /* private windows keep nothing */ } fill(); });
}

function fill() {
  for (const hidden of document.querySelectorAll("[data-name-of]")) hidden.value = field?.value ?? kept();
}

fill();
document.querySelector("[data-at-once]")?.requestSubmit();
