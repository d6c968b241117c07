import { element } from './elements.js';

/**
 * Asks what the bot wants asked before something counts.
 * @param {DOMStringMap} data of the element
 * @returns {Promise<boolean>}
 */
export function isConfirmed({ confirmTitle, confirmText, confirmYes, confirmNo }) {
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
