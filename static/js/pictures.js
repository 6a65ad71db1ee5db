// Arrows move between the boxes of a picture: to the nearest one in that direction. Every box is a
// link and stays reachable by Tab, so without this nothing is lost.

const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// How far on a box lies in the direction, with what lies aside counted more; none behind.
function distance(from, to, [right, down]) {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const along = x * right + y * down;
  const aside = Math.abs(x * down) + Math.abs(y * right);
  return along > 4 ? along + 3 * aside : Infinity;
}

document.addEventListener("keydown", (event) => {
  const direction = STEPS[event.code];
  const link = direction && event.target.closest("[data-picture] a");
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const from = centre(link);
  const links = [...link.closest("[data-picture]").querySelectorAll("a")];
  const ranked = links
    .map((one) => [distance(from, centre(one), direction), one])
    .sort(([one], [other]) => one - other);
  event.preventDefault();
  if (ranked[0][0] < Infinity) ranked[0][1].focus();
});
