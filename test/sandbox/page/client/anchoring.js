const gapPx = 6;
const edgePx = 8;

/**
 * Puts a popover that is open beside what it belongs to, above or below, and keeps it there until it is closed.
 * @param {HTMLElement} popover
 * @param {HTMLElement} anchor
 */
export function keepBeside(popover, anchor) {
  function place() {
    const box = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = popover;
    const below = box.bottom + gapPx;
    const fitsBelow = below + height + edgePx <= innerHeight || box.top < height + gapPx + edgePx;
    const left = Math.min(box.left, innerWidth - width - edgePx);
    popover.style.left = `${Math.max(edgePx, left)}px`;
    popover.style.top = `${fitsBelow ? below : box.top - gapPx - height}px`;
  }
  const ends = new AbortController();
  const { signal } = ends;
  popover.addEventListener('beforetoggle', () => ends.abort(), { once: true });
  addEventListener('scroll', place, { capture: true, signal });
  addEventListener('resize', place, { signal });
  place();
  return place;
}
