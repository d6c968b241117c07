import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test);
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

  it('asks, in the thread of the message, for all references of an alert, and offers what else it may hold', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'stuck: `GARO-5p1d6w8`, not RTX88100x' } }];
    const attachments = [{ fallback: 'x', fields: [{ title: 'ref', value: 'GARO-2x9f4t7' }] }];
    const root = await app.slack.writeMessage({ text: 'an incident' });
    const { answer } = await lookUp('ALERT 12345698690885579', { blocks, attachments, threadTs: root.message.ts });
    expect(answer).toMatchObject({ text: expect.stringMatching(/^2 asked: /), threadTs: root.message.ts });
    expect(app.service.requests.map(({ url }) => url.split('/').at(-1)).sort()).toEqual([
      'GARO-2x9f4t7',
      'GARO-5p1d6w8',
    ]);
    const shown = JSON.stringify(answer?.blocks);
    expect(shown).toMatch(/Not asked for: 12345698690885579, RTX88100x.*Requery 12345698690885579/);
    await app.slack.pressButton({ messageId: answer?.id ?? '', actionId: 'txn:run:21' });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^No record of `RTX88100x`/));
  });

  it.each([
    ['Unsettled: WEMA-7000001\nhttps://wiki.example.com/000123456', /^I found no reference/, ['Look Up WEMA-7000001']],
    ['Good morning everybody, see https://GARO-8f3k2j1.example.com', /^Nothing in this message looks like a/, []],
  ])('that surely holds none asks for nothing, and offers what could be one: %j', async (text, said, offered) => {
    const { answer } = await lookUp(text);
    expect(answer?.text).toMatch(said);
    expect(JSON.stringify(answer?.blocks).match(/Look Up [\w-]+/g) ?? []).toEqual(offered);
    expect(app.service.requests).toEqual([]);
  });
});

describe('the bank picker', () => {
  const picker = () => app.slack.views.find(({ title }) => title === 'Find a Bank Code');
  const search = (value: string) =>
    app.slack.typeahead({ viewId: picker()?.id ?? '', blockId: 'search', actionId: 'bank:pick', value });

  it('opens from anywhere, and offers as one types without asking anybody', async () => {
    await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
    await waitFor(() => expect(picker()).toBeDefined());
    await search('zen');
    const asked = app.slack.requests.length;
    for (const typed of ['zeni', 'zenit']) expect((await search(typed)).options).not.toEqual([]);
    expect(app.slack.requests).toHaveLength(asked);
    const { options } = await search('zenith');
    expect(options[0]).toMatchObject({ text: 'ZENITH BANK PLC · 000015', value: '000015' });
    expect(app.service.requests).toHaveLength(1);
  });

  it('is open before Slack has said who asks, and shows the reason to whom it is not for', async () => {
    const userId = 'U0GUEST00';
    app.slack.setPerson(userId, { info: { is_restricted: true } });
    const { promise: until, resolve: say } = withResolvers<void>();
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
    app.service.setOutage('unavailable');
    await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
    await waitFor(() => expect(picker()).toBeDefined());
    expect((await search('zenith')).options).toEqual([]);
  });
});
