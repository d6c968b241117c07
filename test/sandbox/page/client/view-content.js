import { showLocalDates } from './local-dates.js';
import { morph } from './morph.js';

let fields = 0;

/**
 * Ties errors and hints to what they are about, for those who hear the page.
 * @param {ParentNode} root
 */
function describeFields(root) {
  for (const field of root.querySelectorAll('.field')) {
    const control = field.querySelector('[data-action-id]');
    const notes = [...field.querySelectorAll('.field-error, .field-hint')];
    for (const note of notes) {
      fields += 1;
      note.id ||= `note-${fields}`;
    }
    if (control instanceof HTMLElement) {
      control.ariaInvalid = field instanceof HTMLElement && field.dataset.invalid === 'true' ? 'true' : null;
      control.setAttribute('aria-describedby', notes.map(({ id }) => id).join(' '));
    }
  }
}

/**
 * Fills `container` with a view, or brings it up to date where the person goes on typing.
 * @param {HTMLElement} container
 * @param {string} html drawn by the server, where no outside text is markup
 */
export function fillView(container, html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const view = /** @type {HTMLElement} */ (template.content.firstElementChild);
  showLocalDates(view);
  if (container.firstElementChild) {
    const outcome = container.querySelector('.outcome');
    view.querySelector('.outcome')?.replaceWith(...(outcome ? [outcome.cloneNode(true)] : []));
    morph(container.firstElementChild, view);
  } else {
    container.append(view);
  }
  describeFields(container);
}
