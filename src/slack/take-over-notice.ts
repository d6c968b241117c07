import { elapsedMs } from '../async.ts';
import { mrkdwnReply } from '../blocks/blocks.ts';
import { code, safeText } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { type Audit, auditPerson } from '../ops/audit.ts';
import { type AccessRules, askerAlone, authorizeAgain, type People } from '../policy.ts';
import type { Notify } from './posts.ts';
import type { SlackRequest } from './request.ts';

interface TakeOverOptions {
  audit: Audit;
  rules: AccessRules;
  people: People;
  notify: Pick<Notify, 'send'>;
}

/**
 * Returns a function that tells a person, in a direct message, who took a transaction over from
 * them: with the policy and the audit line of a watch's notification. Where only some channels may
 * have answers, nobody is told. It never throws, since the take-over itself is done.
 */
export function createTakeOverNotice({ audit, rules, people, notify }: TakeOverOptions) {
  return async (
    { asker, code: shortCode, startedAtMs }: SlackRequest,
    personId: string,
    reference: string,
  ): Promise<boolean> => {
    try {
      if (!(await authorizeAgain({ personId }, rules, people))) return false;

      await audit({
        ...auditPerson({ ...asker, personId }),
        door: 'take over',
        command: 'txn',
        asked: reference,
        outcome: 'told',
        durationMs: Math.round(elapsedMs(startedAtMs)),
        reference: shortCode,
      });

      const who = safeText(asker.name ?? '', sharedByMax) || 'Somebody';
      await notify.send(
        { personId },
        askerAlone,
        mrkdwnReply(`${who} took over ${code(reference)}.`),
      );

      return true;
    } catch {
      return false;
    }
  };
}
