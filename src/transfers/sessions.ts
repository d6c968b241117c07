import { message, packIntoSections, runButtons } from '../blocks/blocks.ts';
import { code, duration } from '../blocks/mrkdwn.ts';
import type { Inquiry } from '../command.ts';
import { explainSession } from '../reading/personal.ts';
import { cut, isDefined } from '../text.ts';

/** A session id, and the transaction that was shown with it. */
interface FoundSession {
  sessionId: string;
  reference?: string | undefined;
  /** How long ago that transaction was looked up, in milliseconds. */
  agoMs: number;
}

/** The most session ids to answer; each that is known gets a button. */
const sessionsMax = 3;
/** Number of the first button: each number may occur once in a message. */
const firstSessionIndex = 30;
const sessionLabelMax = 60;

/**
 * Answers session ids, by which the service has no look-up: names the transaction that was shown
 * with a session lately, or says what to ask for instead.
 */
export const sessionInquiry = {
  async find(sessionIds, { known }) {
    const asked = sessionIds.slice(0, sessionsMax);
    const sightings = await known.findBySession(asked);
    return asked.map((sessionId, index) => {
      const { reference, atMs = 0 } = sightings[index] ?? {};
      return { sessionId, reference, agoMs: Date.now() - atMs };
    });
  },
  forChannel: (found) => found,
  show(found) {
    const lines = found.map(({ sessionId, reference, agoMs }) => {
      if (reference === undefined) return explainSession;

      const when = agoMs < 60_000 ? 'just now' : `${duration(agoMs)} ago`;
      return `Session ${code(sessionId)} is ${code(reference)}, looked up ${when}.`;
    });
    const text = [...new Set(lines)].join('\n');
    const references = found.map(({ reference }) => reference).filter(isDefined);
    const runs = [...new Set(references)].map((reference) => ({
      label: `Look Up ${cut(reference, sessionLabelMax)}`,
      command: 'txn',
      text: `"${reference}"`, // in quotation marks, any text is looked up
    }));

    return message(text, [...packIntoSections([text]), ...runButtons(runs, firstSessionIndex)]);
  },
} satisfies Inquiry<readonly string[], readonly FoundSession[]>;
