// Where focus goes when the control it stood on is gone, and where a page begins.

function focusOn(selector) {
  const target = document.querySelector(selector);
  if (!target) return;
  if (!target.matches("a, button, input, select, textarea, summary, [tabindex]")) {
    target.tabIndex = -1;
  }
  target.focus();
}

// The server says HX-Trigger-After-Settle: {"focusOn": "#id"}.
document.body.addEventListener("focusOn", (event) => focusOn(event.detail.value));

document.body.addEventListener("htmx:afterSettle", (event) => {
  const first = event.target.querySelector?.("[data-focus-first]");
  first?.focus();
});

document.querySelector("[data-focus-first]")?.focus();

// Pages that swap their main part keep the reader at its top.
document.body.addEventListener("scrollToTop", () => window.scrollTo({ top: 0 }));

// <details data-focuses>: what is opened to write in is written in at once. Opened by a key it is
// open before the next letter is typed; the browser tells of it only later.
function writeIn(opened) {
  if (opened?.open) opened.querySelector("textarea, input:not([type=hidden])")?.focus();
}

document.addEventListener("click", (event) => {
  const opened = event.target.closest("details[data-focuses] > summary")?.parentElement;
  if (opened) queueMicrotask(() => writeIn(opened));
});
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches("details[data-focuses]")) writeIn(event.target);
  },
  true,
);
