import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerListeners } from '../../../src/slack/listeners/index.ts';
import { createSampleTransferService } from '../../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../../sandbox/transfer-service/types.ts';
import { createDoors, doorNames } from '../../support/doors.ts';
import { type RunningApp, runApp } from '../../support/run-app.ts';
import { waitFor } from '../../support/wait-for.ts';

let service: SampleTransferService;
let app: RunningApp;
let doors: ReturnType<typeof createDoors>;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
  doors = createDoors({ slack: app.slack });
});
afterEach(async () => {
  await app.stop();
  await service.close();
});

/** What the code registers, read off the real registration. */
function registered(): string[] {
  const names: string[] = [];
  const note = (kind: string) => (name: string) => void names.push(`${kind} ${name}`);
  const dispatch = {
    command: note('command'),
    action: note('action'),
    options: note('options'),
    shortcut: note('shortcut'),
    view: note('view'),
    event: note('event'),
    listen: async () => {},
  };
  registerListeners(dispatch, app.services);
  return names;
}

describe('every door', () => {
  it('is listed here', () => {
    expect(registered().sort()).toEqual([...doorNames].sort());
  });

  it.each(doorNames)('goes through what they have in common: %s', async (name) => {
    const door = doors[name];
    const place = { messageId: '', viewId: '', ...(await door.prepare()) };
    await app.bot.inFlight.settled();
    const before = { lines: app.log.lines.length, requests: service.requests.length, answers: app.answers().length };

    app.bot.inFlight.stop();
    await door.knock(place);
    await waitFor(() => expect(app.log.lines.length).toBeGreaterThan(before.lines));
    // Refused in the one place, with one line in the log, and nothing was asked or shown.
    const [line] = app.log.entries().slice(before.lines);
    expect(line).toMatchObject({ outcome: 'user_error', reference: expect.any(String) });
    expect(service.requests).toHaveLength(before.requests);
    const shown = JSON.stringify([app.answers().slice(before.answers), app.slack.views.map(({ blocks }) => blocks)]);
    expect(shown).not.toMatch(/Jane Doe|ZENITH BANK PLC|SUCCESSFUL/);
    if (!name.startsWith('options'))
      await waitFor(() => expect(JSON.stringify([app.slack.messages, app.slack.views])).toContain('just restarting'));
  });
});
