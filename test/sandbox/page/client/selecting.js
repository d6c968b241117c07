import { placeOf } from './element-place.js';
import { openMenu } from './menu.js';
import { sendText } from './texts.js';

/** @typedef {{ text: string, value: string, description?: string } | { conversation: string }} Choice */

/** @param {HTMLSelectElement} control that changed @returns {Choice | undefined} */
function choiceOf({ selectedOptions, dataset }) {
  const [option] = selectedOptions;
  if (!option || dataset.element === 'conversations_select') {
    return option && { conversation: option.value };
  }
  const { description } = option.dataset;
  return { text: option.text, value: option.value, ...(description !== undefined && { description }) };
}

/**
 * Makes the selects, menus and fields of all messages and views, present and to come, tell the bot's.
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function startSelecting(deliver) {
  /** @param {HTMLElement} element @param {Choice} option */
  const send = (element, option) => deliver('/selections', { ...placeOf(element), option }, element);

  document.addEventListener('change', async ({ target }) => {
    const element = /** @type {HTMLElement} */ (target);
    if (element.dataset.element === 'plain_text_input') {
      await sendText(element, deliver);
    }
    const choice = element instanceof HTMLSelectElement && element.dataset.element ? choiceOf(element) : undefined;
    if (choice) {
      await send(element, choice);
    }
  });

  document.addEventListener('click', ({ target }) => {
    const button = /** @type {Element} */ (target).closest('.overflow');
    if (button instanceof HTMLElement) {
      /** @type {{ text: string, value: string, description?: string }[]} */
      const options = JSON.parse(button.dataset.options ?? '[]');
      openMenu(
        button,
        'More options',
        options.map((option) => ({
          label: option.text,
          note: option.description,
          act: () => void send(button, option),
        })),
      );
    }
  });
}
