import { keepBeside } from './anchoring.js';

/** @typedef {import('./post.js').Option} Option */

/**
 * The list under a field that searches.
 * @param {(field: HTMLInputElement, option: Option) => void} choose
 */
export function createOffers(choose) {
  /** @type {{ field: HTMLInputElement, popover: HTMLElement, place: () => void } | undefined} */
  let open;
  /** @type {readonly Option[]} */
  let options = [];
  let active = 0;
  let count = 0;

  const items = () => [...(open?.popover.querySelectorAll('[role=option]') ?? [])];

  /** @param {number} index */
  function activate(index) {
    active = (index + options.length) % options.length;
    for (const [at, item] of items().entries()) {
      item.ariaSelected = String(at === active);
      if (at === active) {
        item.scrollIntoView({ block: 'nearest' });
        open?.field.setAttribute('aria-activedescendant', item.id);
      }
    }
  }

  function close() {
    if (open) {
      open.field.ariaExpanded = 'false';
      open.field.removeAttribute('aria-activedescendant');
      open.popover.hidePopover();
      open = undefined;
      options = [];
    }
  }

  /** @param {HTMLInputElement} field */
  function show(field) {
    if (open?.field !== field) {
      close();
      const popover = /** @type {HTMLElement} */ (field.nextElementSibling);
      popover.style.width = `${field.offsetWidth}px`;
      popover.showPopover();
      field.ariaExpanded = 'true';
      open = { field, popover, place: keepBeside(popover, field) };
    }
    return open.popover;
  }

  /** @param {Option} option @param {number} index */
  function toItem(option, index) {
    const item = document.createElement('span');
    item.role = 'option';
    item.id = `offer-${count}-${index}`;
    item.append(option.text);
    if (option.description) {
      const small = document.createElement('small');
      small.textContent = option.description;
      item.append(small);
    }
    // Before the field loses the focus to the press.
    item.addEventListener('pointerdown', (event) => event.preventDefault());
    item.addEventListener('click', () => open && choose(open.field, option));
    return item;
  }

  /** @param {HTMLInputElement} field @param {readonly Option[]} offered @param {string} note */
  function fill(field, offered, note) {
    const popover = show(field);
    count += 1;
    options = offered;
    popover.querySelector('[role=listbox]')?.replaceChildren(...offered.map(toItem));
    const status = /** @type {HTMLElement} */ (popover.querySelector('.offer-note'));
    status.textContent = note;
    if (offered.length > 0) {
      activate(0);
    } else {
      field.removeAttribute('aria-activedescendant');
    }
    open?.place();
  }

  return {
    close,
    isOpen: () => open !== undefined,
    /** @param {HTMLInputElement} field @param {string} note in place of options; those of before stay while one waits */
    say: (field, note) => fill(field, open?.field === field && note.endsWith('…') ? options : [], note),
    /** @param {HTMLInputElement} field @param {readonly Option[]} offered @param {string} ifNone */
    list: (field, offered, ifNone) => fill(field, offered, offered.length > 0 ? '' : ifNone),
    /** @param {string} key @returns {boolean} whether it meant the list */
    onKey(key) {
      if (!open) {
        return false;
      }
      const chosen = options[active];
      if (key === 'Escape') {
        close();
      } else if (key === 'Enter' && chosen) {
        choose(open.field, chosen);
      } else if (key === 'ArrowDown' && chosen) {
        activate(active + 1);
      } else if (key === 'ArrowUp' && chosen) {
        activate(active - 1);
      } else {
        return false;
      }
      return true;
    },
  };
}
