import type { ShownMessage } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const reference = 'GARO-8f3k2j1';
const { personId, otherPersonId } = workspace;
const minuteMs = 60_000;
let service: ChangingService;
let app: RunningApp;

/** Noon in UTC, so that no day ends within a test. */
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] });
  service = await startChangingService({});
  service.set([reference], { status: 'pending' });
  app = await runApp({ transferApi: { baseUrl: service.url } });
});
afterEach(async () => {
  await app.stop();
  await service.close();
  vi.useRealTimers();
});

const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const seenLine = (message: ShownMessage | undefined) => /Asked [^"]*/.exec(JSON.stringify(message?.blocks))?.[0];

const ask = (userId: string) => app.answered(app.slack.sendCommand({ command: '/txn', text: reference, userId }));

describe('where a channel reads', () => {
  const people = (message: ShownMessage) => JSON.stringify([message.text, message.blocks]).match(/<@|by you|U0/g);

  it('a shared card says when, and names nobody, nor does one that is refreshed there', async () => {
    await ask(otherPersonId);
    const own = await ask(personId);
    expect(people(own)).toContain('<@');
    const shared = await app.answered(app.slack.pressButton({ messageId: own.id, actionId: 'txn:share' }));
    expect(shared.visibleTo).toBeUndefined();
    expect(seenLine(shared)).toMatch(/^Asked \S+ UTC>: \*pending\*$/);
    expect(people(shared)).toBeNull();
    wait(5 * minuteMs);
    await app.answered(app.slack.pressButton({ messageId: shared.id, actionId: 'txn:refresh', userId: otherPersonId }));
    const now = app.slack.messages.find(({ id }) => id === shared.id);
    expect(now).not.toBe(shared);
    expect(JSON.stringify(now?.blocks)).not.toMatch(/<@|by you/);
  });
});
