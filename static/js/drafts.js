// Free text is kept on the server while it is typed, never in the browser: a shared
// workstation keeps nothing, and a session that ends costs no words.

const DELAY = 1500;
const waiting = new WeakMap();

function say(field, text) {
  const place = document.getElementById(field.dataset.draftState);
  if (place) place.textContent = text;
}

async function save(field) {
  clearTimeout(waiting.get(field));
  if ((field.dataset.saved ?? field.defaultValue) === field.value) return;
  const body = new FormData();
  body.append("kind", field.dataset.draftKind);
  body.append("text", field.value);
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  try {
    const answer = await fetch(field.dataset.draft, { method: "POST", body, headers });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    field.dataset.saved = field.value;
    say(field, await answer.text());
  } catch {
    say(field, field.dataset.draftFailed);
  }
}

document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-draft]");
  if (!field) return;
  clearTimeout(waiting.get(field));
  waiting.set(field, setTimeout(() => save(field), DELAY));
});

document.addEventListener("draft:save", (event) => save(event.target));

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden") return;
  document.querySelectorAll("[data-draft]").forEach(save);
});
