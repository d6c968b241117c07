import type { Reader } from '../../commands/command.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { stopWatching } from '../../commands/watching.ts';
import { TransferApiError } from '../../errors.ts';
import type { Reply } from '../../views/blocks.ts';
import { watchTold, watchToldInBrief } from '../../views/watch-told.ts';
import type { WatchNews } from '../../views/watch-words.ts';
import { sampleTransferApi } from './sample-records.ts';

const atMs = Date.UTC(2026, 0, 31, 14, 8, 9);
const hourMs = 60 * 60_000;

/** What txnbot tells of watches, asked or not. */
export async function watchSamples(reader: Reader, resources: Resources): Promise<Record<string, Reply>> {
  const { presentation } = resources;
  const all = await everyNews();
  const alone = { ...presentation, audience: 'asker', mention: undefined, slash: presentation.names.slash } as const;
  const everybody = { ...alone, audience: 'channel', mention: reader.asker.personId } as const;
  const single = all.flatMap((news) => [
    [`a watch that is told: ${news.kind}`, watchTold([news], alone)],
    [`a watch that is told in a thread: ${news.kind}`, watchTold([news], everybody)],
  ]);
  return {
    ...Object.fromEntries(single),
    'watches that are told': watchTold(all, alone),
    'watches that are told in a thread': watchTold(all, everybody),
    'watches that are told where txnbot does not answer': watchToldInBrief(
      all.map((news) => ({ news, channelId: 'C0SAMPLE' })),
    ),
    'Stop Watching': await inquire(stopWatching, 'SAMPLE-1', reader, resources),
    'Stop Watching, of none': await inquire(stopWatching, 'NONE-1', reader, resources),
  };
}

/** One of each kind. */
async function everyNews(): Promise<WatchNews[]> {
  const reference = 'SAMPLE-12';
  const found = { answer: await sampleTransferApi.transaction(reference), timing: { askedAtMs: atMs, durationMs: 1 } };
  const { status, reversedFlag } = found.answer.transaction;
  const changed: WatchNews = {
    kind: 'changed',
    reference,
    before: { status: 'pending', reversedFlag },
    now: { status, reversedFlag },
    found,
    failure: undefined,
    watchedMs: hourMs,
    untilMs: atMs + hourMs,
    lateMs: hourMs,
    hasRestarted: true,
    code: 'SAMPLE',
  };
  const details = { operation: 'transaction', asked: reference, timeoutMs: 1_000 } as const;
  const failure = new TransferApiError('timeout', details);
  return [
    changed,
    { ...changed, kind: 'over', before: changed.now, untilMs: undefined },
    { ...changed, kind: 'unanswered', now: changed.before, found: undefined, failure, untilMs: undefined },
  ];
}
