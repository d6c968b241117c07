/**
 * Where an interactive element stands, as Slack names it.
 * @param {HTMLElement} element
 */
export function placeOf(element) {
  const block = /** @type {HTMLElement | null} */ (element.closest('[data-block-id]'));
  const view = /** @type {HTMLElement | null} */ (element.closest('[data-view-id]'));
  const message = /** @type {HTMLElement | null} */ (element.closest('[data-message-id]'));
  return {
    ...(view ? { viewId: view.dataset.viewId } : { messageId: message?.dataset.messageId }),
    ...(block && { blockId: block.dataset.blockId }),
    actionId: element.dataset.actionId,
  };
}
