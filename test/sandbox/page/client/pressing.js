import { placeOf } from './element-place.js';
import { sendTexts } from './texts.js';

/**
 * Makes the buttons of all messages and views, present and to come, press the bot's.
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function startPressing(deliver) {
  document.addEventListener('click', async ({ target }) => {
    const button = /** @type {Element} */ (target).closest('button.press[data-action-id]');
    if (!(button instanceof HTMLElement) || button.ariaBusy === 'true') {
      return;
    }
    if (button.dataset.url) {
      open(button.dataset.url, '_blank', 'noreferrer');
    }
    button.ariaBusy = 'true';
    await sendTexts(button, deliver);
    await deliver('/presses', placeOf(button), button);
    button.ariaBusy = null;
  });
}
