import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, otherPersonId, directMessageId, botUserId } = workspace;
let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

const view = (type: 'home' | 'modal', userId: string = personId) =>
  app.slack.views.findLast((shown) => shown.type === type && shown.userId === userId);
const blocksOf = (type: 'home' | 'modal', userId?: string) => JSON.stringify(view(type, userId)?.blocks);
const open = async (userId: string = personId) => {
  await app.slack.openHome({ userId });
  await app.bot.inFlight.settled();
};
const press = async (actionId: string, userId: string = personId) => {
  await app.slack.pressViewButton({ viewId: view('home', userId)?.id ?? '', actionId, userId });
  await app.bot.inFlight.settled();
};
const write = (text: string, userId: string = personId) =>
  app.slack.typeText({ viewId: view('home', userId)?.id ?? '', actionId: 'home:paste', userId, text });
const paste = async (text: string, userId: string = personId) => {
  await open(userId);
  await write(text, userId);
  await press('home:ask', userId);
};
const asked = () => service.requests.map(({ url }) => url.replace('/banking/v1', ''));

describe('Home', () => {
  it('of a fresh person has a field and one line of what can be typed', async () => {
    await open();
    const shown = view('home')?.blocks ?? [];
    expect(shown.map((block) => Object(block).type)).toEqual(['input', 'actions', 'section']);
    expect(shown[0]).toMatchObject({ type: 'input', element: { action_id: 'home:paste', multiline: true } });
    expect(blocksOf('home')).toMatch(/Look Up.*`\/txn GARO-8f3k2j1`.*`\/txn help` says more/);
    expect(blocksOf('home')?.match(/"action_id":"[^"]*"/g)).toEqual([
      '"action_id":"home:paste"',
      '"action_id":"home:ask"',
    ]);
    expect(app.audit).toEqual([]);
  });

  it('says how the service is, from its own look-ups', async () => {
    await app.slack.sendCommand({ command: '/bank', text: 'zenith' });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-5e0r0r1' });
    await open();
    expect(blocksOf('home')).toMatch(
      /The last look-up, <!date.*, got no answer that could be used\. Last answer <!date/,
    );
    expect(blocksOf('home')).toContain('2 look-ups, 1 without an answer (50 %)');
    expect(blocksOf('home')).toContain('125 banks');
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    await open();
    expect(blocksOf('home')).toMatch(/"Answering, last <!date/);
  });
});

