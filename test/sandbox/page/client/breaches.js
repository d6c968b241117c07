import { element } from './elements.js';

/**
 * Counts what Slack would refuse, and lists it.
 * @param {readonly string[]} breaches
 */
export function showBreaches(breaches) {
  const count = element('breach-count');
  const label = count.querySelector('span');
  const list = element('breach-list').querySelector('ol');
  count.dataset.count = String(breaches.length);
  if (label) {
    label.textContent = breaches.length === 1 ? '1 breach' : `${breaches.length || 'No'} breaches`;
  }
  list?.replaceChildren(
    ...breaches.map((breach) => {
      const item = document.createElement('li');
      item.textContent = breach;
      return item;
    }),
  );
}
