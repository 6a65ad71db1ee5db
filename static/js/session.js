// A session that ends while somebody writes costs no words: the page stays, leads to the sign-in
// page in a tab of its own, and takes up the new session when its reader comes back.

const place = document.getElementById("problem");
let ended = false;

function fields() {
  return [...document.querySelectorAll("[data-draft]")];
}

// Forms that save themselves while one types say what is not saved yet.
const unsavedForms = () =>
  [...document.querySelectorAll("form[data-autosave]")].filter(
    (form) => form.dataset.dirty || form.dataset.sending,
  );

function isUnsent(field) {
  return field.value !== (field.dataset.saved ?? field.defaultValue);
}

function leadToSignIn(sentence, address) {
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.textContent = sentence;
  const line = document.createElement("p");
  line.className = "mb-0";
  line.append(link);
  place.replaceChildren(line);
}

async function takeUpSession() {
  const answer = await fetch(location.href);
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const headers = page.body.getAttribute("hx-headers");
  document.body.setAttribute("hx-headers", headers);
  const token = JSON.parse(headers)["X-CSRFToken"];
  document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((input) => {
    input.value = token;
  });
  ended = false;
  place.replaceChildren();
  fields().forEach((field) => field.dispatchEvent(new Event("draft:save", { bubbles: true })));
  unsavedForms().forEach((form) => form.requestSubmit());
}

document.body.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  if (xhr.status !== 401 || !(fields().some(isUnsent) || unsavedForms().length)) return;
  event.preventDefault(); // what follows would leave the page, and the words with it
  ended = true;
  leadToSignIn(xhr.responseText, xhr.getResponseHeader("HX-Redirect"));
});

document.addEventListener("visibilitychange", () => {
  if (ended && document.visibilityState === "visible") takeUpSession();
});
window.addEventListener("focus", () => ended && takeUpSession());

// A form from before another tab signed in: its words stay, and the next try has a fresh token.
document.body.addEventListener("formOutOfDate", takeUpSession);
