import { openMenu } from './menu.js';
import { shortcutsOf } from './shortcuts.js';

/** @typedef {import('./menu.js').MenuItem} MenuItem */

/** @param {HTMLElement} article */
function textOf(article) {
  return article.querySelector('.slip, .written, .typed, .said')?.textContent?.trim() ?? '';
}

/**
 * What can be done with a message: its thread, the bot's shortcuts, copying.
 * @param {(messageId: string) => void} openThreadOf
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function startMessageActions(openThreadOf, deliver) {
  /** @param {HTMLElement} article @returns {MenuItem[]} */
  function itemsFor(article) {
    const messageId = article.dataset.messageId ?? '';
    const copy = { label: 'Copy text', act: () => void navigator.clipboard.writeText(textOf(article)) };
    // Slack offers shortcuts and threads on what everybody sees.
    if (article.dataset.ephemeral === 'true') {
      return [copy];
    }
    return [
      ...shortcutsOf('message').map(({ name, callbackId, description }) => ({
        label: name,
        note: description,
        act: () => void deliver('/message-shortcuts', { callbackId, messageId }, article),
      })),
      { label: 'Reply in thread', act: () => openThreadOf(messageId) },
      copy,
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