describe('what is pasted on Home', () => {
  it.each<[string, RegExp, string[]]>([
    ['GARO-8f3k2j1', /✓ Successful · 25,000\.00/, ['/transactions/reference/GARO-8f3k2j1']],
    [
      'Good morning,\nplease is GARO-8f3k2j1 of ₦25,000 done?',
      /Successful.*read as `\/txn GARO-8f3k2j1`/,
      ['/transactions/reference/GARO-8f3k2j1'],
    ],
    ['`txn GARO-8f3k2j1`', /Successful/, ['/transactions/reference/GARO-8f3k2j1']],
    ['/txn GARO-8f3k2j1', /Successful/, ['/transactions/reference/GARO-8f3k2j1']],
    ['@txnbot txn GARO-8f3k2j1', /Successful/, ['/transactions/reference/GARO-8f3k2j1']],
    [
      'requery 12345698690885579',
      /Requery `12345698690885579` · \*SUCCESSFUL/,
      ['/transfer/tsq?transactionId=12345698690885579'],
    ],
    ['zenith', /ZENITH BANK PLC.*`000015`/, ['/transfer/banks']],
    ['what is the code for uba?', /UNITED BANK FOR AFRICA/, ['/transfer/banks']],
    ['000015', /ZENITH BANK PLC/, ['/transfer/banks']],
    ['hello', /\/txn <|\/txn &lt;/, []],
    ['help', /\/txn <|\/txn &lt;/, []],
    ['tnx GARO-8f3k2j1', /Did you mean `\/txn GARO-8f3k2j1`/, []],
    ['GARO-8f3k2 j1', /can be read in more than one way/, []],
    ['', /The field is empty\. Paste into it what you want looked up\./, []],
    [' \n ', /The field is empty/, []],
    [
      '12345698690885579 and 12345698690885580',
      /2 requeries:\*? 1 successful · 1 nothing found/,
      ['12345698690885579', '12345698690885580'].map((id) => `/transfer/tsq?transactionId=${id}`),
    ],
    [
      'GARO-8f3k2j1 and requery 12345698690885579',
      /2 asked:\*? 2 successful/,
      ['/transactions/reference/GARO-8f3k2j1', '/transfer/tsq?transactionId=12345698690885579'],
    ],
    [
      '0123456789',
      /It looks like an account or a phone number/,
      ['/transactions/reference/0123456789', '/transfer/banks'],
    ],
    [
      'the customer says the money of Tuesday never came',
      /Nothing in `the customer says the money of Tuesday never came` is surely a reference/,
      [],
    ],
  ])('%j is answered in a window', async (text, shown, requests) => {
    await paste(text);
    expect(blocksOf('modal')).toMatch(shown);
    expect(asked()).toEqual(requests);
    expect(app.answers()).toEqual([]);
  });

  it('that is nothing else is a reference of its own shape', async () => {
    await paste('ZQXJKV');
    expect(asked()).toEqual(['/transfer/banks', '/transactions/reference/ZQXJKV']);
    expect(blocksOf('modal')).toContain('No record of `ZQXJKV`');
  });

  it('is audited before its answer, by what is asked', async () => {
    await paste('please is GARO-8f3k2j1 done?');
    expect(app.audit).toEqual([
      expect.objectContaining({
        user: personId,
        door: 'home:ask',
        command: 'txn',
        asked: 'GARO-8f3k2j1',
        outcome: 'answered',
      }),
    ]);
  });

  it('opens its window at once, and fills it when the answer is there', async () => {
    let answer = () => {};
    const server = await startServer((_request, response) => {
      answer = () => void response.end(transactionBody());
    });
    const slow = await runApp({ slack: app.slack, transferApi: { baseUrl: server.url } });
    await app.slack.openHome();
    await slow.bot.inFlight.settled();
    await write('GARO-8f3k2j1');
    await app.slack.pressViewButton({ viewId: view('home')?.id ?? '', actionId: 'home:ask' });
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(blocksOf('modal')).toContain('Looking up `GARO-8f3k2j1` …');
    answer();
    await waitFor(() => expect(blocksOf('modal')).toContain('Successful · 25,000.00'));
    await slow.stop();
    await server.close();
  });

  it('is asked once for a double click, in one window, and again once it is answered', async () => {
    let answer = () => {};
    const server = await startServer((_request, response) => {
      answer = () => void response.end(transactionBody());
    });
    const slow = await runApp({ slack: app.slack, transferApi: { baseUrl: server.url } });
    const click = async () => {
      const lines = slow.log.lines.length;
      await app.slack.pressViewButton({ viewId: view('home')?.id ?? '', actionId: 'home:ask' });
      return lines;
    };
    const opened = () => app.slack.calls.filter(({ method }) => method === 'views.open').length;
    await app.slack.openHome();
    await slow.bot.inFlight.settled();
    await write('GARO-8f3k2j1');
    const [lines] = await Promise.all([click(), click()]);
    await waitFor(() => expect(slow.log.lines).toHaveLength(lines + 1)); // that of the second click, which is over
    expect(slow.log.entries().at(-1)).toMatchObject({ outcome: 'ignored' });
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(opened()).toBe(1);
    answer();
    await waitFor(() => expect(blocksOf('modal')).toContain('Successful · 25,000.00'));
    await slow.bot.inFlight.settled();
    await write('GARO-8f3k2j1');
    await click();
    await waitFor(() => expect(server.requests).toHaveLength(2));
    expect(opened()).toBe(2);
    answer();
    await slow.bot.inFlight.settled();
    await slow.stop();
    await server.close();
  });

  it('of several is a list with a line each, what needs attention first, and each opens', async () => {
    await paste('GARO-8f3k2j1\nGARO-5p1d6w8\nGARO-0n0f0u1');
    const texts = (view('modal')?.blocks ?? []).map((block) => Object(Object(block).text).text);
    expect(texts.slice(0, 2)).toEqual([
      expect.stringContaining('*3 asked:* 1 successful · 1 pending · 1 not found'),
      [
        '`GARO-0n0f0u1` · Not found',
        '`GARO-5p1d6w8` · ◷ Pending · 1,250,000.00',
        '`GARO-8f3k2j1` · ✓ Successful · 25,000.00',
      ].join('\n'),
    ]);
    const option = { text: 'GARO-5p1d6w8', value: 'txn GARO-5p1d6w8' };
    await app.slack.select({ viewId: view('modal')?.id ?? '', actionId: 'txn:open', option });
    await app.bot.inFlight.settled();
    expect(blocksOf('modal')).toMatch(/◷ Pending · 1,250,000\.00.*txn:requery/);
    expect(view('modal')?.close).toBe('Back');
    await app.slack.closeView({ viewId: view('modal')?.id ?? '' });
    expect(blocksOf('modal')).toContain('*3 asked:*');
    expect(view('modal')?.close).toBe('Close');
  });

  it('of several opens upon the list by its name, and what is asked of a card stays upon the list', async () => {
    await paste('GARO-8f3k2j1\nGARO-5p1d6w8');
    const option = { text: 'GARO-5p1d6w8', value: 'txn GARO-5p1d6w8' };
    await app.slack.select({ viewId: view('modal')?.id ?? '', actionId: 'txn:open', option });
    await app.bot.inFlight.settled();
    const pushed = app.slack.calls.findLast(({ method }) => method === 'views.push');
    expect(JSON.stringify(pushed?.args)).toContain('Looking up `GARO-5p1d6w8` …');
    for (const actionId of ['txn:requery', 'txn:requery']) {
      await app.slack.pressViewButton({ viewId: view('modal')?.id ?? '', actionId });
      await app.bot.inFlight.settled();
      expect(blocksOf('modal')).toContain('*SUCCESSFUL*');
      expect(view('modal')?.close).toBe('Back');
    }
    await app.slack.closeView({ viewId: view('modal')?.id ?? '' });
    expect(blocksOf('modal')).toContain('*2 asked:*');
  });

  it('of more than a list holds has the rest behind a button', async () => {
    const references = Array.from({ length: 26 }, (_, index) => `GARO-8f3k${100 + index}`);
    await paste(references.join('\n'));
    expect(blocksOf('modal')).toContain('*25 of 26 asked:* 25 not found');
    expect(blocksOf('modal')).toContain('Look Up All 26');
  });

  it('of more than a list holds still has room for all fields of a card, where Slack stacks no more windows', async () => {
    const many = Array.from({ length: 25 }, (_, at) => `GARO-8f3k${100 + at}`);
    await paste([...many, 'GARO-8f3k2j1', 'and requery 12345698690885579'].join('\n'));
    const top = () => view('modal')?.id ?? '';
    await app.slack.pressViewButton({ viewId: top(), actionId: 'txn:these:0' });
    await app.bot.inFlight.settled();
    const option = { text: 'GARO-8f3k2j1', value: 'txn GARO-8f3k2j1' };
    await app.slack.select({ viewId: top(), actionId: 'txn:open', option });
    await app.bot.inFlight.settled();
    const [first, list, card] = app.slack.views.filter(({ type }) => type === 'modal');
    expect(card?.close).toBe('Back');
    await app.slack.pressViewButton({ viewId: top(), actionId: 'txn:fields' });
    await app.bot.inFlight.settled();
    expect(app.slack.views.filter(({ type }) => type === 'modal').map(({ id }) => id)).toEqual(
      [first, list, card].map((shown) => shown?.id),
    );
    expect(view('modal')).toMatchObject({ title: 'All Fields', close: 'Back' });
  });

  it('says in the window why there is no answer, and tries again there', async () => {
    service.setOutage('unavailable');
    await paste('GARO-8f3k2j1');
    expect(blocksOf('modal')).toMatch(/`GARO-8f3k2j1`: the transfer service .*Try Again/);
    service.setOutage('none');
    await app.slack.pressViewButton({ viewId: view('modal')?.id ?? '', actionId: 'txn:run:0' });
    await app.bot.inFlight.settled();
    expect(blocksOf('modal')).toContain('Successful · 25,000.00');
  });

  it('stays in the field until it is answered, and then the field is empty', async () => {
    await open();
    await write('GARO-8f3k2j1');
    await open();
    const typed = () => JSON.stringify(view('home')?.state);
    expect(typed()).toContain('"value":"GARO-8f3k2j1"');
    service.setOutage('unavailable');
    await press('home:ask');
    await open();
    expect(typed()).toContain('"value":"GARO-8f3k2j1"');
    service.setOutage('none');
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' });
    await open();
    expect(typed()).toContain('"value":"GARO-8f3k2j1"');
    await press('home:ask');
    expect(typed()).toContain('"value":null');
    await write('code of zenith');
    await press('home:ask');
    expect(typed()).toContain('"value":null');
  });

  it('is answered though Home cannot be drawn again', async () => {
    await open();
    await write('GARO-8f3k2j1');
    app.slack.setFailure('views.publish', { error: 'internal_error' });
    await press('home:ask');
    expect(blocksOf('modal')).toContain('Successful · 25,000.00');
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
  });
});

