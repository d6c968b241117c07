import { workspace } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { runWatching } from '../support/run-watching.ts';
import { waitFor } from '../support/wait-for.ts';

const minuteMs = 60_000;
const words = (blocks: readonly unknown[]) => JSON.stringify(blocks);

describe('a watch', () => {
  it('tells the person of the change in one line, and ends', async () => {
    const { slack, service, start, watch, told, passUntil, pass } = await runWatching();
    const app = await start();
    await watch(app, 'GARO-1');
    await pass(5 * minuteMs);
    expect(told()).toEqual([]);
    service.set(['GARO-1'], { status: 'successful', completedAt: Date.now() });
    await passUntil(() => expect(told()).toHaveLength(1));
    const [message] = told();
    expect(message?.text).toMatch(/^`GARO-1`: pending → successful after \d+ min · 25,000\.00$/);
    expect(words(message?.blocks ?? [])).toContain('txn:full');
    expect(words(message?.blocks ?? [])).toContain('this watch has ended');
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
    const asked = service.asked('GARO-1');
    await pass(60 * minuteMs);
    expect(service.asked('GARO-1')).toBe(asked);
    expect(told()).toHaveLength(1);
    expect(slack.breaches).toEqual([]);
    expect(app.audit).toEqual([
      expect.objectContaining({
        door: 'watch',
        command: 'txn',
        asked: 'GARO-1',
        outcome: 'ended',
        user: workspace.personId,
        channel: workspace.channelId,
        reference: expect.stringMatching(/^[2-9A-Z]{6}$/),
      }),
    ]);
    expect(await app.metrics.text()).toMatch(/txnbot_watch_tellings_total\{outcome="ended"\} 1/);
    expect(await app.metrics.text()).toMatch(/^txnbot_watches 0$/m);
  });

  it('tells every change, and goes on until one is an end', async () => {
    const { service, start, watch, told, passUntil } = await runWatching();
    const app = await start();
    await watch(app, 'GARO-1');
    for (const [turn, status] of ['processing', 'QUEUED_FOR_REVIEW', 'processing', 'failed'].entries()) {
      service.set(['GARO-1'], { status });
      await passUntil(() => expect(told()).toHaveLength(turn + 1));
    }
    expect(told().map(({ text }) => text.split(' after')[0]?.replace('`GARO-1`: ', ''))).toEqual([
      'pending → processing',
      'processing → `QUEUED_FOR_REVIEW`',
      '`QUEUED_FOR_REVIEW` → processing',
      'processing → failed',
    ]);
    expect(words(told()[0]?.blocks ?? [])).toContain('the watch goes on');
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
    expect(app.audit.map(({ outcome }) => outcome)).toEqual(['told', 'told', 'told', 'ended']);
  });

  it('renews the status that its person looked up', async () => {
    const { slack, service, start, watch, told, passUntil } = await runWatching();
    const app = await start();
    await slack.sendCommand({ command: '/txn', text: 'GARO-1' });
    await watch(app, 'GARO-1');
    service.set(['GARO-1'], { status: 'failed' });
    await passUntil(() => expect(told()).toHaveLength(1));
    await waitFor(() =>
      expect(app.services.recentLookUps.of(workspace.personId)).toMatchObject([{ status: 'Failed' }]),
    );
  });

  it('that began on a settled record waits for its reversal', async () => {
    const { service, start, watch, told, passUntil, pass } = await runWatching();
    const app = await start();
    service.set(['GARO-1'], { status: 'successful', completedAt: 1_758_897_191_000 });
    await watch(app, 'GARO-1');
    await pass(20 * minuteMs);
    expect(told()).toEqual([]);
    service.set(['GARO-1'], { reversedFlag: 1 });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toMatch(/^`GARO-1`: reversed flag 0 → 1 after/);
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
  });

  it('says at the end of its time what it still is, and can be begun again from there', async () => {
    const { slack, start, watch, told, pass, passUntil, service } = await runWatching();
    const app = await start({ WATCH_HOURS: '1', WATCH_SCHEDULE: '10m' });
    const { endsAtMs } = await watch(app, 'GARO-1');
    await pass(58 * minuteMs);
    expect(told()).toEqual([]);
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(Date.now()).toBeGreaterThanOrEqual(endsAtMs);
    expect(told()[0]?.text).toMatch(/^`GARO-1`: still pending after 60 min/);
    expect(service.asked('GARO-1')).toBeGreaterThanOrEqual(6);
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toEqual([]));
    expect(words(told()[0]?.blocks ?? [])).toContain('"Watch Again"');
    expect(words(told()[0]?.blocks ?? [])).not.toContain('Tell Me When It Changes');
    await slack.pressButton({ messageId: told()[0]?.id ?? '', actionId: 'txn:watch' });
    await passUntil(async () => expect(await app.services.watches.of(workspace.personId)).toHaveLength(1));
    expect(app.audit.map(({ outcome }) => outcome)).toEqual(['over', 'answered']);
    expect(slack.breaches).toEqual([]);
  });

  it('asks the service once for all who watch the same, and tells each', async () => {
    const { service, start, watch, told, passUntil } = await runWatching();
    const app = await start({ WATCH_SCHEDULE: '10m' });
    const people = ['U0ONE', 'U0TWO', 'U0THREE'];
    for (const personId of people) await watch(app, 'GARO-1', { personId });
    const before = service.asked('GARO-1');
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(people.flatMap((person) => told(person))).toHaveLength(3));
    expect(service.asked('GARO-1')).toBe(before + 1);
  });

  it('is the same when it is begun again, from what is there then', async () => {
    const { service, start, watch, told, passUntil } = await runWatching();
    const app = await start();
    await watch(app, 'GARO-1');
    service.set(['GARO-1'], { status: 'processing' });
    await watch(app, 'GARO-1');
    expect(await app.services.watches.of(workspace.personId)).toMatchObject([{ seen: { status: 'processing' } }]);
    service.set(['GARO-1'], { status: 'successful' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toMatch(/^`GARO-1`: processing → successful/);
  });
});
