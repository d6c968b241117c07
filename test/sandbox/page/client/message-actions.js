import { openMenu } from './menu.js';
import { shortcutsOf } from './shortcuts.js';

/** @typedef {import('./menu.js').MenuItem} MenuItem */

/**
 * What can be done with a message: its thread, the bot's shortcuts.
 * @param {(messageId: string) => void} openThreadOf
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function startMessageActions(openThreadOf, deliver) {
  /** @param {HTMLElement} article @returns {MenuItem[]} */
  function itemsFor(article) {
    const messageId = article.dataset.messageId ?? '';
    return [
      ...shortcutsOf('message').map(({ name, callbackId, description }) => ({
        label: name,
        note: description,
        act: () => void deliver('/message-shortcuts', { callbackId, messageId }, article),
      })),
      { label: 'Reply in thread', act: () => openThreadOf(messageId) },
    ];
  }

  document.addEventListener('click', ({ target }) => {
    const button = /** @type {Element} */ (target).closest('.reply-in-thread, .replies, .more-actions');
    const article = button?.closest('article');
    if (!(button instanceof HTMLElement) || !article) {
      return;
    }
    if (button.matches('.more-actions')) {
      openMenu(button, 'More actions', itemsFor(article));
    } else {
      openThreadOf(article.dataset.messageId ?? '');
    }
  });
}
