import { workspace } from 'slack-sandbox';
import { beforeEach, expect, it } from 'vitest';
import { withResolvers } from '../../src/async.ts';
import { describeServiceState } from '../../src/commands/service-state.ts';
import { UserError } from '../../src/errors.ts';
import type { LookUpSummary } from '../../src/transfer-service/token-and-address.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { type AppWithSamples, runWithSamples } from '../support/run-with-samples.ts';

const { personId, otherPersonId, directMessageId, botUserId, channelId } = workspace;
let app: AppWithSamples;
beforeEach(async (test) => {
  app = await runWithSamples(test, { env: { BATCH_MAX: '26' } });
});

const view = (type: 'home' | 'modal', userId: string = personId) =>
  app.slack.views.findLast((shown) => shown.type === type && shown.userId === userId);
const blocksOf = (type: 'home' | 'modal', userId?: string) =>
  JSON.stringify(view(type, userId)?.blocks);
const idOf = (type: 'home' | 'modal') => view(type)?.id ?? '';
/** Waits until all that comes of it is done. */
const done = async (act: Promise<unknown>, on: RunningApp = app) => {
  await act;
  await on.bot.inFlight.settled();
};
const open = (userId: string = personId, on: RunningApp = app) =>
  done(app.slack.openHome({ userId }), on);
const press = (actionId: string) =>
  done(app.slack.pressViewButton({ viewId: idOf('home'), actionId }));
const write = (text: string) =>
  app.slack.typeText({ viewId: idOf('home'), actionId: 'home:paste', userId: personId, text });
const paste = async (text: string) => {
  await open();
  if (text !== '') await write(text);
  await press('home:ask');
};
const inModal = (actionId: string) =>
  done(app.slack.pressViewButton({ viewId: idOf('modal'), actionId }));
const choose = (reference: string) => {
  const option = { text: reference, value: `txn ${reference}` };
  return done(app.slack.select({ viewId: idOf('modal'), actionId: 'txn:open', option }));
};
const txn = (text: string, userId: string = personId) =>
  app.slack.sendCommand({ command: '/txn', text, userId });
const asked = () => app.service.requests.map(({ url }) => url.replace('/banking/v1', ''));
const looked = '/transactions/reference/GARO-8f3k2j1';

it('Home has no field and no buttons where the policy allows no windows', async () => {
  const env = { ALLOWED_CHANNELS: `${directMessageId},${channelId}` };
  const strict = await runApp({ slack: app.slack, transferApi: app.service, env });
  await txn('watch GARO-5p1d6w8');
  await txn('GARO-8f3k2j1');
  await open(personId, strict);
  expect(blocksOf('home')).toContain('`GARO-8f3k2j1` · ✓ Successful');
  expect(blocksOf('home')).toMatch(/`GARO-5p1d6w8`\\n◷ \*[Pp]ending\*.*`\/txn watching` stops one/);
  expect(blocksOf('home')).not.toMatch(/action_id/);
  await strict.stop();
});

it.each<[string, RegExp, string[]]>([
  [
    'Good morning,\nplease is GARO-8f3k2j1 of ₦25,000 done?',
    /^(?!.*read as).*25,000\.00.*looked up <!date/,
    [looked],
  ],
  ['hello', /^(?!.*looked up <).*Hello/, []],
  ['', /The field is empty/, []],
  [' \n ', /The field is empty\. Paste into it what you want looked up\./, []],
  ['ZQXJKV', /No record of `ZQXJKV`/, ['/transfer/banks', '/transactions/reference/ZQXJKV']],
])('a paste of %j on Home is answered in a modal', async (text, shown, requests) => {
  await paste(text);
  const opened = app.slack.calls.find(({ method }) => method === 'views.open');
  expect(JSON.stringify(opened?.args)).toContain('Looking');
  expect(blocksOf('modal')).toMatch(shown);
  expect(asked()).toEqual(requests);
  expect(app.answers()).toEqual([]);
});

it('a paste on Home is audited as the command it means, and can start a watch', async () => {
  await paste('watch GARO-5p1d6w8');
  const line = { user: personId, door: 'home:ask', command: 'txn', outcome: 'answered' };
  expect(app.audit).toEqual([
    expect.objectContaining({ ...line, asked: expect.stringMatching(/GARO-5p1d6w8$/) }),
  ]);
  expect(blocksOf('modal')).toContain('Watching `GARO-5p1d6w8`: pending now.');
  expect(blocksOf('home')).toContain('home:stop:0');
});

