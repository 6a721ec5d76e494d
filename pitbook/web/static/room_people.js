// Staff pages: first start, the people list, own PIN and passkeys. A badge is shown once and stored nowhere.

import { ask, make } from "./base.js";

const find = (words, inside = document) => inside.querySelector(words);
const path = (person) => `/api/v1/people/${encodeURIComponent(person)}`;
const SVG = "http://www.w3.org/2000/svg";

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

/** Sends a form and shows a refusal inside it. */
function sends(form, send) {
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = find("[data-wrong]", form), button = find("[type=submit]", form);
    wrong.textContent = "";
    const fields = Object.fromEntries(new FormData(form));
    if ("again" in fields && fields.again !== (fields.new ?? fields.pin)) {
      wrong.textContent = "The two PINs are not the same.";
      return;
    }
    button.disabled = true;
    try { await send(fields, form); } catch (error) { wrong.textContent = sentence(error.message); } finally { button.disabled = false; }
  });
}

const checked = (form) => [...form.querySelectorAll("[name=roles]:checked")].map((box) => box.value);

/** Whether a form adds a role that moves money, which a second person must approve. */
function needsSecond(form, roles, money = find("[data-roles]", form).dataset.money.split(" ")) {
  const held = (form.dataset.held ?? "").split(" ");
  return roles.some((role) => money.includes(role) && !held.includes(role));
}

const propose = (id, name, roles, { pin, own }) => ask("/api/v1/proposals", { id, name, roles, pin, own_pin: own });

/** A badge to print: name, roles, and the token as a QR code for a scanner. */
function badgeCard(record, house) {
  const side = record.qr.length, quiet = 4, svg = document.createElementNS(SVG, "svg"), dark = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", `${-quiet} ${-quiet} ${side + 2 * quiet} ${side + 2 * quiet}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The badge as a QR code");
  dark.setAttribute("d", record.qr.flatMap((row, y) => [...row].flatMap((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : []))).join(""));
  svg.append(dark);
  return make("div", { class: "badge-card" },
    make("div", {}, make("div", { class: "house" }, house), make("div", { class: "name" }, record.name), make("div", { class: "roles" }, record.roles.join(", "))),
    svg, make("div", { class: "token", "data-token": "" }, record.badge));
}

function showBadge(record, where) {
  find("[data-badge]", where).replaceChildren(badgeCard(record, where.dataset.house));
}

for (const name of document.querySelectorAll("[data-name]")) {
  const short = name.closest("form") && find("[data-short]", name.closest("form"));
  short?.addEventListener("input", () => { short.dataset.typed = "yes"; });
  if (short) name.addEventListener("input", () => {
    if (!short.dataset.typed) short.value = name.value.trim().split(/\s+/)[0].toLowerCase().normalize("NFD").replace(/[^a-z0-9.-]/g, "").slice(0, 40);
  });
}

for (const boxes of document.querySelectorAll("[data-roles]")) {
  const apart = boxes.dataset.apart.trim().split(" ").map((pair) => pair.split("+"));
  const money = boxes.dataset.money.split(" "), form = boxes.closest("form");
  boxes.addEventListener("change", () => {
    const now = new Set(checked(boxes)), two = needsSecond(form, [...now], money);
    for (const place of form.querySelectorAll("[data-second]")) place.hidden = !two;
    for (const input of form.querySelectorAll("[data-second] input")) input.required = two;
    for (const button of form.querySelectorAll("[data-two]")) button.textContent = two ? button.dataset.two : button.dataset.alone;
    for (const box of boxes.querySelectorAll("[name=roles]")) {
      box.disabled = !box.checked && apart.some(([one, other]) => (box.value === one && now.has(other)) || (box.value === other && now.has(one)));
    }
  });
}

document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });

// -- the first start --

const first = find("[data-first]");
sends(first, async ({ token, id, name, pin }) => {
  const record = await ask("/api/v1/first", { token, id, name, pin });
  history.replaceState(null, "", "/room/first");
  first.hidden = find("[data-intro]").hidden = true;
  find("[data-title]").textContent = `${record.name} is the ${record.roles[0]}`;
  const made = find("[data-made]");
  made.dataset.house = first.dataset.house;
  made.hidden = false;
  showBadge(record, made);
  find("[data-print]", made).focus();
});

// -- own account --

