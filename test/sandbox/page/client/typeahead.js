import { placeOf } from './element-place.js';
import { createOffers } from './offers.js';
import { post } from './post.js';

const debounceMs = 150;

/**
 * Makes every field that searches, present and to come, ask the bot and list what it offers.
 * @param {import('./session.js').Session} session
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function startTypeahead(session, deliver) {
  const offers = createOffers(choose);
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const fieldOf = (/** @type {EventTarget | null} */ target) =>
    target instanceof HTMLInputElement && target.matches('.typeahead > input') ? target : undefined;

  /** @param {HTMLInputElement} field */
  async function ask(field) {
    asked += 1;
    const turn = asked;
    const isCurrent = () => turn === asked && document.activeElement === field;
    offers.say(field, 'Searching…');
    try {
      const { outcome, options = [] } = await post('/typeahead', {
        ...session.asker(),
        ...placeOf(field),
        value: field.value,
      });
      if (isCurrent()) {
        offers.list(field, options, outcome === 'acked' ? 'No results' : 'The options did not come');
      }
    } catch (error) {
      if (isCurrent()) {
        offers.say(field, error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** @param {HTMLInputElement} field */
  function search(field) {
    clearTimeout(timer);
    // What is on its way answers an older question.
    asked += 1;
    const missing = Number(field.dataset.minLength) - field.value.trim().length;
    if (missing > 0) {
      offers.say(field, `Type ${missing} more ${missing === 1 ? 'character' : 'characters'}`);
    } else {
      timer = setTimeout(() => ask(field), debounceMs);
    }
  }

  /** @param {HTMLInputElement} field @param {{ text: string, value: string, description?: string }} option */
  async function choose(field, option) {
    offers.close();
    field.defaultValue = option.text;
    field.value = option.text;
    await deliver('/selections', { ...placeOf(field), option }, field);
  }

  document.addEventListener('input', ({ target }) => {
    const field = fieldOf(target);
    if (field) {
      search(field);
    }
  });
  document.addEventListener('click', ({ target }) => {
    const field = fieldOf(target);
    if (field && !offers.isOpen()) {
      field.select();
      search(field);
    }
  });
  document.addEventListener('focusout', ({ target }) => {
    const field = fieldOf(target);
    if (field) {
      clearTimeout(timer);
      asked += 1;
      offers.close();
      // What was typed to search is not what is chosen.
      field.value = field.defaultValue;
    }
  });
  // Before the dialog or the thread around it takes Escape for itself.
  document.addEventListener(
    'keydown',
    (event) => {
      const field = fieldOf(event.target);
      if (field && !event.isComposing && (offers.onKey(event.key) || opens(field, event.key))) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );

  /** @param {HTMLInputElement} field @param {string} key */
  function opens(field, key) {
    if (key === 'ArrowDown' && !offers.isOpen()) {
      search(field);
      return true;
    }
    // Submitting a modal by Enter while one searches is never meant.
    return key === 'Enter';
  }
}
