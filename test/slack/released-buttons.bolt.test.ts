import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/text.ts';
import { clickables } from '../buttons/clickables.ts';
import { type DrawnButtons, pressesOf, readDrawnButtons, unreleased } from '../buttons/drawn-buttons.ts';
import { doorNames } from '../support/doors.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const drawnByAll = readDrawnButtons();
const releases = [...drawnByAll.keys()];
const drawnBy = (release: string) => drawnByAll.get(release) ?? expect.fail(`nothing is kept of ${release}`);

let app: RunningApp;
let service: SampleTransferService;
let people = 0;
beforeAll(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service, env: { RATE_LIMIT_PER_MINUTE: '10000' } });
});
afterAll(async () => {
  await app.stop();
  await service.close();
});

/** Somebody new clicks everything there is in these blocks. @returns what became of each click, and what was said */
async function clickAll(drawn: DrawnButtons) {
  people += 1;
  const outcomes = () => app.log.entries().flatMap(({ msg, outcome }) => (msg === 'command' ? [outcome] : []));
  const before = { outcomes: outcomes().length, messages: app.slack.messages.length };
  const presses = pressesOf(app.slack, drawn, `U0PERSON${people}`);
  for (const { press } of presses) {
    await press();
    await app.bot.inFlight.settled();
  }
  const since = outcomes().slice(before.outcomes);
  expect(presses).not.toEqual([]);
  expect(since).toHaveLength(presses.length);
  return {
    ended: presses.map(({ name }, at) => `${name}: ${since[at]}`),
    said: app.slack.messages.slice(before.messages).map(({ text }) => text),
  };
}

/** A reference that is not there is an answer as well; what a list carries is its id, which another process lacks. */
const answered = expect.stringMatching(/: (?:answered|not_found)$|: batch:.*: (?:answered|user_error)$/);

describe.each(releases)('what txnbot %s drew', (release) => {
  const { messages, home } = drawnBy(release);

  it.each(messages.map((message) => [message.from, message] as const))('can be clicked: %s', async (_from, message) => {
    const { ended, said } = await clickAll({ messages: [message], home: [] });
    expect(ended).toEqual(ended.map(() => answered));
    expect(said.join()).not.toContain('older version');
  });

  it('can be clicked at Home', async () => {
    const { ended } = await clickAll({ messages: [], home });
    expect(ended).toEqual(ended.map(() => answered));
  });
});

describe('the buttons of this version', () => {
  it('are kept', () => {
    expect(releases, 'npm run release').toContain(version);
  });

  it('are kept of every kind that a message or Home has', () => {
    const { messages, home } = drawnBy(releases.includes(unreleased) ? unreleased : version);
    const drawn = new Set(
      clickables([messages, home]).flatMap(({ routes }) => routes.map((route) => `action ${route}`)),
    );
    const inWindows = ['bank:pick', 'txn:csv', 'txn:full-all', 'txn:open'].map((name) => `action ${name}`);
    // Drawn by older versions, and by a Try Again.
    const old = ['action txn:share-all'];
    const kinds = doorNames.filter((name) => name.startsWith('action ') && ![...inWindows, ...old].includes(name));
    expect(
      kinds.filter((name) => !drawn.has(name)),
      'npm run buttons',
    ).toEqual([]);
  });
});
