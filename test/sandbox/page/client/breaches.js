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
    const { length } = breaches;
    label.textContent = length === 0 ? 'Check: no breaches' : `${length} ${length === 1 ? 'breach' : 'breaches'}`;
  }
  list?.replaceChildren(
    ...breaches.map((breach) => {
      const item = document.createElement('li');
      item.textContent = breach;
      return item;
    }),
  );
}
