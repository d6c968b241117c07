import { element } from './elements.js';

/** @param {{ outcome: string, ackMs: number, httpStatus?: number }} delivery */
function inWords({ outcome, ackMs, httpStatus }) {
  if (outcome === 'acked') {
    return `Acked in ${Math.round(ackMs)} ms`;
  }
  return outcome === 'timed_out' ? 'Not acked within 3 s' : `Not acked${httpStatus ? ` (HTTP ${httpStatus})` : ''}`;
}

/** Posts to the sandbox what a person does, and shows that it is under way and how it was taken. */
export function createDeliveries() {
  const waiting = element('waiting');
  const outcome = element('outcome');
  let underWay = 0;

  /** @param {string} text @param {boolean} isProblem */
  function say(text, isProblem) {
    outcome.textContent = text;
    outcome.classList.toggle('problem', isProblem);
  }

  /** @param {string} path @param {object} body */
  async function post(path, body) {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) {
      throw new Error(answer.error);
    }
    return answer;
  }

  return {
    /**
     * @param {string} path
     * @param {object} body
     * @returns {Promise<boolean>} whether the sandbox took it, whatever the bot made of it
     */
    async deliver(path, body) {
      underWay += 1;
      waiting.hidden = false;
      say('', false);
      try {
        const delivery = await post(path, body);
        say(inWords(delivery), delivery.outcome !== 'acked');
        return true;
      } catch (error) {
        say(error instanceof TypeError ? 'The sandbox cannot be reached.' : String(Object(error).message), true);
        return false;
      } finally {
        underWay -= 1;
        waiting.hidden = underWay === 0;
      }
    },
  };
}
