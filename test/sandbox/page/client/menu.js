import { keepBeside } from './anchoring.js';
import { element } from './elements.js';

/** @typedef {{ label: string, note?: string | undefined, act: () => void }} MenuItem */

/** @type {Record<string, (index: number, count: number) => number>} */
const moves = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** @param {MenuItem} item */
function toButton({ label, note, act }) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'menuitem');
  button.ariaLabel = label;
  button.append(label);
  if (note) {
    const small = document.createElement('small');
    small.textContent = note;
    button.append(small);
  }
  button.addEventListener('click', () => {
    element('menu').hidePopover();
    act();
  });
  return button;
}

/**
 * Opens the page's one menu beside what asks for it. Escape and a press elsewhere close it.
 * @param {HTMLElement} anchor
 * @param {string} label
 * @param {readonly MenuItem[]} items
 */
export function openMenu(anchor, label, items) {
  // A second press of what opened it has closed it just now.
  if (anchor.ariaExpanded === 'true' || items.length === 0) {
    return;
  }
  const menu = element('menu');
  // Outside a modal dialog nothing can be pressed while it is open.
  (anchor.closest('dialog') ?? document.body).append(menu);
  menu.ariaLabel = label;
  menu.replaceChildren(...items.map(toButton));
  menu.showPopover();
  anchor.ariaExpanded = 'true';
  keepBeside(menu, anchor);
  menu.addEventListener('toggle', function reset(event) {
    if (event.newState === 'closed') {
      anchor.ariaExpanded = 'false';
      menu.removeEventListener('toggle', reset);
    }
  });
  /** @type {HTMLElement | null} */ (menu.firstElementChild)?.focus();
}

/** Makes the arrow keys move in the menu. */
export function startMenu() {
  const menu = element('menu');
  menu.addEventListener('keydown', (event) => {
    const items = /** @type {HTMLElement[]} */ ([...menu.children]);
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      const from = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      items[move(from, items.length)]?.focus();
    } else if (event.key === 'Tab') {
      menu.hidePopover();
    }
  });
}
