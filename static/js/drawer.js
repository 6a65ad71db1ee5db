// The evidence drawer: Esc or Close empties it, forgets ?ev= and gives focus back to the
// control that opened it.

let opener = null;

const drawer = () => document.getElementById("drawer");

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-evidence]");
  if (link) opener = link.id;
  if (event.target.closest("[data-close-drawer]")) close();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing || document.querySelector("dialog[open]")) return;
  const form = event.target.closest("[data-escape]");
  if (form) document.getElementById(form.dataset.escape)?.click();
  else close();
});

function mark(shown) {
  const relations = new Set(shown?.split("|"));
  for (const row of document.querySelectorAll("tr[data-relation]")) {
    row.classList.toggle("sel", relations.has(row.dataset.relation));
  }
}

function close() {
  const place = drawer();
  if (!place || place.dataset.state !== "open") return;
  place.dataset.state = "empty";
  place.replaceChildren(...document.getElementById("drawer-empty").content.cloneNode(true).children);
  mark(null);
  const address = new URL(window.location);
  address.searchParams.delete("ev");
  window.history.replaceState(window.history.state, "", address);
  const back = opener || "main";
  opener = null;
  document.getElementById(back)?.focus();
}

document.body.addEventListener("htmx:afterSettle", (event) => {
  const place = drawer();
  if (!place || event.target !== place) return;
  place.dataset.state = "open";
  mark(place.querySelector("[data-shows]")?.dataset.shows);
  place.querySelector("h2")?.focus();
});

mark(drawer()?.querySelector("[data-shows]")?.dataset.shows);
