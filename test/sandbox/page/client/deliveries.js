import { element } from './elements.js';
import { post } from './post.js';

/** @typedef {ReturnType<typeof createDeliveries>['deliver']} Deliver */

/** @param {import('./post.js').Answer} answer */
function inWords({ outcome, ackMs, httpStatus, sentence = '' }) {
  switch (outcome) {
    case 'acked':
      return `Check: acked in ${Math.round(ackMs)} ms`;
    case 'timed_out':
      return 'Not acked within 3 s';
    case 'failed':
      return `Not acked${httpStatus ? ` (HTTP ${httpStatus})` : ''}`;
    case 'refused':
      return sentence;
    default:
      // Nothing was delivered to the bot: a choice that a modal keeps, a message that no bot hears.
      return '';
  }
}

/**
 * Posts to the sandbox what a person does, and shows beside it that it is under way and how it was taken.
 * @param {import('./session.js').Session} session
 */
export function createDeliveries(session) {
  /** @type {Map<Element, number>} */
  const underWay = new Map();

  /** @param {Element} place @param {string} text @param {boolean} isProblem */
  function say(place, text, isProblem) {
    const outcome = place.querySelector('.outcome');
    if (outcome) {
      outcome.textContent = text;
      outcome.classList.toggle('problem', isProblem);
    }
  }

  /** @param {Element} place @param {1 | -1} step */
  function count(place, step) {
    const open = (underWay.get(place) ?? 0) + step;
    underWay.set(place, open);
    const waiting = place.id === 'compose' ? element('waiting') : place.querySelector('.waiting');
    waiting?.toggleAttribute('hidden', open === 0);
    place.ariaBusy = open === 0 ? null : 'true';
  }

  return {
    /**
     * @param {string} path
     * @param {object} body without who does it and where
     * @param {Element} near where the person did it
     * @returns {Promise<import('./post.js').Answer | undefined>} what the sandbox answered; undefined when it did not take it
     */
    async deliver(path, body, near) {
      const place = near.closest('dialog.modal, #thread, #home') ?? element('compose');
      count(place, 1);
      say(place, '', false);
      try {
        const answer = await post(path, { ...session.asker(), ...body });
        say(place, inWords(answer), !['acked', 'kept', 'unheard'].includes(answer.outcome));
        return answer.outcome === 'refused' ? undefined : answer;
      } catch (error) {
        say(place, error instanceof Error ? error.message : String(error), true);
        return undefined;
      } finally {
        count(place, -1);
      }
    },
  };
}
