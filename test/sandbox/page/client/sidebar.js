import { element } from './elements.js';

const isNarrow = matchMedia('(max-width: 860px)');

/**
 * Opens and closes the samples where there is no room beside the conversation, and sends the one that is clicked.
 * @param {(sample: DOMStringMap) => void} send
 */
export function startSidebar(send) {
  const sidebar = element('sidebar');
  const opener = element('open-sidebar');

  /** @param {boolean} isOpen */
  function show(isOpen) {
    document.body.toggleAttribute('data-sidebar', isOpen);
    opener.ariaExpanded = String(isOpen);
    // What cannot be seen must not take the focus.
    sidebar.inert = isNarrow.matches && !isOpen;
  }
  const close = () => {
    show(false);
    if (isNarrow.matches) {
      opener.focus();
    }
  };

  opener.addEventListener('click', () => {
    show(true);
    element('close-sidebar').focus();
  });
  element('close-sidebar').addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    const sample = /** @type {Element} */ (target).closest('.sample');
    const place = /** @type {Element} */ (target).closest('[data-place]');
    if (sample instanceof HTMLElement) {
      show(false);
      send(sample.dataset);
    } else if (place) {
      show(false);
    } else if (target === document.body) {
      close();
    }
  });
  sidebar.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  isNarrow.addEventListener('change', () => show(false));
  show(false);
}
