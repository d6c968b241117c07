import { type AccessRules, authorize, type People, type Posting } from '../access/policy.ts';
import type { Middleware } from './middleware.ts';
import type { Question } from './question.ts';
import { mayOfferShare } from './share-offer.ts';

/** Checks at every door, before any look-up, whether this person may ask this here. */
export function access(rules: AccessRules, people: People): Middleware {
  return async (question, next) => {
    const { origin, door } = question;
    const { aloneBecause, ...offered } = await authorize(
      {
        userId: origin.userId,
        channelId: origin.channelId,
        isSharedChannel: origin.isShared,
        isAboutBanks: door.isAboutBanks,
        posting: postingOf(question),
      },
      rules,
      people,
    );
    question.admit(aloneBecause, { canShare: () => mayOfferShare(question, people), ...offered });
    await next();
  };
}

/** Share asks for a post, so it is posted or refused; the answer to a mention or a Refresh can go to the asker alone. */
function postingOf({ origin, door }: Question): Posting {
  if (door.posts === 'channel') return 'required';
  return door.posts === undefined || origin.audience === 'asker' ? 'none' : 'preferred';
}
