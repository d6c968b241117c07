import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  await app.stop();
  await service.close();
});
const lookUp = async (text: string, more: object = {}) => {
  const { message } = await app.slack.writeMessage({ text, author: 'bot', ...more });
  await app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  await waitFor(() => expect(app.answers().filter(({ via }) => via === 'response_url')).toHaveLength(1));
  return { message, answer: app.answers().at(-1) };
};

describe('the message shortcut', () => {
  it('looks up one reference as its card, for the one who used it', async () => {
    const { answer } = await lookUp('Customer says GARO-8f3k2j1 never arrived (on 2026-11-21, call +234 801 234 5678)');
    expect(answer).toMatchObject({ text: expect.stringMatching(/^✓ Successful/), visibleTo: expect.any(String) });
    expect(JSON.stringify(answer?.blocks)).toContain('Jane Doe');
  });

  it('finds references in blocks and attachments of an alert, asks for all of them, and offers to requery', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'stuck: `GARO-5p1d6w8`' } }];
    const attachments = [{ fallback: 'x', fields: [{ title: 'ref', value: 'GARO-2x9f4t7' }] }];
    const { answer } = await lookUp('ALERT 12345698690885579', { blocks, attachments });
    expect(answer?.text).toMatch(/^2 asked: /);
    expect(service.requests.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        '/banking/v1/transactions/reference/GARO-5p1d6w8',
        '/banking/v1/transactions/reference/GARO-2x9f4t7',
      ]),
    );
    expect(JSON.stringify(answer?.blocks)).toMatch(/Not asked for: 12345698690885579.*Requery 12345698690885579/);
  });

  it('answers in the thread of the message', async () => {
    const root = await app.slack.writeMessage({ text: 'an incident' });
    const { answer } = await lookUp('GARO-8f3k2j1', { threadTs: root.message.ts });
    expect(answer?.threadTs).toBe(root.message.ts);
  });

  it('asks both where what it holds can be read in two ways, and says beside them what it did not ask for', async () => {
    const { answer } = await lookUp('stuck: GARO-8f3k2 j1, not RTX88100x');
    expect(answer?.text).toMatch(/^2 asked: 1 successful · 1 not found/);
    const shown = JSON.stringify(answer?.blocks);
    expect(shown).toContain('Not asked for: RTX88100x');
    await app.slack.pressButton({ messageId: answer?.id ?? '', actionId: 'txn:run:20' });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^No record of `RTX88100x`/));
  });

  it.each([
    ['GARO-8f3k2j1 and GARO-5p1d6w8', 'txn', 'GARO-8f3k2j1 GARO-5p1d6w8'],
    ['since 9: 12345698690885579', 'tsq', '12345698690885579'],
    ['private talk', undefined, undefined],
  ])('that is refused leaves what was asked in the audit log: %s', async (text, command, asked) => {
    app.bot.inFlight.stop();
    await lookUp(text);
    expect(app.audit).toEqual([expect.objectContaining({ command, asked, outcome: 'cut_short' })]);
  });

  it('offers what could be references when none surely is, and no number of an address', async () => {
    const { answer } = await lookUp(
      'Unsettled: WEMA-7000001, WEMA-7000002\nhttps://wiki.example.com/runbooks/000123456',
    );
    const shown = JSON.stringify(answer?.blocks);
    expect(shown).toContain('Look Up WEMA-7000001');
    expect(shown).toContain('Look Up WEMA-7000002');
    expect(shown).not.toContain('Look Up 000123456');
    expect(service.requests).toEqual([]);
  });

  it('says so when there is nothing to look up', async () => {
    const { answer } = await lookUp('Good morning everybody, see https://GARO-8f3k2j1.example.com');
    expect(answer?.text).toMatch(/^Nothing in this message looks like a reference/);
    expect(service.requests).toEqual([]);
  });
});

describe('the bank picker', () => {
  const picker = () => app.slack.views.find(({ title }) => title === 'Find a Bank Code');
  const search = (value: string) =>
    app.slack.typeahead({ viewId: picker()?.id ?? '', blockId: 'search', actionId: 'bank:pick', value });

  it('opens from anywhere, offers as one types without asking anybody, shows the code at once and posts it', async () => {
    await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
    await waitFor(() => expect(picker()).toBeDefined());
    await search('zen');
    const asked = app.slack.requests.length;
    for (const typed of ['zeni', 'zenit']) expect((await search(typed)).options).not.toEqual([]);
    expect(app.slack.requests).toHaveLength(asked);
    const { options } = await search('zenith');
    expect(options[0]).toMatchObject({ text: 'ZENITH BANK PLC · 000015', value: '000015' });
    expect(service.requests).toHaveLength(1);

    const place = { viewId: picker()?.id ?? '' };
    await app.slack.select({
      ...place,
      blockId: 'search',
      actionId: 'bank:pick',
      option: { text: 'x', value: '000015' },
    });
    await waitFor(() => expect(JSON.stringify(picker()?.blocks)).toContain('`000015`'));
    await app.slack.select({
      ...place,
      blockId: 'post',
      actionId: 'bank:conversation',
      option: { conversation: 'C0SUPPORT' },
    });
    await app.slack.submitView(place);
    await waitFor(() => expect(app.answers().at(-1)?.text).toBe('ZENITH BANK PLC · `000015`'));
    expect(app.answers().at(-1)?.visibleTo).toBeUndefined();
    expect(picker()).toBeUndefined();
  });

  it('is open before Slack has said who asks, and shows the reason to whom it is not for', async () => {
    const userId = 'U0GUEST00';
    app.slack.setPerson(userId, { info: { is_restricted: true } });
    const { promise: until, resolve: say } = withResolvers();
    app.slack.setFailure('users.info', { until });
    holdClock();
    const opened = app.slack.runGlobalShortcut({ callbackId: 'find_bank_code', userId });
    await waitFor(() => expect(app.slack.requests).toContain('users.info'));
    vi.advanceTimersByTime(2_000);
    await waitFor(() => expect(JSON.stringify(picker()?.blocks)).toContain('bank:pick'));
    say();
    await opened;
    await app.bot.inFlight.settled();
    const shown = JSON.stringify(app.slack.views[0]?.blocks);
    expect(shown).toContain("I don't answer guests");
    expect(shown).not.toContain('bank:pick');
  });

  it('offers nothing while the bank list cannot be had', async () => {
    service.setOutage('unavailable');
    await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
    await waitFor(() => expect(picker()).toBeDefined());
    expect((await search('zenith')).options).toEqual([]);
  });
});
