// What the page says back: toasts that leave, failed requests, busy buttons, passwords shown.

const TOAST_TIME = 10000;
let leaving = 0;

document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id !== "toast") return;
  clearTimeout(leaving);
  leaving = setTimeout(() => event.target.replaceChildren(), TOAST_TIME);
});

// What ended elsewhere is told at the side until it is put away, and never over the control in use.
const aside = document.getElementById("ended");

function covers(box, control) {
  const a = box.getBoundingClientRect();
  const b = control.getBoundingClientRect();
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function makeWay() {
  const control = document.activeElement;
  const isFree = !aside.children.length || control === document.body || aside.contains(control);
  if (!isFree && covers(aside, control)) aside.classList.toggle("above");
}

document.addEventListener("focusin", makeWay);
document.body.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target === aside) makeWay();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-puts-away]");
  if (!button) return;
  document.getElementById(button.dataset.putsAway).remove();
  document.getElementById("main").focus({ preventScroll: true });
});

function complain(text) {
  const place = document.getElementById("problem");
  const line = document.createElement("p");
  line.className = "mb-0";
  line.textContent = text;
  place.replaceChildren(line);
  setTimeout(() => place.replaceChildren(), TOAST_TIME);
}

const problem = document.getElementById("problem");
document.body.addEventListener("htmx:responseError", () => complain(problem.dataset.text));
document.body.addEventListener("htmx:sendError", () => complain(problem.dataset.offline));

// One step at a time. A decision pressed while the main part changes would speak of the finding
// that leaves: it is not taken, and says so. Pressed twice, it is taken once.
let leavingPage = false;
window.addEventListener("popstate", (event) => {
  leavingPage = Boolean(event.state?.htmx);
});
document.addEventListener(
  "click",
  (event) => {
    const control = event.target.closest("#decide button:not(#all-keys), #toast button");
    const changing = leavingPage || document.querySelector("#work .htmx-request");
    if (!control || !changing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!control.matches(".htmx-request")) complain(problem.dataset.busy);
  },
  true,
);

// A form is sent once: its button rests until the answer is there.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  if (form.matches("[data-once]")) {
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-disabled", "true");
    if (form.dataset.says) live.textContent = form.dataset.says;
  }
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.querySelector("[aria-disabled]")?.removeAttribute("aria-disabled");
  }
});

// A form that takes its time says what it is doing; sent again meanwhile, it is sent once.
const live = document.getElementById("live");
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const says = event.target.dataset?.says;
  if (says) live.textContent = says;
});

// A control at rest says why when it is pressed, by mouse or by its key.
document.addEventListener("click", (event) => {
  const control = event.target.closest("button[aria-disabled=true][aria-describedby]");
  if (!control) return;
  live.textContent = "";
  const why = document.getElementById(control.getAttribute("aria-describedby")).textContent;
  setTimeout(() => (live.textContent = why));
});

// <button data-shows-password="id" aria-pressed="false">
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-shows-password]");
  if (!button) return;
  const field = document.getElementById(button.dataset.showsPassword);
  const shown = field.type === "text";
  field.type = shown ? "password" : "text";
  button.setAttribute("aria-pressed", String(!shown));
});

// Controls that open and close a part of the page.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-toggles]");
  if (!button) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(open));
  document.getElementById(button.dataset.toggles).classList.toggle("collapsed", !open);
});

// <button data-prints>
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-prints]")) window.print();
});

// An account menu closes when the reader goes elsewhere.
document.addEventListener("click", (event) => {
  const menu = document.getElementById("account");
  if (menu?.open && !menu.contains(event.target)) menu.open = false;
});
