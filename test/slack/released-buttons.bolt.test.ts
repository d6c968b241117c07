import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../src/version.ts';
import { clickables, textFields } from '../buttons/clickables.ts';
import { DrawnButtons, unreleased } from '../buttons/drawn-buttons.ts';
import { doorNames } from '../support/doors.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const folder = 'test/fixtures/buttons';
const releases = readdirSync(folder).map((file) => path.basename(file, '.json'));
const drawnBy = (release: string) =>
  DrawnButtons.parse(JSON.parse(readFileSync(path.join(folder, `${release}.json`), 'utf8')));

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

/** Calls Slack as the bot would. */
async function callSlack(method: string, args: object): Promise<void> {
  const response = await fetch(app.slack.apiUrl + method, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.slack.botToken}`, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(args),
  });
  expect(await response.json()).toMatchObject({ ok: true });
}

/** Clicks everything there is in these blocks, shown anew for each click, and says what became of it. */
async function clickAll(blocks: readonly unknown[], show: () => Promise<{ messageId: string } | { viewId: string }>) {
  const ended: string[] = [];
  for (const { actionId, blockId, choices } of clickables(blocks))
    for (const option of choices.length > 0 ? choices : [undefined]) {
      const clicked = { ...(await show()), actionId, blockId };
      if (option) await app.slack.select({ ...clicked, option });
      else if ('viewId' in clicked) await app.slack.pressViewButton(clicked);
      else await app.slack.pressButton(clicked);
      await app.bot.inFlight.settled();
      const { outcome } = app.log.entries().findLast(({ msg }) => msg === 'command') ?? {};
      ended.push(`${actionId} ${option?.value ?? ''}: ${outcome}`);
    }
  expect(ended).not.toEqual([]);
  expect(app.log.entries().filter(({ msg }) => msg === 'command')).toHaveLength(ended.length);
  return ended;
}

/** A reference that is not there is an answer as well. */
/** What a batch carries is its id, which another process does not know. */
const answered = expect.stringMatching(/: (?:answered|not_found)$|^batch:.*: (?:answered|user_error)$/);

describe.each(releases)('what txnbot %s drew', (release) => {
  const { messages, home } = drawnBy(release);

  it.each(messages.map(({ from, ...message }) => [from, message] as const))(
    'can be clicked: %s',
    async (_from, { isEphemeral, blocks }) => {
      const message = { channel: workspace.channelId, text: 'x', blocks, unfurl_links: false, unfurl_media: false };
      const ended = await clickAll(blocks, async () => {
        if (isEphemeral) await callSlack('chat.postEphemeral', { ...message, user: workspace.personId });
        else await callSlack('chat.postMessage', message);
        return { messageId: app.answers().at(-1)?.id ?? '' };
      });
      expect(ended).toEqual(ended.map(() => answered));
      expect(app.slack.messages.map(({ text }) => text).join()).not.toContain('older version');
    },
  );

  it('can be clicked at Home', async () => {
    const ended = await clickAll(home, async () => {
      await callSlack('views.publish', { user_id: workspace.personId, view: { type: 'home', blocks: home } });
      const viewId = app.slack.views.find(({ type }) => type === 'home')?.id ?? '';
      for (const { actionId, blockId } of textFields(home))
        await app.slack.typeText({ viewId, actionId, blockId, text: 'GARO-8f3k2j1' });
      return { viewId };
    });
    expect(ended).toEqual(ended.map(() => answered));
  });
});

describe('the buttons of this version', () => {
  it('are kept', () => {
    expect(releases, 'npm run release').toContain(version);
  });

  it('are kept as of one moment, so that a second drawing is the same file', () => {
    const { messages } = drawnBy(releases.includes(unreleased) ? unreleased : version);
    const times = JSON.stringify(messages).matchAll(/"updatedAt\\":\\"(\d+)/g);
    expect([...times].every(([, ms]) => new Date(Number(ms)).toISOString().startsWith('2026-01-31T'))).toBe(true);
  });

  it('are kept of every kind that a message or Home has', () => {
    const { messages, home } = drawnBy(releases.includes(unreleased) ? unreleased : version);
    const drawn = clickables([messages, home]).flatMap(({ routes }) => routes.map((route) => `action ${route}`));
    const inWindows = ['bank:pick', 'txn:csv', 'txn:full-all', 'txn:open'].map((name) => `action ${name}`);
    // Drawn by older versions, and by a Try Again.
    const old = ['action txn:share-all'];
    const kinds = doorNames.filter((name) => name.startsWith('action ') && ![...inWindows, ...old].includes(name));
    expect([...new Set(drawn)].sort(), 'npm run buttons').toEqual([...kinds].sort());
  });
});
