import { describe, expect, it, vi } from 'vitest';
import type { TransactionAnswer } from '../../src/transfer-api/client.ts';
import { Transaction } from '../../src/transfer-api/schemas.ts';
import { createWatchReversals } from '../../src/watches/watch-reversals.ts';
import { workspace } from '../sandbox/slack/workspace.ts';
import { holdClock } from '../support/hold-clock.ts';
import { runWatching, type Watching } from '../support/run-watching.ts';

const env = { REVERSAL_REFERENCE: 'R-{reference}', WATCH_SCHEDULE: '1m' };
const lead = (reference: string) => `A record \`R-${reference}\` exists: ✓ Successful · 25,000.00 · created`;
const caution = 'What such a record means is for whoever runs txnbot to say';
const told = (watching: Watching, personId?: string) => JSON.stringify(watching.told(personId).at(-1)?.blocks);

describe('the record beside one whose watch ends', () => {
  it('is looked for once for all who watch it, and shown with the card', async () => {
    const watching = await runWatching();
    const { service, start, watch, passUntil } = watching;
    service.set(['R-GARO-1'], { status: 'successful' });
    const app = await start(env);
    await watch(app, 'GARO-1');
    await watch(app, 'GARO-1', { personId: 'U0OTHER' });
    service.set(['GARO-1'], { status: 'processing' });
    await passUntil(() => expect(watching.told()).toHaveLength(1));
    expect(told(watching)).not.toContain('R-GARO-1');
    expect(service.asked('R-GARO-1')).toBe(0);
    service.set(['GARO-1'], { status: 'failed' });
    await passUntil(() => expect([...watching.told(), ...watching.told('U0OTHER')]).toHaveLength(4));
    for (const personId of [workspace.personId, 'U0OTHER']) {
      expect(told(watching, personId)).toContain(lead('GARO-1'));
      expect(told(watching, personId)).toContain(caution);
    }
    expect(service.asked('R-GARO-1')).toBe(1);
  });

  it('is shown at the end of the time of a watch that waited for a reversal', async () => {
    const watching = await runWatching();
    const { service, start, watch, pass, passUntil } = watching;
    service.set(['GARO-1', 'R-GARO-1'], { status: 'successful' });
    await watch(await start({ ...env, WATCH_HOURS: '1', WATCH_SCHEDULE: '30m' }), 'GARO-1');
    service.set(['GARO-1'], { completedAt: Date.now() });
    await pass(2_400_000);
    expect(told(watching)).toContain('txnbot goes on watching');
    expect(service.asked('R-GARO-1')).toBe(0);
    await pass(1_200_000);
    await passUntil(() => expect(watching.told()).toHaveLength(2));
    expect(watching.told()[1]?.text).toMatch(/^Still successful after 60 min/);
    expect(told(watching)).toContain(lead('GARO-1'));
  });

  it('is said to be none, and the news are told all the same', async () => {
    const watching = await runWatching();
    const { service, start, watch, passUntil } = watching;
    service.set(['R-GARO-1'], undefined);
    const app = await start(env);
    await watch(app, 'GARO-1');
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(watching.told()).toHaveLength(1));
    expect(told(watching)).toContain('Looked for `R-GARO-1` too: the service has no record under this reference');
  });

  it('stands below the table of several, for those that exist', async () => {
    const watching = await runWatching();
    const { service, start, watch, passUntil } = watching;
    service.set(['R-GARO-1', 'R-GARO-3'], undefined);
    service.set(['R-GARO-2'], { status: 'successful' });
    const app = await start({ ...env, WATCH_SCHEDULE: '10s' }); // with its jitter all are due within seconds
    for (const reference of ['GARO-1', 'GARO-2', 'GARO-3']) await watch(app, reference);
    service.set(['GARO-1', 'GARO-2', 'GARO-3'], { status: 'successful' });
    await passUntil(() => expect(watching.told()).toHaveLength(1));
    expect(watching.told()[0]?.text).toMatch(/^3 transactions that you watch/);
    expect(told(watching)).toContain(lead('GARO-2'));
    expect(told(watching)).not.toMatch(/R-GARO-[13]/);
    expect(told(watching).split(caution)).toHaveLength(2);
  });

  it('is masked in a thread, and looked for nowhere without a template', async () => {
    const watching = await runWatching();
    const { slack, service, start, watch, passUntil } = watching;
    service.set(['R-GARO-1'], { status: 'Jane Doe 0123456789' });
    const app = await start(env);
    const { message: root } = await slack.writeMessage({ text: 'where is it?' });
    await watch(app, 'GARO-1', { threadTs: root.ts });
    service.set(['GARO-1'], { status: 'successful' });
    const inThread = () => slack.messages.filter(({ author, threadTs }) => author === 'bot' && threadTs === root.ts);
    await passUntil(() => expect(inThread()).toHaveLength(1));
    expect(JSON.stringify(inThread()[0]?.blocks)).toContain('A record `R-GARO-1` exists');
    expect(JSON.stringify(inThread()[0]?.blocks)).not.toMatch(/Jane Doe|0123456789/);
    await app.stop();
    const plain = await start({ WATCH_SCHEDULE: '1m' });
    await watch(plain, 'GARO-2');
    service.set(['GARO-2'], { status: 'successful' });
    await passUntil(() => expect(watching.told()).toHaveLength(1));
    expect(service.asked('R-GARO-2')).toBe(0);
  });
});

it('the news do not wait for a record that the service cannot be asked for', async () => {
  holdClock();
  const hung = (_reference: string, stopped: AbortSignal) =>
    new Promise<TransactionAnswer>((_resolve, reject) => {
      stopped.addEventListener('abort', () => reject(stopped.reason));
    });
  const find = createWatchReversals('R-{reference}', { watched: hung }, new AbortController().signal);
  const looked = find(Transaction.parse({ reference: 'GARO-1', status: 'failed' }));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await looked).toEqual({ reference: 'R-GARO-1', failure: 'not_asked' });
});
