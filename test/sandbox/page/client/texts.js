import { placeOf } from './element-place.js';

/**
 * Keeps in the sandbox what stands in a field.
 * @param {Element} field
 * @param {import('./deliveries.js').Deliver} deliver
 */
export async function sendText(field, deliver) {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    await deliver('/texts', { ...placeOf(field), text: field.value }, field);
  }
}

/**
 * Keeps what stands in the fields of the view around an element: what is being typed counts, though nobody has left the
 * field.
 * @param {HTMLElement} near
 * @param {import('./deliveries.js').Deliver} deliver
 */
export async function sendTexts(near, deliver) {
  const view = near.closest('[data-view-id]');
  for (const field of view?.querySelectorAll('[data-element="plain_text_input"]') ?? []) {
    await sendText(field, deliver);
  }
}