sends(find("[data-own-pin]"), async ({ pin, new: next }, form) => {
  await ask("/api/v1/session/pin", { pin, new: next }, { method: "PUT" });
  form.replaceChildren(make("p", { class: "note good", role: "status" }, "Your PIN is changed. Your other sessions have ended."));
});
sends(find("[data-add-passkey]"), async ({ name, pin }) => {
  const { addPasskey } = await import("./passkeys.js");
  await addPasskey(name, pin);
  location.reload();
});
find("[data-sign-out]")?.addEventListener("click", async () => {
  await ask("/api/v1/sign-out", {});
  location.assign("/room/sign-in");
});

// -- the people list --

const dialog = (name) => find(`[data-dialog=${name}]`);
let whom = null;

sends(find("[data-add]"), async ({ id, name, pin, own }, form) => {
  const roles = checked(form);
  if (needsSecond(form, roles)) {
    await propose(id, name, roles, { pin, own });
    location.reload();
    return;
  }
  const record = await ask("/api/v1/people", { id, name, pin, roles });
  dialog("add").close();
  form.reset();
  openBadge(record);
});
sends(find("[data-set-roles]"), async (pins, form) => {
  const roles = checked(form);
  if (needsSecond(form, roles)) await propose(whom.person, "", roles, pins);
  else await ask(`${path(whom.person)}/roles`, { roles }, { method: "PUT" });
  location.reload();
});
sends(find("[data-renew]"), async (pins) => {
  await propose(whom.person, "", whom.held.split(" "), pins);
  location.reload();
});
sends(find("[data-approve]"), async ({ pin }, form) => {
  const record = await ask(`/api/v1/proposals/${whom.proposal}/approval`, { pin });
  form.reset();
  dialog("approve").close();
  openBadge(record);
});
sends(find("[data-set-pin]"), async ({ pin }) => {
  await ask(`${path(whom.person)}/pin`, { pin }, { method: "PUT" });
  location.reload();
});
let sure = null;
sends(find("[data-sure]"), () => sure());

function openBadge(record) {
  showBadge(record, dialog("badge"));
  dialog("badge").showModal();
}

function makeSure(title, words, button, act) {
  find("[data-sure-title]").textContent = title;
  find("[data-sure-words]").textContent = words;
  find("[data-sure-button]").textContent = button;
  sure = act;
  dialog("sure").showModal();
}

const ACTS = {
  roles() {
    const held = whom.held.split(" "), form = find("[data-set-roles]");
    form.dataset.held = whom.held;
    for (const box of form.querySelectorAll("[name=roles]")) box.checked = held.includes(box.value);
    find("[data-roles]", form).dispatchEvent(new Event("change"));
    dialog("roles").showModal();
  },
  pin() { dialog("pin").showModal(); },
  renew() { dialog("renew").showModal(); },
  approve() {
    find("[data-what]").textContent = `${whom.words}.`;
    dialog("approve").showModal();
  },
  withdraw() {
    makeSure(`No role for ${whom.name}`, "Nothing changes. The proposal stays on record.", "Withdraw the proposal", async () => {
      await ask(`/api/v1/proposals/${whom.proposal}`, undefined, { method: "DELETE" });
      location.reload();
    });
  },
  badge() {
    makeSure(`New badge for ${whom.name}`, "Their current badge and passkeys stop working, and all their sessions end.", "Make the badge", async () => {
      const record = await ask(`${path(whom.person)}/badge`, {});
      dialog("sure").close();
      openBadge(record);
    });
  },
  end() {
    makeSure(`${whom.name} leaves`, "They can no longer sign in, and all their sessions end. Their records are kept.", "End the badge", async () => {
      await ask(path(whom.person), undefined, { method: "DELETE" });
      location.reload();
    });
  },
  remove() {
    makeSure(`Remove ${whom.name}`, "This passkey can no longer be used to sign in.", "Remove the passkey", async () => {
      await ask(whom.path, undefined, { method: "DELETE" });
      location.reload();
    });
  },
  "end-session"() {
    makeSure(`End ${whom.name}'s session`, "The person at that screen must sign in again.", "End the session", async () => {
      await ask(`/api/v1/sessions/${encodeURIComponent(whom.session)}`, undefined, { method: "DELETE" });
      location.reload();
    });
  },
};

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-open]"), does = event.target.closest("[data-do]");
  if (opens) dialog(opens.dataset.open).showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
  if (event.target.closest("[data-done]")) location.reload();
  if (!does) return;
  whom = does.closest("tr, li").dataset;
  for (const place of document.querySelectorAll("[data-of]")) place.textContent = whom.name;
  for (const place of document.querySelectorAll("dialog [data-wrong]")) place.textContent = "";
  ACTS[does.dataset.do]();
});
