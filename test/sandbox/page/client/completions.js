import { element } from './elements.js';

/** The list of commands above the composer, narrowed to what is typed. */
export function createCompletions() {
  const list = element('completions');
  const composer = element('composer');
  const options = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role=option]')]);

  const shown = () => options.filter((option) => !option.hidden);
  const selected = () => options.find((option) => option.ariaSelected === 'true');

  /** @param {HTMLElement | undefined} choice */
  function select(choice) {
    for (const option of options) {
      option.ariaSelected = String(option === choice);
    }
    if (choice) {
      composer.setAttribute('aria-activedescendant', choice.id);
    } else {
      composer.removeAttribute('aria-activedescendant');
    }
  }

  function close() {
    list.hidden = true;
    select(undefined);
  }

  return {
    close,
    isOpen: () => !list.hidden,
    selectedCommand: () => selected()?.dataset.command,
    /** @param {string} value what stands in the composer */
    update(value) {
      for (const option of options) {
        option.hidden = !option.dataset.command?.startsWith(value);
      }
      const matches = value.startsWith('/') && !/\s/.test(value) ? shown() : [];
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
    /** @param {(command: string) => void} choose */
    onChoice(choose) {
      // Before the composer loses the focus to the press.
      list.addEventListener('pointerdown', (event) => {
        const option = /** @type {Element} */ (event.target).closest('[role=option]');
        event.preventDefault();
        if (option instanceof HTMLElement && option.dataset.command) {
          choose(option.dataset.command);
        }
      });
    },
    /** @param {string} value @returns {HTMLElement | undefined} the command that `value` already names in full */
    named: (value) => options.find((option) => option.dataset.command === value.split(/\s/, 1)[0]),
  };
}
