import { element } from './elements.js';

/** @typedef {ReturnType<typeof createSession>} Session */

/** Who is at the page, and what they have open: a conversation by its id, or `home`. */
export function createSession() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...element('places').querySelectorAll('[data-place]')]);
  const radios = /** @type {HTMLInputElement[]} */ ([...element('act-as').querySelectorAll('input')]);
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const remembered = sessionStorage.getItem('person');
  for (const radio of radios) {
    radio.checked = remembered ? radio.value === remembered : radio.defaultChecked;
  }
  let person = radios.find((radio) => radio.checked)?.value ?? radios[0]?.value ?? '';

  const mayOpen = (/** @type {HTMLElement} */ { dataset }) => !dataset.onlyFor || dataset.onlyFor === person;
  const current = () => {
    const named = links.find(({ hash }) => hash === location.hash);
    return named && mayOpen(named) ? named : /** @type {HTMLAnchorElement} */ (links[0]);
  };
  const place = () => current().dataset.place ?? '';
  const channelId = () => (place() === 'home' ? undefined : place());

  function changed() {
    for (const listener of listeners) {
      listener();
    }
  }

  addEventListener('hashchange', changed);
  element('act-as').addEventListener('change', ({ target }) => {
    person = /** @type {HTMLInputElement} */ (target).value;
    sessionStorage.setItem('person', person);
    changed();
  });

  return {
    links,
    mayOpen,
    person: () => person,
    people: () => radios.map(({ value }) => value),
    place,
    /** @returns {HTMLAnchorElement} the link of what is open */
    current,
    channelId,
    /** Whom and where every delivery is from. */
    asker: () => ({ userId: person, ...(channelId() && { channelId: channelId() }) }),
    /** @param {number} step */
    move(step) {
      const open = links.filter(mayOpen);
      open.at((open.indexOf(current()) + step) % open.length)?.click();
    },
    /** Leaves the Home tab for where one can write. */
    goWhereOneWrites() {
      if (place() === 'home') {
        location.hash = links[0]?.hash ?? '';
        // The event of the browser comes too late for who writes right now.
        changed();
      }
    },
    /** @param {() => void} listener */
    onChange: (listener) => void listeners.add(listener),
  };
}
