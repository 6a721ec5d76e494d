// Forms that call the API: attributes state the request, refusals appear in the form, and a double submit acts once.
//
//   <form data-api="/api/v1/days" data-then="reload">      then: "reload", "/an/address" or "/an/address/{number}" with the answer's field
//     <input name="second.badge">                          dots make inner objects
//     <input name="cents" data-type="whole">               whole: a number; list: a checkbox of several; yes: true or false
//     <button name="action" value="close">                 the button pressed is sent with its value
//     <button data-preview="/api/v1/days/preview">         asks first, and shows the answer in [data-preview-into] by data-show names
//     <p class="wrong" role="alert" data-wrong></p>
//
// [data-refresh="/an/address"] parts are reloaded as HTML every data-every seconds, or on "pitbook:refresh".

import { ask, toast } from "./base.js";

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");

function bodyOf(form, button) {
  const body = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || (field.type === "submit" && field !== button)) continue;
    if (field.type === "radio" && !field.checked) continue;
    const path = field.name.split("."), last = path.pop();
    const inside = path.reduce((part, name) => (part[name] ??= {}), body);
    if (field.dataset.type === "list") { inside[last] ??= []; if (field.checked) inside[last].push(field.value); }
    else if (field.dataset.type === "yes") inside[last] = field.type === "checkbox" ? field.checked : field.value === "yes";
    else if (field.dataset.type === "whole") inside[last] = field.value === "" ? null : Number(field.value);
    else inside[last] = field.value;
  }
  return body;
}

function show(where, answer) {
  where.hidden = false;
  for (const place of where.querySelectorAll("[data-show]")) {
    const found = place.dataset.show.split(".").reduce((part, name) => part?.[name], answer);
    place.textContent = found ?? "—";
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-api]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter, wrong = form.querySelector("[data-wrong]");
  const preview = button?.dataset.preview;
  const body = bodyOf(form, button), words = JSON.stringify(body);
  // A retry with the same content uses the same idempotency key, so a lost answer does not act twice.
  if (!preview && form.dataset.sent !== words) { form.dataset.sent = words; form.dataset.key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`; }
  if (wrong) wrong.textContent = "";
  if (button) button.disabled = true;
  try {
    const answer = await ask(preview ?? form.dataset.api, body, preview ? {} : { key: form.dataset.key });
    if (preview) { show(form.querySelector("[data-preview-into]"), answer); return; }
    delete form.dataset.sent;
    const then = form.dataset.then ?? "reload";
    if (form.dataset.print) window.open(fill(form.dataset.print, answer), "_blank", "noopener");
    if (then === "reload") location.reload();
    else if (then === "refresh") { toast(form.dataset.done ?? "Done.", "good"); form.closest("dialog")?.close(); document.dispatchEvent(new Event("pitbook:refresh")); }
    else location.assign(fill(then, answer));
  } catch (error) {
    if (wrong) wrong.textContent = sentence(error.message);
    else toast(sentence(error.message), "bad");
  } finally {
    if (button) button.disabled = false;
  }
});

const fill = (address, answer) => address.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(answer?.[name] ?? ""));

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-opens]");
  if (opens) document.getElementById(opens.dataset.opens)?.showModal();
  if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
});

async function refresh(part) {
  try {
    const answer = await fetch(part.dataset.refresh, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    // HTML from our own server, whose templates escape user text.
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    if (!part.contains(document.activeElement) && !part.querySelector("dialog[open]")) part.replaceChildren(...found.childNodes);
    part.classList.remove("stale");
  } catch { part.classList.add("stale"); }
}

for (const part of document.querySelectorAll("[data-refresh]")) {
  if (part.dataset.every) setInterval(() => { if (!document.hidden) refresh(part); }, Number(part.dataset.every) * 1000);
  document.addEventListener("pitbook:refresh", () => refresh(part));
}
