import { element } from './elements.js';

/**
 * Asks what the bot wants asked before a press counts.
 * @param {DOMStringMap} data of the button
 * @returns {Promise<boolean>}
 */
function isConfirmed({ confirmTitle, confirmText, confirmYes, confirmNo }) {
  if (confirmTitle === undefined) {
    return Promise.resolve(true);
  }
  const dialog = /** @type {HTMLDialogElement} */ (element('confirm'));
  element('confirm-title').textContent = confirmTitle;
  element('confirm-text').textContent = confirmText ?? '';
  element('confirm-yes').textContent = confirmYes ?? '';
  element('confirm-no').textContent = confirmNo ?? '';
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/**
 * Makes the buttons of all messages, present and to come, press the bot's.
 * @param {HTMLElement} messages
 * @param {(path: string, body: object) => Promise<boolean>} deliver
 */
export function startPressing(messages, deliver) {
  messages.addEventListener('click', async ({ target }) => {
    const button = /** @type {Element} */ (target).closest('button[data-action-id]');
    const article = button?.closest('article');
    if (!(button instanceof HTMLElement) || !article || button.ariaBusy === 'true') {
      return;
    }
    if (!(await isConfirmed(button.dataset))) {
      return;
    }
    if (button.dataset.url) {
      open(button.dataset.url, '_blank', 'noreferrer');
    }
    const block = button.closest('[data-block-id]');
    button.ariaBusy = 'true';
    await deliver('/presses', {
      messageId: article.dataset.messageId,
      actionId: button.dataset.actionId,
      blockId: block instanceof HTMLElement ? block.dataset.blockId : undefined,
    });
    button.ariaBusy = null;
  });
}
