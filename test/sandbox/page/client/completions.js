/**
 * The list above a composer of what can be completed, narrowed to what is typed.
 * @param {HTMLElement} list
 * @param {HTMLElement} field
 */
export function createCompletions(list, field) {
  const options = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role=option]')]);

  const shown = () => options.filter((option) => !option.hidden);
  const selected = () => options.find((option) => option.ariaSelected === 'true');

  /** @param {HTMLElement | undefined} choice */
  function select(choice) {
    for (const option of options) {
      option.ariaSelected = String(option === choice);
    }
    if (choice) {
      field.setAttribute('aria-activedescendant', choice.id);
    } else {
      field.removeAttribute('aria-activedescendant');
    }
  }

  function close() {
    list.hidden = true;
    select(undefined);
  }

  return {
    close,
    isOpen: () => !list.hidden,
    selected: () => selected()?.dataset.inserts,
    /** @param {string} start what stands in the composer and may be completed; empty when nothing does */
    update(start) {
      for (const option of options) {
        option.hidden = !option.dataset.inserts?.startsWith(start.toLowerCase());
      }
      const matches = start === '' ? [] : shown();
      if (matches.length === 0) {
        close();
      } else {
        list.hidden = false;
        select(matches[0]);
      }
    },
    /** @param {1 | -1} step */
    move(step) {
      const matches = shown();
      const from = matches.findIndex((option) => option.ariaSelected === 'true');
      select(matches.at((from + step) % matches.length));
    },
    /** @param {(inserts: string) => void} choose */
    onChoice(choose) {
      // Before the composer loses the focus to the press.
      list.addEventListener('pointerdown', (event) => {
        const option = /** @type {Element} */ (event.target).closest('[role=option]');
        event.preventDefault();
        if (option instanceof HTMLElement && option.dataset.inserts) {
          choose(option.dataset.inserts);
        }
      });
    },
    /** @param {string} value @returns {HTMLElement | undefined} the command that `value` already names in full */
    named: (value) => options.find(({ dataset }) => dataset.command && dataset.command === value.split(/\s/, 1)[0]),
  };
}
