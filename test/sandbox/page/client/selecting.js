import { isConfirmed } from './confirming.js';
import { placeOf } from './element-place.js';
import { openMenu } from './menu.js';
import { sendText } from './texts.js';

/** @typedef {{ text: string, value: string, description?: string } | { conversation: string }} Choice */

/** @param {HTMLElement} control that changed @returns {Choice | undefined} */
function choiceOf(control) {
  if (control instanceof HTMLSelectElement) {
    const [option] = control.selectedOptions;
    if (!option || control.dataset.element === 'conversations_select') {
      return option && { conversation: option.value };
    }
    const { description } = option.dataset;
    return { text: option.text, value: option.value, ...(description !== undefined && { description }) };
  }
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    return { text: control.dataset.text ?? '', value: control.value };
  }
  return undefined;
}

/** @param {HTMLElement} control */
function reset(control) {
  if (control instanceof HTMLSelectElement) {
    const held = [...control.options].findIndex((option) => option.defaultSelected);
    control.selectedIndex = Math.max(0, held);
  } else if (control instanceof HTMLInputElement) {
    control.checked = control.defaultChecked;
  }
}

/**
 * Makes the selects, menus and fields of all messages and views, present and to come, tell the bot's.
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function startSelecting(deliver) {
  /** @param {HTMLElement} element @param {Choice} option */
  const send = (element, option) => deliver('/selections', { ...placeOf(element), option }, element);

  document.addEventListener('change', async ({ target }) => {
    const control = /** @type {HTMLElement} */ (target);
    const element = control.closest('[data-element]');
    // What is typed to search is no choice yet.
    if (!(element instanceof HTMLElement) || element.role === 'combobox') {
      return;
    }
    if (element.dataset.element === 'plain_text_input') {
      await sendText(element, deliver);
      return;
    }
    const choice = choiceOf(control);
    if (choice && (await isConfirmed(element.dataset))) {
      await send(element, choice);
    } else {
      reset(control);
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
          act: async () => void ((await isConfirmed(button.dataset)) && send(button, option)),
        })),
      );
    }
  });
}
