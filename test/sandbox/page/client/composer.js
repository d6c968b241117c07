import { createCompletions } from './completions.js';

/**
 * What stands before the caret and may be completed: a command, which stands alone, or a mention.
 * @param {HTMLTextAreaElement} field
 */
function completable({ value, selectionEnd }) {
  const before = value.slice(0, selectionEnd);
  return /^\/\S*$/.test(value) ? value : (/(?<=^|\s)@\w*$/.exec(before)?.[0] ?? '');
}

/**
 * A line to type in: completes commands and mentions, sends.
 * @param {HTMLElement} form
 * @param {(input: string) => Promise<boolean>} send resolves with whether the sandbox took the input
 */
export function createComposer(form, send) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`.${name}`));
  const composer = /** @type {HTMLTextAreaElement} */ (part('line'));
  const hint = part('hint');
  const usualHint = [...hint.childNodes];
  const completions = createCompletions(part('completions'), composer);
  /** The last line that was sent, for ↑. */
  let last = '';

  function refresh() {
    completions.update(completable(composer));
    const named = /\s/.test(composer.value) ? completions.named(composer.value) : undefined;
    hint.replaceChildren(...(named ? [...named.cloneNode(true).childNodes] : usualHint));
    part('send').toggleAttribute('disabled', composer.value.trim() === '');
  }

  /** @param {string} value */
  function fill(value) {
    composer.value = value;
    composer.setSelectionRange(value.length, value.length);
    refresh();
  }

  /** @param {string} input */
  function bringBack(input) {
    fill(input);
    completions.close();
  }

  /** @param {string} input */
  async function submit(input) {
    last = input;
    // A sample leaves alone what the person was typing.
    if (composer.value.trim() === input) {
      fill('');
    }
    // What was not taken comes back, unless the person has gone on typing.
    if (!(await send(input)) && composer.value === '') {
      bringBack(input);
    }
  }

  /** @param {string} [inserts] */
  function complete(inserts = completions.selected()) {
    const start = completable(composer);
    const before = composer.value.slice(0, composer.selectionEnd - start.length);
    const after = composer.value.slice(composer.selectionEnd);
    fill(`${before}${inserts ?? start} ${after.trimStart()}`);
  }

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} what the key does here and now */
  function meaningOf({ key, shiftKey }) {
    const { value } = composer;
    const open = completions.isOpen();
    switch (key) {
      case 'Enter':
        if (shiftKey) return undefined;
        if (open && completions.selected() !== completable(composer)) return () => complete();
        return () => value.trim() && submit(value.trim());
      case 'Tab':
        return open && !shiftKey ? () => complete() : undefined;
      case 'Escape':
        return open ? completions.close : undefined;
      case 'ArrowUp':
        if (open) return () => completions.move(-1);
        return value === '' && last !== '' ? () => bringBack(last) : undefined;
      case 'ArrowDown':
        return open ? () => completions.move(1) : undefined;
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
  completions.onChoice(complete);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (composer.value.trim()) {
      submit(composer.value.trim());
    }
  });
  refresh();
  return { submit, focus: () => composer.focus() };
}
