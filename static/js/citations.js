// Editing keeps citations whole: a caret never stands inside a "[1]", and deleting one of
// its characters deletes all of it.

const TOKEN = /\[\d{1,3}\]/g;

function tokenAround(text, start, end) {
  for (const found of text.matchAll(TOKEN)) {
    const from = found.index;
    const to = from + found[0].length;
    if (start < to && end > from) return [from, to];
  }
  return null;
}

document.addEventListener("beforeinput", (event) => {
  const field = event.target;
  if (!field.matches?.("textarea[data-citations]")) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const deletes = event.inputType.startsWith("delete");
  let from = start;
  let to = end;
  if (deletes && start === end) {
    if (event.inputType.includes("Backward")) from = Math.max(0, start - 1);
    else to = end + 1;
  }
  const token = from === to ? null : tokenAround(value, from, to);
  if (deletes && token) {
    event.preventDefault();
    field.setRangeText("", Math.min(token[0], from), Math.max(token[1], to), "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  const inside = tokenAround(value, start, start);
  if (!deletes && inside && start > inside[0]) field.setSelectionRange(inside[1], inside[1]);
});
