// The card room's frame: badge and PIN, lock and change of user at a shared screen, and whether the server can be reached.
// Pages of the room may listen on document for "room:lost" and "room:back" (the server), and "room:locked" and "room:unlocked".

import { ask } from "./base.js";

const bar = document.querySelector(".room-bar");
const cover = document.querySelector("[data-cover]");
const channel = "BroadcastChannel" in window ? new BroadcastChannel("pitbook-room") : null;
const EVERY = 15_000, SOON = 2_000, SEEN = 30_000;

// -- badge and PIN: a reader types the badge and Enter; the PIN goes in by keys or by touch --

const form = document.querySelector("[data-badge-form]");
const badge = form?.querySelector("[name=badge]"), pin = form?.querySelector("[name=pin]"), wrong = form?.querySelector("[data-wrong]");
let unlocking = document.querySelector("[data-locked]") !== null;

function begin(words = "") {
  badge.value = pin.value = "";
  form.querySelector("[data-badge-part]").hidden = unlocking;
  wrong.textContent = words;
  (unlocking ? pin : badge).focus();
}

if (form) {
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === badge) {
      event.preventDefault();
      if (badge.value) pin.focus();
    } else if (event.key === "Enter" && event.target === pin && pin.value.includes(":")) {
      // Another badge was swiped where a PIN was expected: a change of user.
      event.preventDefault();
      badge.value = pin.value;
      pin.value = "";
      badge.closest("[data-badge-part]").hidden = false;
      wrong.textContent = "";
    } else if (/^[0-9]$/.test(event.key) && event.target.tagName === "BUTTON") {
      pin.value += event.key;
      pin.focus();
    }
  });
  form.querySelector("[data-pin-pad]").addEventListener("click", (event) => {
    const digit = event.target.closest("[data-digit]")?.dataset.digit;
    if (!digit) return;
    pin.value = digit === "clear" ? "" : pin.value + digit;
  });
  if (!cover) begin(wrong.textContent);
  const passkey = form.querySelector("[data-passkey]");
  if (passkey && window.PublicKeyCredential) {
    passkey.hidden = false;
    passkey.addEventListener("click", async () => {
      passkey.disabled = true;
      try {
        const { signIn } = await import("./passkeys.js");
        arrived(await signIn());
      } catch (error) { begin(sentence(error.message)); } finally { passkey.disabled = false; }
    });
  }
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");

/** After a sign-in: the same person continues on this page; another person gets it reloaded. */
function arrived(session) {
  if (!bar) { location.assign(form.elements.to.value || "/room"); return; }
  const same = session.person === bar.dataset.person;
  channel?.postMessage(same ? "unlocked" : "changed");
  if (same) close();
  else location.reload();
}

// -- the cover: locked, or the next user --

function open(locked) {
  unlocking = locked;
  cover.classList.toggle("locked", locked);
  document.body.classList.toggle("covered", locked);
  cover.querySelector("[data-cover-title]").textContent = locked ? bar.querySelector(".who strong").textContent : "Change user";
  cover.querySelector("[data-cover-words]").textContent = locked
    ? "This screen is locked. Unlock it with your PIN, or sign in with another badge."
    : "Swipe the next badge, or press Escape to cancel.";
  if (!cover.open) cover.showModal();
  begin();
  document.dispatchEvent(new Event(locked ? "room:locked" : "room:changing"));
}

function close() {
  unlocking = false;
  document.body.classList.remove("covered");
  cover.classList.remove("locked");
  if (cover.open) cover.close();
  touched = Date.now();
  document.dispatchEvent(new Event("room:unlocked"));
}

async function lock() {
  open(true);
  channel?.postMessage("locked");
  try { await ask("/api/v1/session/lock", {}); } catch { /* the cover stays, and the server locks the session after its own timeout */ }
}

function leave() {
  location.assign(`/room/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
}

async function entered(event) {
  event.preventDefault();
  try {
    if (!badge.value && unlocking) {
      await ask("/api/v1/session/unlock", { pin: pin.value });
      channel?.postMessage("unlocked");
      close();
      return;
    }
    arrived(await ask("/api/v1/session", { badge: badge.value, pin: pin.value }));
  } catch (error) {
    if (error.status === 401) leave();
    else begin(sentence(error.message));
  }
}

let touched = Date.now(), told = Date.now(), lost = false;

if (bar) {
  const after = Number(bar.dataset.locksAfter) * 1000;
  form.addEventListener("submit", entered);
  cover.addEventListener("cancel", (event) => { if (unlocking) event.preventDefault(); });
  cover.addEventListener("close", () => { if (unlocking) open(true); });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-change-user]")) open(false);
    if (event.target.closest("[data-lock]")) lock();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "F8" && event.key !== "F9") return;
    event.preventDefault();
    if (unlocking) return;
    if (event.key === "F8") lock();
    else open(false);
  });
  for (const kind of ["pointerdown", "keydown", "wheel", "touchstart"]) {
    document.addEventListener(kind, () => { touched = Date.now(); }, { capture: true, passive: true });
  }
  setInterval(() => {
    if (unlocking) return;
    if (Date.now() - touched >= after) lock();
    else if (touched > told && Date.now() - told >= SEEN) {
      told = Date.now();
      ask("/api/v1/session/seen", {}).catch(() => {});
    }
  }, 1000);
  channel?.addEventListener("message", ({ data }) => {
    if (data === "locked" && !unlocking) open(true);
    if (data === "unlocked" && unlocking) close();
    if (data === "changed") location.reload();
  });
  setTimeout(look, EVERY);
}

// -- the server: connected, lost, or another person has signed in --


async function look() {
  let found = null;
  try {
    found = await ask("/api/v1/session");
    if (found.person !== bar.dataset.person) { location.reload(); return; }
    if (found.locked && !unlocking) open(true);
    state(false);
  } catch (error) {
    if (error.status === 401 || error.status === 403) { leave(); return; }
    state(true);
  }
  setTimeout(look, lost ? SOON : EVERY);
}

function state(now) {
  if (now === lost) return;
  lost = now;
  const shown = document.querySelector("[data-link-state]");
  shown.classList.toggle("lost", lost);
  shown.querySelector(".words").textContent = lost ? "Server not reached" : "Connected";
  document.dispatchEvent(new Event(lost ? "room:lost" : "room:back"));
}
