import type { People } from '../access/policy.ts';
import type { Question } from './question.ts';

/** Slack may take this long to say whether others read along; a card waits no longer for one of its buttons. */
const patienceMs = 1_000;

/**
 * Whether a card that only the asker reads can offer Share: not where a click on it would be refused. It is asked beside
 * the look-up. Where Slack does not say in time it can, because the click is checked anew.
 */
export function mayOfferShare({ origin, door, audience }: Question, people: People): Promise<boolean> {
  const { channelId, isChannel, isShared } = origin;
  const isForAsker = audience === 'asker' || door.posts === undefined;
  if (!isChannel || channelId === undefined || isShared || !isForAsker || door.isAboutBanks)
    return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), patienceMs);
    people
      .mayBeShared(channelId)
      .then(
        (mayBeShared) => resolve(!mayBeShared),
        () => resolve(true),
      )
      .finally(() => clearTimeout(timer));
  });
}
