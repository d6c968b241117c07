import { createCompletions } from './completions.js';
import { element } from './elements.js';
import { createInputHistory } from './input-history.js';

/**
 * The line to type in: completes commands, recalls what was sent, sends.
 * @param {(input: string) => Promise<boolean>} send resolves with whether the sandbox took the input
 */
export function createComposer(send) {
  const composer = /** @type {HTMLTextAreaElement} */ (element('composer'));
  const hint = element('hint');
  const usualHint = [...hint.childNodes];
  const completions = createCompletions();
  const history = createInputHistory();

  function refresh() {
    completions.update(composer.value);
    const named = /\s/.test(composer.value) ? completions.named(composer.value) : undefined;
    hint.replaceChildren(...(named ? [...named.cloneNode(true).childNodes] : usualHint));
    element('send').toggleAttribute('disabled', composer.value.trim() === '');
  }

  /** @param {string} value */
  function fill(value) {
    composer.value = value;
    composer.setSelectionRange(value.length, value.length);
    refresh();
  }

  /** @param {string} input */
  async function submit(input) {
    history.add(input);
    // A sample leaves alone what the person was typing.
    if (composer.value.trim() === input) {
      fill('');
    }
    // What was not taken comes back, unless the person has gone on typing.
    if (!(await send(input)) && composer.value === '') {
      fill(input);
      completions.close();
    }
  }

  function complete() {
    fill(`${completions.selectedCommand() ?? composer.value} `);
  }

  /** @param {1 | -1} step */
  function recall(step) {
    fill(history.go(step));
    completions.close();
  }

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} what the key does here and now */
  function meaningOf({ key, shiftKey }) {
    const { value } = composer;
    const open = completions.isOpen();
    const recalling = history.isAt(value);
    switch (key) {
      case 'Enter':
        if (shiftKey) return undefined;
        if (open && completions.selectedCommand() !== value) return complete;
        return () => value.trim() && submit(value.trim());
      case 'Tab':
        return open && !shiftKey ? complete : undefined;
      case 'Escape':
        return open ? completions.close : undefined;
      case 'ArrowUp':
        if (open) return () => completions.move(-1);
        return value === '' || recalling ? () => recall(-1) : undefined;
      case 'ArrowDown':
        if (open) return () => completions.move(1);
        return recalling ? () => recall(1) : undefined;
      default:
        return undefined;
    }
  }

  composer.addEventListener('keydown', (event) => {
    const act = event.isComposing ? undefined : meaningOf(event);
    if (act) {
      event.preventDefault();
      act();
    }
  });
  composer.addEventListener('input', refresh);
  composer.addEventListener('blur', completions.close);
  composer.addEventListener('focus', refresh);
  completions.onChoice((command) => fill(`${command} `));
  element('compose').addEventListener('submit', (event) => {
    event.preventDefault();
    if (composer.value.trim()) {
      submit(composer.value.trim());
    }
  });
  refresh();
  return { submit, focus: () => composer.focus() };
}
