import { formatSlackDate } from './slack-date.js';

/**
 * Whether nothing that is read stands before a moment on its line.
 * @param {HTMLTimeElement} time
 */
function beginsItsLine(time) {
  const before = time.ownerDocument.createRange();
  before.setStart(time.closest('p') ?? time, 0);
  before.setEndBefore(time);
  return /(?:^|\n)\W*$/.test(before.toString());
}

/**
 * Rewrites the moments inside `root` in the zone and language of this browser.
 * @param {ParentNode} root
 */
export function showLocalDates(root) {
  for (const time of root.querySelectorAll('time[data-format]')) {
    if (time instanceof HTMLTimeElement) {
      const date = new Date(time.dateTime);
      const text = formatSlackDate(date, time.dataset.format ?? '');
      time.textContent = beginsItsLine(time) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
      time.title = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }).format(date);
    }
  }
}
