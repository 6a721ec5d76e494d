// Shared by all scripts: short messages, and requests to the API. Importing it has no side effects, because modules may load it under several addresses.

/** A short message beside the heading; it disappears after a while, or when the next one comes. */
export function toast(words, kind = "") {
  const box = document.createElement("div");
  box.className = `toast ${kind}`;
  box.textContent = words;
  document.querySelector(".toasts").replaceChildren(box);
  setTimeout(() => box.remove(), kind === "bad" ? 9000 : 5000);
}

/** An error from the API, with the server's own sentence; status 0 if the server did not answer. */
export class ApiError extends Error {
  constructor(status, detail) { super(detail); this.status = status; }
}

/** Sends a request to the API; a write carries an idempotency key, so that a retry acts only once. */
export async function ask(path, body, { method = body === undefined ? "GET" : "POST", key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, signal } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, credentials: "same-origin" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, "The server cannot be reached: nothing was done. Try again in a moment.");
  }
  const text = await answer.text();
  let found = null;
  try { found = text ? JSON.parse(text) : null; } catch { /* not JSON */ }
  if (!answer.ok) throw new ApiError(answer.status, found?.detail ?? `The server answered ${answer.status}.`);
  return found;
}

/** Makes an element: make("p", { class: "quiet" }, "words", child). */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** $1,234.50 from cents. */
export function money(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100), rest = Math.abs(cents) % 100;
  return `${sign}$${whole.toLocaleString("en-US")}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}
