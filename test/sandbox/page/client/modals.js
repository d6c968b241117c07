import { sendTexts } from './texts.js';
import { fillView } from './view-content.js';

/** @typedef {import('../types.ts').DrawnView} DrawnView */

const firstToUse = [
  '.view-blocks :is(input, select, textarea)',
  '.view-foot .press[type=submit]',
  '.view-blocks button',
  '.view-foot .press',
];

/**
 * The stack of modals of whoever is at the page; the topmost is the one in sight.
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function createModals(deliver) {
  /** @type {Map<string, { html: string, dialog: HTMLDialogElement }>} */
  const shown = new Map();

  /** @param {HTMLDialogElement} dialog @param {string} viewId */
  async function submit(dialog, viewId) {
    const button = dialog.querySelector('[type=submit]');
    if (button?.ariaBusy !== 'true') {
      button?.setAttribute('aria-busy', 'true');
      await sendTexts(dialog, deliver);
      await deliver('/submissions', { viewId }, dialog);
      button?.removeAttribute('aria-busy');
    }
  }

  /** @param {string} viewId */
  function open(viewId) {
    const dialog = document.createElement('dialog');
    const close = () => deliver('/closings', { viewId }, dialog);
    dialog.className = 'modal';
    dialog.dataset.viewId = viewId;
    dialog.addEventListener('cancel', (event) => {
      // The view closes when the stand-in says so, like every other change of it.
      if (event.target === dialog) {
        event.preventDefault();
        close();
      }
    });
    dialog.addEventListener('click', ({ target }) => {
      if (/** @type {Element} */ (target).closest('.close-view')) {
        close();
      }
    });
    dialog.addEventListener('submit', (event) => {
      event.preventDefault();
      submit(dialog, viewId);
    });
    document.body.append(dialog);
    return dialog;
  }

  /** @param {DrawnView} view */
  function put({ id, html }) {
    const known = shown.get(id);
    if (known?.html === html) {
      return;
    }
    const dialog = known?.dialog ?? open(id);
    shown.set(id, { html, dialog });
    fillView(dialog, html);
    dialog.ariaLabel = dialog.querySelector('h2')?.textContent ?? '';
    if (!known) {
      dialog.showModal();
      const first = firstToUse.map((selector) => dialog.querySelector(selector)).find(Boolean);
      /** @type {HTMLElement | undefined | null} */ (first)?.focus();
    }
  }

  return {
    /** @param {readonly DrawnView[]} views of this person, the topmost last */
    apply(views) {
      const modals = views.filter(({ type }) => type === 'modal');
      const wanted = new Set(modals.map(({ id }) => id));
      for (const [id, { dialog }] of [...shown].reverse()) {
        if (!wanted.has(id)) {
          dialog.close();
          dialog.remove();
          shown.delete(id);
        }
      }
      modals.forEach(put);
      for (const { id } of modals) {
        shown.get(id)?.dialog.classList.toggle('covered', id !== modals.at(-1)?.id);
      }
    },
  };
}
