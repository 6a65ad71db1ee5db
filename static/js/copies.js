// <button data-copies="id" data-copied="…">: the text of that element, to be pasted elsewhere.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies);
  const words = button.querySelector("[data-words]") ?? button;
  try {
    await navigator.clipboard.writeText(source.textContent);
    document.getElementById("live").textContent = button.dataset.copied;
    words.textContent = button.dataset.copied;
  } catch {
    // Without the right to the clipboard the text is marked, and Ctrl+C takes it.
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
  }
});
