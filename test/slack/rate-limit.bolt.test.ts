import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  service = await createSampleTransferService();
  app = await runApp({
    transferApi: service,
    env: { RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_TOTAL_PER_MINUTE: '5' },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.stop();
  await service.close();
});
const ask = async (userId: string) => {
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1', userId });
  return app.answers().at(-1)?.text ?? '';
};
const own = /^`GARO-8f3k2j1` was not looked up\. You asked very often in the last minute\. Try again in (\d+) s\.$/;
const total =
  /^`GARO-8f3k2j1` was not looked up\. Everybody together asked very often in the last minute\. Try again in (\d+) s\.$/;

describe('a person who asks too often', () => {
  it('is told for how many seconds, nothing is looked up, and others are answered', async () => {
    for (let count = 0; count < 3; count += 1) expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
    vi.advanceTimersByTime(20_000);
    expect(Number(own.exec(await ask('U0ANN'))?.[1])).toBe(40);
    expect(service.requests).toHaveLength(3);
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'refused', rule: 'rate_limit', command: 'txn' });
    expect(app.audit.at(-1)).toMatchObject({ user: 'U0ANN', outcome: 'refused', asked: 'GARO-8f3k2j1' });
    expect(await ask('U0BOB')).toMatch(/^✓ Successful/);
    vi.advanceTimersByTime(40_000);
    expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
  });

  it('is told alone, in a channel too', async () => {
    for (let count = 0; count < 4; count += 1)
      await app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1`, userId: 'U0ANN' });
    await app.bot.inFlight.settled();
    expect(app.answers().filter(({ visibleTo }) => visibleTo === undefined)).toHaveLength(3);
    expect(app.answers().find(({ text }) => own.test(text))).toMatchObject({ visibleTo: 'U0ANN' });
  });

  it('may go on typing, which is no question', async () => {
    const opened = async () => {
      await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code', userId: 'U0ANN' });
      await waitFor(() => expect(app.slack.views).toHaveLength(1));
      return app.slack.views[0]?.id ?? '';
    };
    const viewId = await opened();
    const type = () =>
      app.slack.typeahead({ viewId, blockId: 'search', actionId: 'bank:pick', userId: 'U0ANN', value: 'zenith' });
    for (let count = 0; count < 10; count += 1) expect((await type()).options).not.toEqual([]);
    expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
    expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
    expect(await ask('U0ANN')).toMatch(own);
    expect((await type()).options).not.toEqual([]);
  });
});

describe('all together', () => {
  it('are told so when they ask too often', async () => {
    for (const userId of ['U0ANN', 'U0BOB', 'U0CAT', 'U0DAN', 'U0EVE'])
      expect(await ask(userId)).toMatch(/^✓ Successful/);
    expect(Number(total.exec(await ask('U0FAY'))?.[1])).toBe(60);
    expect(service.requests).toHaveLength(5);
  });

  it('lose nothing to whoever is refused anyway', async () => {
    app.slack.setPerson('U0GUEST', { info: { is_restricted: true } });
    for (let count = 0; count < 3; count += 1) expect(await ask('U0GUEST')).toContain('guests');
    for (let count = 0; count < 3; count += 1) expect(await ask('U0GUEST')).toMatch(own);
    for (let count = 0; count < 3; count += 1) expect(await ask('U0ANN')).toMatch(/^✓ Successful/);
    for (let count = 0; count < 3; count += 1) expect(await ask('U0ANN')).toMatch(own);
    expect(await ask('U0BOB')).toMatch(/^✓ Successful/);
  });
});