describe('what somebody looked up', () => {
  it('is on their Home, newest first, from every door, and looked up again at a click', async () => {
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' });
    await app.slack.sendCommand({ command: '/tsq', text: '12345698690885579' });
    await app.slack.writeMessage({ text: `<@${botUserId}> txn GARO-8f3k2j1` });
    await app.bot.inFlight.settled();
    await open();
    expect(blocksOf('home')).toMatch(
      /You looked up.*`GARO-8f3k2j1` · ✓ Successful · <!date.*Requery `12345698690885579` · ✓ SUCCESSFUL · <!date.*`GARO-5p1d6w8` · ◷ Pending · <!date.*The transfer service/,
    );
    await press('home:again:1');
    expect(blocksOf('modal')).toContain('Requery `12345698690885579`');
    expect(app.audit.at(-1)).toMatchObject({ door: 'home:again:1', command: 'tsq', asked: '12345698690885579' });
    // and Home is drawn again, with that one first
    expect(blocksOf('home')).toMatch(/Requery `12345698690885579`.*`GARO-8f3k2j1`.*`GARO-5p1d6w8`/);
  });

  it('is of many, refreshed and requeried too, each once', async () => {
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8 GARO-0n0f0u1' });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' });
    for (const verb of ['refresh', 'requery']) {
      await app.slack.pressButton({ messageId: app.answers()[1]?.id ?? '', actionId: `txn:${verb}` });
      await app.bot.inFlight.settled();
    }
    await open();
    expect(blocksOf('home')?.match(/`GARO-[^`]*` ·/g)).toEqual(['`GARO-5p1d6w8` ·', '`GARO-8f3k2j1` ·']);
  });

  it('is nobody else’s to see, and needs an answer', async () => {
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-5p1d6w8' });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-0n0f0u1' });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1', userId: otherPersonId });
    await open(otherPersonId);
    expect(blocksOf('home', otherPersonId)).toContain('`GARO-8f3k2j1` ·');
    expect(blocksOf('home', otherPersonId)).not.toMatch(/GARO-5p1d6w8|GARO-0n0f0u1/);
    await open();
    expect(blocksOf('home')).not.toMatch(/`GARO-8f3k2j1` ·|GARO-0n0f0u1/);
  });

  it('is kept without the names and numbers of a status', async () => {
    const server = await startServer((_request, response) => {
      response.end(transactionBody({ status: 'blocked: Jane Doe 0123456789' }));
    });
    const other = await runApp({ slack: app.slack, transferApi: { baseUrl: server.url } });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(JSON.stringify(app.answers().at(-1))).toContain('Jane Doe');
    expect(JSON.stringify(other.services.recentLookUps.of(personId))).not.toMatch(/Jane|0123456789|25000/);
    await app.slack.openHome();
    await other.bot.inFlight.settled();
    expect(blocksOf('home')).toContain('`GARO-8f3k2j1` · ? Status withheld');
    await other.stop();
    await server.close();
  });
});

describe('where the policy allows no windows', () => {
  it('Home has no field and no buttons, as they would be refused', async () => {
    const env = { ALLOWED_CHANNELS: `${directMessageId},${workspace.channelId}` };
    const strict = await runApp({ slack: app.slack, transferApi: service, env });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    await app.slack.openHome();
    await strict.bot.inFlight.settled();
    expect(blocksOf('home')).toContain('`GARO-8f3k2j1` · ✓ Successful');
    expect(blocksOf('home')).not.toMatch(/action_id/);
    await strict.stop();
  });
});

describe('while the service is silent', () => {
  it('Home says since when, and no longer once it answers', async () => {
    const server = await startServer(() => {});
    const env = { TRANSFER_API_TIMEOUT_MS: '2000' };
    const other = await runApp({ slack: app.slack, transferApi: { baseUrl: server.url }, env });
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
      now: Date.UTC(2026, 0, 31, 22, 53),
    });
    try {
      for (let round = 0; round < 3; round += 1) {
        const commands = ['A1', 'B2'].map((text) =>
          app.slack.sendCommand({ command: '/txn', text: `${text}-${round}` }),
        );
        await waitFor(() => expect(server.requests).toHaveLength(2 * round + 2));
        vi.advanceTimersByTime(2_000);
        await Promise.all(commands);
        await other.bot.inFlight.settled();
      }
      await app.slack.openHome();
      await other.bot.inFlight.settled();
      expect(blocksOf('home')).toMatch(
        /Not answering since <!date[^|]*\|2026-01-31 22:53 UTC>\. Last tried <!date[^|]*\|2026-01-31 22:53 UTC>\./,
      );
    } finally {
      vi.useRealTimers();
      await other.stop();
      await server.close();
    }
  });
});
