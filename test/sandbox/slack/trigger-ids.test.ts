import { expect, it } from 'vitest';
import { createTriggerIds } from './trigger-ids.ts';

it('a trigger_id works once, within three seconds', () => {
  let nowMs = 0;
  const triggerIds = createTriggerIds({ now: () => nowMs });
  const origin = { userId: 'U0AMARA00', channelId: 'C0SUPPORT' };
  const [first, second] = [triggerIds.issue(origin), triggerIds.issue(origin)];
  nowMs = 3_000;
  expect(triggerIds.find(first)).toEqual({ origin });
  triggerIds.spend(first);
  expect(triggerIds.find(first)).toEqual({ error: 'exchanged_trigger_id' });
  nowMs += 1;
  expect(triggerIds.find(second)).toEqual({ error: 'expired_trigger_id' });
  expect(triggerIds.find('1.2.3')).toEqual({ error: 'invalid_trigger_id' });
  const third = triggerIds.issue(origin);
  triggerIds.forgetExpired();
  expect(triggerIds.find(second)).toEqual({ error: 'invalid_trigger_id' });
  expect(triggerIds.find(third)).toEqual({ origin });
});
