import { createSlackStandIn, workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

const direct = workspace.directMessageId;
const at = `<@${workspace.botUserId}>`;
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

describe('a mention', () => {
  const answered = async (pattern: RegExp, count = 1) => {
    await waitFor(() => expect(app.answers()).toHaveLength(count));
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(pattern));
    return app.answers().at(-1);
  };

  it('is answered in its thread, where everybody reads it, so shortened', async () => {
    const { message } = await app.slack.writeMessage({ text: `${at} txn GARO-8f3k2j1` });
    const answer = await answered(/^✓ Successful/);
    expect(answer).toMatchObject({ threadTs: message.ts });
    expect(answer?.visibleTo).toBeUndefined();
    expect(JSON.stringify(answer?.blocks)).not.toMatch(/Jane|0123456789/);

    await app.slack.writeMessage({ text: `${at} bank zenith`, threadTs: message.ts });
    expect(await answered(/match \*zenith\*/, 2)).toMatchObject({ threadTs: message.ts });
  });

  it('that is longer than anybody types is refused with a sentence, and nothing is asked', async () => {
    const tooLong = `${at} txn GARO-8f3k2j1`.padEnd(12_001, '.');
    await app.slack.writeMessage({ text: tooLong });
    await answered(/^That is 12,001 characters long, and 12,000 is the most\./);
    expect(service.requests).toEqual([]);
    await app.slack.writeMessage({ text: tooLong.slice(0, -1), channelId: direct });
    await answered(/^(?!That is 12,0)/, 2);
  });

  it.each([
    ['GARO-8f3k 2j2 <@BOT> GARO-8f3k2j1', ['GARO-8f3k 2j2']],
    ['GARO-8f3k2j1 <@BOT> tsq 12345698690885579, it was RTX88100x', ['GARO-8f3k2j1', 'RTX88100x']],
    ['GARO-8f3k2j1 <@BOT> bank zenith', []],
  ])('%j is answered with what could have been meant in it and was not asked for, once', async (text, left) => {
    await app.slack.writeMessage({ text: text.replace('<@BOT>', at) });
    const answer = await answered(/Successful|No record|match \*zenith|Requery|requery/);
    const lines = JSON.stringify(answer?.blocks).match(/Not asked for: [^"]*/g) ?? [];
    expect(lines).toEqual(left.length === 0 ? [] : [`Not asked for: ${left.join(', ')}`]);
    expect(app.audit).toHaveLength(1);
  });

  it('is answered whole in a direct message, with or without the mention', async () => {
    await app.slack.writeMessage({ text: 'txn GARO-8f3k2j1', channelId: direct });
    const answer = await answered(/^✓ Successful/);
    expect(answer?.threadTs).toBeUndefined();
    expect(JSON.stringify(answer?.blocks)).toContain('Jane Doe');
    await app.slack.writeMessage({ text: `${at} bank zenith`, channelId: direct });
    await answered(/match \*zenith\*/, 2);
    await app.slack.writeMessage({ text: 'help', channelId: direct });
    await answered(/^`txn &lt;/, 3); // as it is written there
  });

  it('is told with the name that Slack says the bot has', async (test) => {
    const slack = await createSlackStandIn();
    slack.setIdentity({ user: 'testbot' });
    const called = await runApp({ transferApi: service, slack });
    test.onTestFinished(async () => {
      await called.stop();
      await slack.close();
    });
    await slack.writeMessage({ text: `${at} qwerty 12` });
    await waitFor(() => expect(called.answers().at(-1)?.text).toMatch(/^testbot does not know .*`@testbot help`/));
  });
});

describe('words that are no command', () => {
  it.each([
    [`${at} *txn* GARO-8f3k2j1`, /^✓ Successful/],
    [`${at} help txn`, /^`@txnbot txn &lt;(?![\s\S]*@txnbot bank)/],
    [`${at} GARO-8f3k2j1 <@U0BISI000> GARO-5p1d6w8`, /^2 asked: /],
    [`order_99812 ${at} please look`, /`order_99812` may be a reference/],
    [`${at} what can you do?`, /^`@txnbot txn &lt;/],
    [`<@U0BISI000> see? ${at} bank zenith`, /match \*zenith\*(?![\s\S]*read as)/],
    [`${at} check above`, /^The messages above are not read here\./],
    [`GARO-8f3k2j1 ${at} check this pls`, /^✓ Successful/],
    [
      `${at} what's the code for zenith?`,
      /match \*zenith\*[\s\S]*\nread as `@txnbot bank what's the code for zenith\?`$/,
    ],
    [`${at} great weather`, /^txnbot does not know `great weather`\. Try `@txnbot help`\.$/],
    [`${at}`, /^`@txnbot txn &lt;[\s\S]*@txnbot bank/],
    [`${at} txn`, /^Look up one transaction by its reference: `@txnbot txn &lt;reference&gt;`/],
  ])('%s', async (text, answer) => {
    await app.slack.writeMessage({ text });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(answer));
  });

  it('stay unanswered when they thank the bot for something that is no question', async () => {
    service.setOutage('unavailable');
    for (const text of [`nice one ${at} thanks`, `we all love this ${at}, thank you`, `thank you ${at}!`])
      await app.slack.writeMessage({ text });
    await app.slack.writeMessage({ text: 'Great, thank you so much.', channelId: direct });
    await waitFor(() => expect(app.log.entries().filter(({ msg }) => msg === 'command')).toHaveLength(4));
    expect(app.answers()).toEqual([]);
    expect(app.audit).toEqual([]);
  });

  it('are a bank where the list has one of that name, which is loaded for the first of them', async () => {
    for (const [text, answer] of [
      ['access', /access/],
      ['unity', /unity|UNITY/],
      ['thank heavens', /does not know `thank heavens`/],
    ] as const) {
      await app.slack.writeMessage({ text: `${at} ${text}` });
      await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(answer));
    }
    expect(service.requests.map(({ url }) => url)).toEqual([expect.stringContaining('/transfer/banks')]);
  });

  it('add to an answer what belongs to them alone, and not to whoever asks the same', async () => {
    const text = "what's the code for zenith?";
    await app.slack.writeMessage({ text, channelId: direct });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/read as `bank what's the code for zenith\?`$/));
    await app.slack.sendCommand({ command: '/bank', text });
    await app.bot.inFlight.settled();
    expect(JSON.stringify(app.answers().at(-1))).toMatch(/^(?!.*read as).*match \*zenith/);
  });

  it('are not called unknown while there is no list', async () => {
    service.setOutage('unavailable');
    await app.slack.writeMessage({ text: 'access', channelId: direct });
    await waitFor(() =>
      expect(app.answers().at(-1)?.text).toMatch(
        /^txnbot cannot tell whether `access` is a bank: .*Try `bank access` in a minute, or `txn access` if/,
      ),
    );
    await app.slack.writeMessage({ text: 'what is the matter now', channelId: direct });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^txnbot does not know/));
    service.setOutage('none');
    await app.slack.writeMessage({ text: 'access', channelId: direct });
    await waitFor(() => expect(app.answers().at(-1)?.text).toContain('match *'));
  });

  it.each([
    ['references', 'can you check GARO-8f3k2j1 and GARO 8f3k2j2 please, it was RTX88100x', 'txn GARO-8f3k2j1', 2],
    ['an identifier', 'requery 12345698690885579 please, it was RTX88100x', 'tsq 12345698690885579', 0],
  ])(
    'say of %s what was not asked for, and leave what is unclear to the one who asks',
    async (_what, text, readAs, buttons) => {
      await app.slack.writeMessage({ text, channelId: direct });
      await waitFor(() => expect(app.answers().at(-1)?.text).toContain(`read as \`${readAs}\``));
      const shown = JSON.stringify(app.answers().at(-1)?.blocks);
      expect(shown).toContain('Not asked for: RTX88100x');
      expect(shown.match(/"action_id":"txn:run:2\d"/g) ?? []).toHaveLength(buttons);
      expect(app.audit.map(({ asked }) => asked)).toEqual([readAs.slice(4)]);
      expect(service.requests).toHaveLength(1);
    },
  );

  it('are asked again whole, and what is unclear is said when that fails and when it does not', async () => {
    const shown = () => JSON.stringify(app.answers().at(-1)?.blocks);
    service.setOutage('unavailable');
    await app.slack.writeMessage({ text: 'check GARO-8f3k2j1 and GARO 8f3k2j2, not RTX88100x', channelId: direct });
    await waitFor(() => expect(shown()).toMatch(/Try Again[\s\S]*Not asked for: RTX88100x/));
    expect(shown()).toContain('can be read in more than one');
    service.setOutage('none');
    await app.slack.pressButton({ messageId: app.answers().at(-1)?.id ?? '', actionId: 'txn:run:0' });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/^✓ Successful/));
    expect(shown()).toContain('can be read in more than one');
  });

  it.each([
    ['is 0123456789 credited?', /^Nothing in `is 0123456789 credited\?` .*\n`0123456789` looks like an account/, []],
    ['0123456789', /^txnbot does not know `0123456789`\. It looks like an account or a phone number\./, []],
    ['19253', /If it is a transaction identifier, ask with `tsq 19253`/, ['Requery 19253', 'Look Up 19253']],
    ['txm GARO-8f3k2j1', /^txnbot does not know `txm`\. Did you mean `txn GARO-8f3k2j1`\?$/, ['Run txn']],
    ['gtb app is down for everybody today', /`gtb app is down for everybody today` looks like a bank/, ['Run bank']],
    ['2026 budget', /^txnbot does not know `2026 budget`\. Try `help`\.$/, []],
    ['changes', /^txnbot does not know `changes`/, []],
    ['what is\nthe matter now', /^txnbot does not know `what is the matter now`\. Try `help`\.$/, []],
    [`GARO-8f3k2j1 ${'x'.repeat(2_000)}`, /^txnbot does not know `GARO-8f3k2j1 x+…`\. Try `help`\.$/, []],
  ])('%j is not understood, and what it may mean is offered', async (text, answer, labels) => {
    await app.slack.writeMessage({ text, channelId: direct });
    await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(answer));
    const shown = JSON.stringify(app.answers().at(-1)?.blocks);
    expect([...shown.matchAll(/"text":"((?:Look Up|Requery|Run) [^"]*)"/g)].map(([, label]) => label)).toEqual(labels);
    expect(service.requests.filter(({ url = '' }) => !url.includes('banks'))).toEqual([]);
  });

  it('says nothing to what another app or nobody said', async () => {
    await app.slack.writeMessage({ text: `${at} txn GARO-8f3k2j1`, author: 'bot' });
    await app.slack.writeMessage({ text: 'just talking' });
    await app.slack.writeMessage({ text: `${at} bank zenith` });
    const said = () => app.answers().filter(({ via }) => via === 'chat.postMessage');
    await waitFor(() => expect(said()).not.toEqual([]));
    await app.bot.inFlight.settled();
    expect(said().map(({ text }) => text)).toEqual([expect.stringContaining('match *zenith*')]);
  });
});
