// The graph editor: what is typed is kept by itself, and nothing leaves the page before it is.

import "./combo.js";

const forms = () => [...document.querySelectorAll("form[data-autosave]")];
const isUnsaved = (form) => Boolean(form.dataset.dirty || form.dataset.sending);
const unsaved = () => forms().filter(isUnsaved);

function typedIn(event) {
  const form = event.target.form ?? event.target.closest("form");
  if (!form?.matches("[data-autosave]") || !event.target.name) return;
  form.dataset.dirty = "yes";
}
document.addEventListener("input", typedIn);
document.addEventListener("change", typedIn);

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.target;
  if (!form.matches?.("[data-autosave]")) return;
  delete form.dataset.dirty;
  form.dataset.sending = "yes";
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target;
  if (!form.matches?.("[data-autosave]")) return;
  delete form.dataset.sending;
  const taken = [200, 409, 422].includes(event.detail.xhr?.status);
  if (taken) return;
  form.dataset.dirty = "yes";
  const place = document.getElementById("saved");
  if (place) place.textContent = form.dataset.failed;
});

// Ends when every form is saved, whether or not the server took all of it.
function saved() {
  return Promise.all(
    unsaved().map(
      (form) =>
        new Promise((done) => {
          form.addEventListener("htmx:afterRequest", done, { once: true });
          if (form.dataset.dirty) form.requestSubmit();
        }),
    ),
  );
}

// A part asked for by hand waits for what is typed: it would show the graph without it.
document.body.addEventListener("htmx:confirm", (event) => {
  const byHand = ["click", "submit"].includes(event.detail.triggeringEvent?.type);
  const others = unsaved().some((form) => form !== event.target);
  if (!byHand || !others || event.target.matches("[data-autosave]")) return;
  event.preventDefault();
  saved().then(() => event.detail.issueRequest(true));
});

// So does another page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !plain || event.defaultPrevented || link.target) return;
  if (link.hasAttribute("hx-get") || link.getAttribute("href").startsWith("#")) return;
  if (!unsaved().length || link.matches("[data-closes-here]")) return;
  event.preventDefault();
  saved().then(() => window.location.assign(link.href));
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-discards]")) {
    for (const each of forms()) delete each.dataset.dirty;
    return;
  }
  if (!form.matches("[data-flushes]") || !unsaved().length) return;
  event.preventDefault();
  // The change set has another version once they are saved, and perhaps a problem.
  saved().then(() => setTimeout(() => document.getElementById(event.submitter?.id)?.click()));
});

// The last moment: the browser finishes this request after the page is gone.
window.addEventListener("pagehide", () => {
  for (const form of unsaved()) {
    fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true });
  }
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saved();
});

// A control somebody writes in stays as it is; what became of it is said with the next save.
document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const control = document.activeElement;
  const drawn = event.detail.target;
  if (drawn?.id.startsWith("w-") && drawn.contains(control) && control.form?.dataset.dirty) {
    event.detail.shouldSwap = false;
  }
});

// What is wrong with a control is also said of the control itself.
document.body.addEventListener("htmx:afterSettle", () => {
  for (const state of document.querySelectorAll(".field > .fieldstate")) {
    const wrong = state.hasAttribute("data-invalid");
    for (const control of document.querySelectorAll(`[aria-describedby~="${state.id}"]`)) {
      if (wrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  }
});

// <textarea data-counts="id of the counter">
document.addEventListener("input", (event) => {
  const counter = document.getElementById(event.target.dataset?.counts);
  if (!counter) return;
  counter.textContent = counter.textContent.replace(/\d+/, event.target.value.length);
  counter.classList.toggle("over", event.target.value.length > Number(event.target.dataset.most));
});

// With script a dialog closes, and the drawer empties, where without it another page is opened.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-closes-here], a[data-close-drawer]");
  if (!link || !link.closest("dialog, #drawer")) return;
  event.preventDefault();
  if (link.matches("[data-closes-here]")) link.closest("dialog").close();
  else window.history.replaceState(window.history.state, "", link.href);
}, true);

document.querySelector(".rail [aria-current]")?.scrollIntoView({ block: "center" });
window.scrollTo({ top: 0 });
if (window.location.hash) document.querySelector(window.location.hash)?.scrollIntoView();
