// <button data-copies="#id" data-done="…" data-failed="…"> copies a field's text and says so.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copies);
  let said = button.dataset.done;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.focus();
    field.select();
    said = button.dataset.failed;
  }
  document.getElementById("live").textContent = said;
  document.getElementById("copied").textContent = said;
});
