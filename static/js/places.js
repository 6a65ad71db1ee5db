// A list remembers where its reader was: how far down, and in which row. Ids only, for this tab.

const list = document.querySelector("[data-remembers]");
// Asked for each time: narrowing a list changes its address without a new page.
const name = () => `place ${location.pathname}${location.search}`;
let row = "";

function restore() {
  const { top, at } = JSON.parse(sessionStorage.getItem(name()) ?? "{}");
  row = at ?? "";
  const here = row && document.getElementById(row);
  if (here && document.activeElement === document.body) {
    here.dataset.here = "";
    here.querySelector("[data-row]")?.focus();
  }
  if (top) window.scrollTo({ top, behavior: "instant" });
}

if (list) {
  list.addEventListener("focusin", (event) => (row = event.target.closest("tr")?.id ?? row));
  list.addEventListener("click", (event) => (row = event.target.closest("tr")?.id ?? row));
  window.addEventListener("pagehide", () =>
    sessionStorage.setItem(name(), JSON.stringify({ top: window.scrollY, at: row })),
  );
  // Once everything has its height: before that there may be nowhere to scroll to.
  window.addEventListener("pageshow", restore);
}
