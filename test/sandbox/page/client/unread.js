import { element } from './elements.js';

/** @typedef {import('../types.ts').DrawnMessage} DrawnMessage */

/**
 * Keeps, for each person, where something came that they have not looked at.
 * @param {import('./session.js').Session} session
 */
export function createUnread(session) {
  /** @type {Set<string>} */
  const known = new Set();
  /** @type {Set<string>} */
  const unread = new Set();
  let isFirst = true;
  const keyOf = (/** @type {string} */ person, /** @type {string} */ place) => `${person} ${place}`;

  function show() {
    unread.delete(keyOf(session.person(), session.place()));
    let isAny = false;
    for (const link of session.links) {
      const isUnread = unread.has(keyOf(session.person(), link.dataset.place ?? ''));
      link.querySelector('.unread')?.toggleAttribute('hidden', !isUnread);
      isAny ||= isUnread;
    }
    element('open-sidebar').toggleAttribute('data-unread', isAny);
  }

  session.onChange(show);
  return {
    /** @param {readonly DrawnMessage[]} messages all that changed */
    note(messages) {
      for (const { id, channelId, visibleTo } of messages) {
        const { onlyFor } = session.links.find(({ dataset }) => dataset.place === channelId)?.dataset ?? {};
        const only = visibleTo ?? onlyFor;
        const readers = known.has(id) || isFirst ? [] : only ? [only] : session.people();
        for (const reader of readers) {
          unread.add(keyOf(reader, channelId));
        }
        known.add(id);
      }
      isFirst = false;
      show();
    },
  };
}
