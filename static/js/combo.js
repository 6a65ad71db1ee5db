// A text field with suggestions of the server: arrows choose, Enter takes, Esc closes.
// What is taken is written into the field, so the form goes on without this file too.

const WAIT = 200;
let waiting = 0;
let asked = 0;

const listOf = (field) => document.getElementById(field.getAttribute("aria-controls"));
const options = (field) => [...listOf(field).querySelectorAll("[role=option]")];
const active = (field) => document.getElementById(field.getAttribute("aria-activedescendant"));
const isOpen = (field) => field.getAttribute("aria-expanded") === "true";

function close(field) {
  listOf(field).hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function tell(field, number) {
  const { countOne, countMany, countNone } = field.closest("[data-combo]").dataset;
  const text = number === 0 ? countNone : number === 1 ? countOne : countMany;
  document.getElementById("live").textContent = text.replace("#", number);
}

async function ask(field) {
  const words = field.value.trim();
  const number = ++asked;
  if (!words) return close(field);
  const list = listOf(field);
  const address = new URL(field.closest("[data-combo]").dataset.combo, window.location);
  address.searchParams.set("q", words);
  address.searchParams.set("list", list.id);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (!answer.ok || number !== asked || document.activeElement !== field) return;
  const text = await answer.text();
  list.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  const found = options(field).length;
  tell(field, found);
  list.hidden = !found;
  field.setAttribute("aria-expanded", String(Boolean(found)));
  field.removeAttribute("aria-activedescendant");
}

function mark(field, option) {
  for (const each of options(field)) each.setAttribute("aria-selected", String(each === option));
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function take(field, option) {
  field.value = option.dataset.value;
  close(field);
  asked += 1;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  clearTimeout(waiting);
}

function step(field, by) {
  const all = options(field);
  if (!isOpen(field) || !all.length) return void ask(field);
  const at = all.indexOf(active(field));
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  mark(field, all[next]);
}

document.addEventListener("input", (event) => {
  if (!event.target.matches("[role=combobox]") || event.isComposing) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => ask(event.target), WAIT);
});

document.addEventListener(
  "keydown",
  (event) => {
    const field = event.target;
    if (!field.matches?.("[role=combobox]") || event.isComposing || event.altKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(field, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isOpen(field) && active(field)) {
      event.preventDefault();
      take(field, active(field));
    } else if (event.key === "Escape" && isOpen(field)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      close(field);
    }
  },
  true,
);

// Before the field loses focus, so that the click still finds the list.
document.addEventListener("mousedown", (event) => {
  const option = event.target.closest("[data-combo] [role=option]");
  if (!option) return;
  event.preventDefault();
  take(option.closest("[data-combo]").querySelector("[role=combobox]"), option);
});

document.addEventListener("focusout", (event) => {
  if (event.target.matches?.("[role=combobox]")) close(event.target);
});
