import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { clickables } from '../buttons/clickables.ts';
import { type DrawnButtons, pressesOf, readDrawnButtons, unreleased } from '../buttons/drawn-buttons.ts';
import { doorNames } from '../support/doors.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const drawnByAll = readDrawnButtons();
const releases = [...drawnByAll.keys()];
const drawnBy = (release: string) => drawnByAll.get(release) ?? expect.fail(`nothing is kept of ${release}`);

let app: RunningApp;
let service: SampleTransferService;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service, env: { RATE_LIMIT_PER_MINUTE: '10000' } });
});
afterEach(async () => {
  await app.stop();
  await service.close();
});

/** Clicks everything there is in these blocks, and says what became of it. */
async function clickAll(drawn: DrawnButtons) {
  const ended: string[] = [];
  for (const { name, press } of pressesOf(app.slack, drawn)) {
    await press();
    await app.bot.inFlight.settled();
    const { outcome } = app.log.entries().findLast(({ msg }) => msg === 'command') ?? {};
    ended.push(`${name}: ${outcome}`);
  }
  expect(ended).not.toEqual([]);
  expect(app.log.entries().filter(({ msg }) => msg === 'command')).toHaveLength(ended.length);
  return ended;
}

/** A reference that is not there is an answer as well; what a batch carries is its id, which another process lacks. */
const answered = expect.stringMatching(/: (?:answered|not_found)$|: batch:.*: (?:answered|user_error)$/);

describe.each(releases)('what txnbot %s drew', (release) => {
  const { messages, home } = drawnBy(release);

  it.each(messages.map((message) => [message.from, message] as const))('can be clicked: %s', async (_from, message) => {
    const ended = await clickAll({ messages: [message], home: [] });
    expect(ended).toEqual(ended.map(() => answered));
    expect(app.slack.messages.map(({ text }) => text).join()).not.toContain('older version');
  });

  it('can be clicked at Home', async () => {
    const ended = await clickAll({ messages: [], home });
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