it('several references pasted on Home are a list, and cards open on top of it', async () => {
  await paste('GARO-8f3k2j1\nGARO-5p1d6w8\nGARO-0n0f0u1');
  expect(blocksOf('modal')).toMatch(
    /\*3 asked:\* 1 successful · 1 pending · 1 not found.*Don't resend from this table/,
  );
  await choose('GARO-5p1d6w8');
  const pushed = app.slack.calls.findLast(({ method }) => method === 'views.push');
  expect(JSON.stringify(pushed?.args)).toContain('Looking up `GARO-5p1d6w8` …');
  expect(blocksOf('modal')).toMatch(/◷ Pending for 3 min · 1,250,000\.00.*txn:check/);
  for (const _time of [1, 2]) {
    await inModal('txn:check');
    expect(blocksOf('modal')).toContain('✓ SUCCESSFUL');
    expect(view('modal')?.close).toBe('Back');
  }
  await app.slack.closeView({ viewId: idOf('modal') });
  expect(blocksOf('modal')).toContain('*3 asked:*');
  expect(view('modal')?.close).toBe('Close');
});

it('a line of a list on Home says on which side a name is, and an unusual type', async () => {
  await paste('GARO-8f3k2j1\nGARO-7c4m9p2\nGARO-4u7k1y9');
  const shown = blocksOf('modal');
  expect(shown).toMatch(/GARO-8f3k2j1[^\n]* · Jane Doe(?! · type)/);
  expect(shown).toMatch(/GARO-7c4m9p2[^\n]* · from Bola Stores Ventures · type collection/);
  expect(shown).toMatch(/GARO-4u7k1y9[^\n]* · to Jane Doe · type `bulk_disbursement`/);
});

it('a paste on Home stays in the field until it is answered, and can be retried', async () => {
  const typed = () => JSON.stringify(view('home')?.state);
  app.service.setOutage('unavailable');
  await paste('GARO-8f3k2j1');
  expect(blocksOf('modal')).toMatch(/`GARO-8f3k2j1`: the transfer service .*Ask Again/);
  await open();
  expect(typed()).toContain('"value":"GARO-8f3k2j1"');
  app.service.setOutage('none');
  await inModal('txn:run:0');
  expect(blocksOf('modal')).toContain('Successful · 25,000.00');
  for (const next of ['GARO-5p1d6w8', 'code of zenith']) {
    await write(next);
    await press('home:ask');
    expect(typed()).toContain('"value":null');
  }
});

it('a paste on Home is answered once, also while the one before has no answer yet', async () => {
  const { promise: until, resolve: answer } = withResolvers<void>();
  await open();
  app.slack.setFailure('views.open', { until });
  for (const text of ['GARO-8f3k2j1', 'GARO-8f3k2j1', 'GARO-5p1d6w8']) {
    await write(text);
    await app.slack.pressViewButton({ viewId: idOf('home'), actionId: 'home:ask' });
  }
  answer();
  await app.bot.inFlight.settled();
  expect(app.audit.map(({ asked }) => asked).sort()).toEqual(['GARO-5p1d6w8', 'GARO-8f3k2j1']);
  expect(app.slack.calls.filter(({ method }) => method === 'views.open')).toHaveLength(2);
});

it('Home lists what its person looked up, newest first, to look up again', async () => {
  await txn('GARO-5p1d6w8');
  await txn('GARO-0n0f0u1'); // has no answer
  await app.slack.sendCommand({ command: '/tsq', text: '12345698690885579' });
  await done(app.slack.writeMessage({ text: `<@${botUserId}> txn GARO-8f3k2j1` }));
  await open();
  expect(blocksOf('home')).toMatch(
    /You looked up.*`GARO-8f3k2j1` · ✓ Successful · <!date.*Requery `12345698690885579` · ✓ SUCCESSFUL · <!date.*`GARO-5p1d6w8` · ◷ \*Pending\* · <!date.*The transfer service/,
  );
  expect(blocksOf('home')).not.toContain('GARO-0n0f0u1');
  expect(blocksOf('home')).toContain('"value":"tsq 12345698690885579"');
  await write('half a question');
  await press('home:again:1');
  expect(blocksOf('modal')).toContain('Requery `12345698690885579`');
  expect(app.audit.at(-1)).toMatchObject({
    door: 'home:again:1',
    command: 'tsq',
    asked: '12345698690885579',
  });
  expect(JSON.stringify(view('home')?.state)).toContain('half a question');
  // and Home is drawn again, with that one first
  expect(blocksOf('home')).toMatch(/Requery `12345698690885579`.*`GARO-8f3k2j1`.*`GARO-5p1d6w8`/);
});

