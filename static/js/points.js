// [ and ] move between the points of a picture, oldest to newest.

export function step(picture, name) {
  const points = [...picture.querySelectorAll("g[tabindex]")];
  if (!points.length) return;
  const here = points.indexOf(document.activeElement);
  const start = name === "later" ? -1 : points.length;
  const next = (here < 0 ? start : here) + (name === "later" ? 1 : -1);
  points[Math.max(0, Math.min(points.length - 1, next))].focus();
}
