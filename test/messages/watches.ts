import type { Audience, Reply } from '../../src/blocks/blocks.ts';
import type { Resources } from '../../src/command.ts';
import { type WatchNews, watchNotification } from '../../src/watches/notification.ts';
import { type KindOf, kindOf } from './replies.ts';
import { sampleAsker } from './sample-resources.ts';
import { atMs, sampleFailure, sampleRecord } from './sample-service.ts';

const minuteMs = 60_000;

/** What the bot tells of watches, unasked. */
export function told(audience: Audience, { presentation }: Resources): Promise<KindOf<Reply>[]> {
  const mention = audience === 'channel' ? sampleAsker.personId : undefined;
  const options = { ...presentation, mention };
  const changed = newsOf('GARO-1s8t4c6');
  const late = { ...changed, lateMs: 60 * minuteMs, hasRestarted: true };
  const moved = { ...newsOf('GARO-5p1d6w8'), before: { status: 'queued', reversedFlag: '0' }, untilMs: atMs };
  const over: WatchNews = { ...newsOf('GARO-5p1d6w8'), kind: 'over' };
  const failure = sampleFailure('timeout', { asked: 'GARO-3t6h5y1' });
  const unanswered: WatchNews = { ...over, kind: 'unanswered', answer: undefined, failure };
  const single = { changed, 'changed, late': late, 'changed and goes on': moved, over, unanswered };
  const all = Object.values(single);
  const brief = all.map((news) => ({ ...news, channelId: 'C0SAMPLE' }));
  return Promise.all([
    ...Object.entries(single).map(([name, news]) =>
      kindOf(`watch told, ${name}`, 'watch told', watchNotification([news], options)),
    ),
    kindOf('watches told, several', 'watches told', watchNotification(all, options)),
    kindOf('watches told, in brief', 'watches told', watchNotification(brief, { ...presentation, isBrief: true })),
  ]);
}

/** News of a watch that has changed, from what the samples answer. */
export function newsOf(reference: string): WatchNews {
  const answer = sampleRecord(reference);
  const { status, reversedFlag } = answer.transaction;
  return {
    kind: 'changed',
    reference,
    before: { status: 'pending', reversedFlag },
    now: { status, reversedFlag },
    answer,
    failure: undefined,
    watchedMs: 2 * minuteMs,
    untilMs: undefined,
    lateMs: 0,
    hasRestarted: false,
    code: 'ABC234',
  };
}
