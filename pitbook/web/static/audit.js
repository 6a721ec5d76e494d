// The auditor's pages: arrow keys step through a round; a waiting page reloads when its job is done.

addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog, .scroll")) return;
  document.querySelector(`a[rel="${rel}"]`)?.click();
});
for (const part of document.querySelectorAll("[data-every]"))
  new MutationObserver(() => { if (part.querySelector("[data-finished]")) location.reload(); }).observe(part, { childList: true });
if (document.querySelector("[data-now]")) addEventListener("load", () => document.dispatchEvent(new Event("pitbook:refresh")));
const now = document.querySelector(".acts [aria-current]"), list = now?.closest(".acts");
if (list) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
