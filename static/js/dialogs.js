// Native dialogs: opened by data-opens or by arriving in a fragment, closed by data-closes.
// The browser itself keeps focus inside and gives it back to the opener.

let opener = null;

function open(dialog) {
  if (dialog.open) return;
  if (document.activeElement !== document.body) opener = document.activeElement;
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-opens]");
  if (opens && opens.getAttribute("aria-disabled") !== "true") {
    open(document.getElementById(opens.dataset.opens));
  }
  const closes = event.target.closest("[data-closes]");
  if (closes) closes.closest("dialog").close();
});

document.addEventListener(
  "close",
  (event) => {
    if (!event.target.matches("dialog[data-arrived]")) return;
    event.target.remove();
    if (opener?.id) document.getElementById(opener.id)?.focus();
  },
  true,
);

document.body.addEventListener("htmx:afterSettle", () => {
  for (const dialog of document.querySelectorAll("dialog[data-arrived]:not([open])")) {
    open(dialog);
  }
});

// The server triggers "closeDialog" when what a dialog asked for is done.
document.body.addEventListener("closeDialog", () => {
  document.querySelector("dialog[open]")?.close();
});
