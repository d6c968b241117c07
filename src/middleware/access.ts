import { type AccessRules, authorize, type People, type Posting } from '../access/policy.ts';
import type { Middleware } from './middleware.ts';
import type { Question } from './question.ts';

/** Asked at every door, before anything is looked up: may this person ask this, here? */
export function access(rules: AccessRules, people: People): Middleware {
  return async (question, next) => {
    const { origin, door } = question;
    const { aloneBecause } = await authorize(
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
    question.admit(aloneBecause);
    await next();
  };
}

/** What is posted at a click was asked to be posted; what a mention asks for can go to the asker alone as well. */
function postingOf({ origin, door }: Question): Posting {
  if (door.posts === 'channel') return 'required';
  if (door.posts === undefined || origin.audience === 'asker') return 'none';
  return door.posts === 'thread' ? 'preferred' : 'required';
}
