import { element } from './elements.js';

const switchesPlaces = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
]);

/**
 * Shows what is open: in the list, at the head of the page and as the one part of it that is in sight.
 * @param {import('./session.js').Session} session
 */
export function startPlaces(session) {
  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  const title = document.title;

  function show() {
    const current = session.current();
    const { kind = '', name = '', members = '' } = current.dataset;
    for (const link of session.links) {
      link.hidden = !session.mayOpen(link);
      if (link === current) {
        link.ariaCurrent = 'page';
      } else {
        link.removeAttribute('aria-current');
      }
    }
    main.dataset.kind = kind;
    element('home').hidden = kind !== 'home';
    const sign = document.createElement('span');
    sign.className = 'channel-sign';
    sign.ariaHidden = 'true';
    sign.textContent = '# ';
    element('place-name').replaceChildren(...(kind === 'channel' ? [sign] : []), name);
    element('place-members').textContent = members;
    document.title = `${name} · ${title}`;
  }

  session.onChange(show);
  document.addEventListener('keydown', (event) => {
    const step = switchesPlaces.get(event.key);
    if (event.altKey && step && !document.querySelector('dialog[open]')) {
      event.preventDefault();
      session.move(step);
    }
  });
  show();
}