it("watches are listed on their owner's Home only, each with a button that stops it", async () => {
  await open();
  expect(view('home')?.blocks).toMatchObject([
    { type: 'input', element: { multiline: true } },
    {},
    { type: 'actions', elements: [{ value: 'txn open' }] },
    {},
    {},
    {},
    {},
  ]);
  expect(app.audit).toEqual([]);
  await txn('watch GARO-5p1d6w8 GARO-8f3k2j1');
  await open();
  expect(blocksOf('home')).toMatch(
    /"Watching".*`GARO-5p1d6w8`\\n◷ \*Pending\* · until <!date.*`GARO-8f3k2j1`.*"The transfer service"/,
  );
  await open(otherPersonId);
  expect(blocksOf('home', otherPersonId)).not.toContain('home:stop');

  await press('home:stop:0');
  expect(blocksOf('home')).not.toMatch(/"Watching".*`GARO-5p1d6w8`\\n/);
  expect(blocksOf('home')).toContain('home:stop:0');
  expect((await app.services.watches.of(personId)).map(({ reference }) => reference)).toEqual([
    'GARO-8f3k2j1',
  ]);
  const line = { door: 'home:stop:0', command: 'txn', outcome: 'answered' };
  expect(app.audit.at(-1)).toMatchObject({ ...line, asked: 'GARO-5p1d6w8' });
  expect(view('modal')).toBeUndefined();
});

it('Home says when watches cannot be read', async () => {
  app.services.watches.of = () =>
    Promise.reject(new UserError('Watches cannot be kept right now.'));
  await open();
  expect(blocksOf('home')).toMatch(/"Watching".*Watches cannot be kept right now\./);
});

const nowMs = Date.UTC(2026, 0, 31, 23, 0);
const at = (minutesAgo: number) => nowMs - minutesAgo * 60_000;
const answered = (minutesAgo: number, isAnswered = true) => ({ atMs: at(minutesAgo), isAnswered });

it.each<[string, LookUpSummary, string]>([
  ['was never asked', {}, 'Nobody has asked the transfer service since I started.'],
  [
    'answers',
    { lastSuccessAtMs: at(1), last: answered(1) },
    'The transfer service last answered 22:59.',
  ],
  [
    'answered long ago',
    { lastSuccessAtMs: at(40), last: answered(40) },
    'The transfer service last answered 22:20.',
  ],
  [
    'did not answer last',
    { lastSuccessAtMs: at(5), last: answered(1, false) },
    'The last look-up, 22:59, got no answer that could be used. The transfer service last answered 22:55.',
  ],
  [
    'is silent',
    { last: answered(2, false), silentSinceMs: at(7) },
    'The transfer service has not answered since 22:53. No answer since I started.',
  ],
])('a service that %s', (_how, summary, said) => {
  const words = describeServiceState(summary);
  expect(words.replace(/<!date[^|]*\|2026-01-31 (\d\d:\d\d) UTC>/g, '$1')).toBe(said);
});

it("a person's own look-ups show what a requery contradicts", async () => {
  await app.answered(txn('watch GARO-5p1d6w8'));
  const requery = { command: '/tsq', text: '19261', userId: otherPersonId };
  await app.answered(app.slack.sendCommand(requery));
  await app.answered(txn('mine GARO-5p1d6w8', otherPersonId));

  const contradicted = `\`GARO-5p1d6w8\` · ◷ *Pending* · <!date`;
  const why = new RegExp(
    `\\*A requery says SUCCESSFUL \\(.*<@${otherPersonId}>\\). They disagree\\. Don't resend\\.\\*`,
  );
  await open();
  expect(blocksOf('home')).toContain(contradicted);
  expect(blocksOf('home')).toMatch(why);
  expect(blocksOf('home').split('"Watching"')[0]).toMatch(/`GARO-5p1d6w8`[^"]* is on it/);
  const beside = /◷ \*Pending\* · until [^"]*\\n\*A requery says SUCCESSFUL [^"]* Don't resend/;
  expect(blocksOf('home')).toMatch(beside);
  const watching = await app.answered(txn('watching'));
  expect(JSON.stringify(watching.blocks)).toMatch(beside);
  const own = await app.answered(
    app.slack.writeMessage({ text: 'my look-ups', channelId: directMessageId }),
  );
  expect(own.text).toContain(contradicted);
  expect(own.text).toMatch(why);

  // The text is all that a lock screen shows.
  const { text } = await app.answered(txn('GARO-5p1d6w8'));
  expect(text).toMatch(/A requery says SUCCESSFUL .* They disagree\. Don't resend/);

  await open(otherPersonId);
  expect(blocksOf('home', otherPersonId)).toMatch(
    /Requery `19261` · ✓ SUCCESSFUL · .* · The record of `GARO-5p1d6w8` said pending .* They disagree/,
  );
});
