import type { Services } from '../command.ts';
import type { Subject } from '../reading/question.ts';
import type { RecentLookUp } from '../recent-look-ups.ts';
import { conversationOf } from '../slack/payload.ts';
import type { SlackRequest } from '../slack/request.ts';

/**
 * Remembers what an answer was about: for the person, and for the conversation's next question.
 * @param answerSubject the rows of a table; without it, the answer is about what the question names
 */
export function rememberAnswer(
  services: Services,
  { query, origin, place, route }: SlackRequest,
  shown: readonly RecentLookUp[],
  answerSubject: Subject | undefined,
): void {
  if (origin.personId !== undefined) services.recentLookUps.note(origin.personId, shown);

  const conversation = conversationOf(origin, place);
  const hasSubject = query?.subject !== undefined || shown.length > 0;
  // An answer about no transaction, as help, leaves the subject as it is.
  if (!conversation || !hasSubject) return;

  const subject = answerSubject ?? query?.subject ?? shown;
  // A click is newer than the message whose button it is.
  const ts = route.kind === 'action' ? String(Date.now() / 1_000) : origin.messageTs;
  void services.subjects.set(conversation, addOthers(subject, query?.among), ts);
}

/**
 * Adds the transactions of the answer above (`among`) that the question did not choose, so that the
 * next question can. "The second" counts those of the answer above; below a new table, its rows.
 */
function addOthers(subject: Subject, among: Subject = []): Subject {
  const find = (all: Subject, { asked }: Subject[number]) =>
    all.find((each) => each.asked === asked);
  const chosen = subject.map((each) => ({ ...find(among, each), isOther: false, ...each }));
  const all = among.map((each) => find(chosen, each) ?? { ...each, isOther: true });
  const others = all.filter(({ isOther }) => isOther);

  const isOneOfThoseAbove = chosen.length === 1 && others.length < all.length;
  if (isOneOfThoseAbove) return all;
  return [...chosen, ...others.map((each) => ({ ...each, shownAt: undefined }))];
}
