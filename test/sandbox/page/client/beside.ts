const gapPx = 6;
const edgePx = 8;

/** Keeps a popover that is open beside what it belongs to, above or below; answers with the way to stop. */
export function keepBeside(popover: HTMLElement, anchor: HTMLElement): () => void {
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
  addEventListener('scroll', place, { capture: true, signal: ends.signal });
  addEventListener('resize', place, { signal: ends.signal });
  const size = new ResizeObserver(place);
  size.observe(popover);
  place();
  return () => {
    ends.abort();
    size.disconnect();
  };
}
