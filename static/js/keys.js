// Single-key shortcuts. A key presses the visible control that carries its name in data-key.

import { step } from "./points.js";
import { stepRow } from "./rows.js";

const registry = JSON.parse(document.getElementById("key-registry").textContent);
const WAIT_AFTER_G = 1200;
let pressedG = -Infinity;

const isTyping = (target) =>
  target.isContentEditable ||
  target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])");

const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });

const isUsable = (element) =>
  isVisible(element) && !element.disabled && element.getAttribute("aria-disabled") !== "true";

// Some controls of a row speak of the row a reader is in, and of no other.
const isReached = (element) =>
  !element.matches("[data-of-row]") || element.closest("tr[data-here]") !== null;

// A page's own control goes before the one that every page has.
function control(name) {
  const named = `[data-key~="${name}"]`;
  const here = document.querySelectorAll(`[data-here] ${named}`);
  const own = document.querySelectorAll(`main ${named}`);
  return [...here, ...own, ...document.querySelectorAll(named)].find(
    (element) =>
      isReached(element) && (isUsable(element) || element.closest("details:not([open])")),
  );
}

// A control that says why it rests is pressed all the same: it answers with the reason.
function resting(name) {
  const said = `[data-key~="${name}"][aria-disabled=true][aria-describedby]`;
  return [...document.querySelectorAll(said)].find(isVisible);
}

function press(element, name) {
  if (element.matches("[data-points]")) {
    step(element, name);
  } else if (element.matches("[data-rows]")) {
    stepRow(element, name);
  } else if (element.matches("input[type=search]")) {
    element.focus();
  } else if (element.matches("a[href^='#']")) {
    const target = document.querySelector(element.getAttribute("href"));
    target?.scrollIntoView({ block: "start" });
    target?.focus({ preventScroll: true });
  } else {
    element.focus();
    element.click();
  }
}

// One key may mean one thing on one page and another on the next: the control that is there decides.
function shortcutsFor(event, afterG) {
  const withControl = event.ctrlKey || event.metaKey;
  return registry.filter(
    (key) =>
      key.code === event.code &&
      key.alt === event.altKey &&
      key.control === withControl &&
      key.shift === event.shiftKey &&
      key.afterG === (afterG && !withControl),
  );
}

function pageForm() {
  return document.querySelector("dialog[open]") ? null : control("submit")?.form;
}

function submitForm(event) {
  // Outside of any form it presses the one button of the page that carries its name.
  const form = event.target.closest("form") ?? pageForm();
  const button = form?.querySelector("button[type=submit]:not([aria-disabled=true])");
  if (!button) return;
  event.preventDefault();
  form.requestSubmit(button);
}

function saveDraft(event) {
  const form = event.target.closest("form[data-autosave]") ?? control("save")?.form;
  if (form) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  const field = event.target.closest("[data-draft]");
  if (!field) return;
  event.preventDefault();
  field.dispatchEvent(new CustomEvent("draft:save", { bubbles: true }));
}

const WHILE_TYPING = { submit: submitForm, save: saveDraft };

function onKey(event) {
  if (event.isComposing || event.repeat) return;
  if (event.ctrlKey || event.metaKey) {
    for (const known of shortcutsFor(event, false)) WHILE_TYPING[known.name]?.(event);
    return;
  }
  const off = document.body.dataset.singleKeys === "off";
  if (off || isTyping(event.target) || document.querySelector("dialog[open]")) return;
  const afterG = event.timeStamp - pressedG < WAIT_AFTER_G;
  pressedG = -Infinity;
  const known = shortcutsFor(event, afterG);
  if (!known.length && event.code === "KeyG" && !event.shiftKey) {
    pressedG = event.timeStamp;
    return;
  }
  for (const { name } of known) {
    const element = control(name) ?? resting(name);
    if (!element) continue;
    event.preventDefault();
    press(element, name);
    return;
  }
}

document.addEventListener("keydown", onKey);
