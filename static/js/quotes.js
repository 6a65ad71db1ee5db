// <button data-fills="id" data-text="…">: writes a text into a field as if it had been typed.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fills]");
  const field = button && document.getElementById(button.dataset.fills);
  if (!field) return;
  field.value = button.dataset.text;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});
