import { plainReply } from './blocks/blocks.ts';
import { code, safeText } from './blocks/mrkdwn.ts';
import { sharedByMax } from './blocks/offers.ts';
import type { Audit } from './ops/audit.ts';
import { type AccessRules, askerAlone, authorizeAgain, type People } from './policy.ts';
import type { SlackRequest } from './slack/request.ts';
import type { Notify } from './slack/send.ts';

interface TakeOverOptions {
  audit: Audit;
  rules: AccessRules;
  people: People;
  notify: Pick<Notify, 'send'>;
}

/**
 * Returns a function that tells a person, in a direct message, who took a transaction over from
 * them: with the policy and the audit line of a watch's notification. It never throws, since the
 * take-over itself is done.
 */
export function createTakeOverNotice({ audit, rules, people, notify }: TakeOverOptions) {
  return async (
    { origin, code: shortCode, startedAtMs }: SlackRequest,
    personId: string,
    reference: string,
  ): Promise<boolean> => {
    const { channelId, userName = '', userTeamId: team } = origin;
    try {
      if (!(await authorizeAgain({ personId, channelId }, rules, people))) return false;

      const durationMs = Math.round(performance.now() - startedAtMs);
      const what = { door: 'take over', command: 'txn', asked: reference, outcome: 'told' };
      const whom = { team, user: personId, channel: channelId };
      await audit({ ...whom, ...what, durationMs, reference: shortCode });

      // Where only some channels may have answers, a direct message names no transaction.
      const taken = rules.channels.length > 0 ? 'a transaction that you were on' : code(reference);
      const who = safeText(userName, sharedByMax) || 'Somebody';
      await notify.send({ personId }, askerAlone, plainReply(`${who} took over ${taken}.`));
      return true;
    } catch {
      return false;
    }
  };
}
