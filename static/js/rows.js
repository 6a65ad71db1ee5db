// A list that is read row by row: J and K move from opener to opener, an opened row closes again.
// A row is a line of a table, or whatever says data-step.

const openers = (list) => [...list.querySelectorAll("[data-row]")];

const here = (list) => list.querySelector("[data-here]");

const rowOf = (element) =>
  element.closest("[data-rows] [data-step]") ?? element.closest("[data-rows] tr");

function isAfter(opener, row) {
  const place = row.compareDocumentPosition(opener);
  return Boolean(place & Node.DOCUMENT_POSITION_FOLLOWING) && !row.contains(opener);
}

export function stepRow(list, name) {
  const all = openers(list);
  if (!all.length) return;
  const row = here(list);
  const at = row ? all.findLastIndex((opener) => !isAfter(opener, row)) : -1;
  const next = name === "next" ? at + 1 : at < 0 ? all.length - 1 : at - 1;
  all[Math.max(0, Math.min(all.length - 1, next))].focus();
}

// <a data-next-error="id of the list" href="where the next one is, if it is on another page">
// data-wanted says by which word of data-row it is known, where it is no error.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-next-error]");
  if (!link) return;
  const list = document.getElementById(link.dataset.nextError);
  const wanted = link.dataset.wanted ?? "error";
  const errors = openers(list).filter((opener) => opener.dataset.row === wanted);
  const row = here(list);
  // What has a word of its own is looked for from the beginning again, unless a page follows.
  const comesRound = link.dataset.wanted && !link.getAttribute("href");
  const ahead = errors.find((opener) => !row || isAfter(opener, row));
  const next = ahead ?? (comesRound ? errors[0] : undefined);
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (!link.getAttribute("href")) {
    event.preventDefault();
    document.getElementById("live").textContent = link.dataset.none;
  }
});

// The row a reader was in last: pressing a key moves focus to its button, and the place stays.
document.addEventListener("focusin", (event) => {
  const row = rowOf(event.target);
  if (!row) return;
  here(row.closest("[data-rows]"))?.removeAttribute("data-here");
  row.dataset.here = "";
});

// What a row opened is closed by the same control, without asking the server again.
document.addEventListener(
  "click",
  (event) => {
    const opener = event.target.closest("[data-row][aria-expanded=true]");
    if (!opener) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.getElementById(opener.getAttribute("aria-controls")).replaceChildren();
    opener.setAttribute("aria-expanded", "false");
  },
  true,
);
document.body.addEventListener("htmx:afterSwap", (event) => {
  document
    .querySelector(`[data-row][aria-controls="${CSS.escape(event.target.id)}"]`)
    ?.setAttribute("aria-expanded", "true");
});

// A row that is dealt with hands the reader on to the next one. The server says
// HX-Trigger-After-Settle: {"goOn": "#id"}; at the end the row's own control has the focus.
document.body.addEventListener("goOn", (event) => {
  const done = document.querySelector(event.detail.value);
  const all = openers(done.closest("[data-rows]") ?? done);
  const next = all.find((opener) => isAfter(opener, done));
  (next ?? all.findLast((opener) => done.contains(opener)))?.focus();
});

// A page that says where to begin is opened there, once.
document.querySelector("[data-begins]")?.focus();
