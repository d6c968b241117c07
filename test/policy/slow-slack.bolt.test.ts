import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDoors, type DoorName, type DoorPlace } from '../support/doors.ts';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** One app knows the person and prepares; the other has to ask Slack, which answers when the test lets it. */
let people = 0;
let userId: string;
let slack: SlackStandIn;
let service: SampleTransferService;
let other: RunningApp;
beforeAll(async () => {
  slack = await createSlackStandIn();
  service = await createSampleTransferService();
  other = await runApp({ slack, transferApi: service });
});
afterAll(async () => {
  await other.stop();
  await slack.close();
  await service.close();
});

describe('while Slack takes its time to say who asks', () => {
  let app: RunningApp;
  let say: () => void;
  beforeEach(async () => {
    slack.forget();
    people += 1;
    userId = `U0NEW${people}`;
    app = await runApp({ slack, transferApi: service });
  });
  afterEach(async () => {
    say();
    await app.bot.inFlight.settled();
    slack.setFailure('users.info', undefined);
    expect(slack.breaches).toEqual([]);
    await app.stop();
  });

  /** The knock, past two seconds of the bot's clock. */
  async function knockLate(name: DoorName, info = {}) {
    slack.deliverTo(other.requestUrl);
    const door = createDoors({ slack, userId })[name];
    const place: DoorPlace = { messageId: '', viewId: '', ...(await door.prepare()) };
    await other.bot.inFlight.settled();
    slack.deliverTo(app.requestUrl);
    slack.setPerson(userId, { info });
    const { promise: until, resolve } = withResolvers();
    say = resolve;
    slack.setFailure('users.info', { until });
    const asked = calls('users.info');
    holdClock();
    const before = windows();
    const knock = () => door.knock(place);
    const knocked = knock();
    await waitFor(() => expect(calls('users.info')).toBe(asked + 1));
    vi.advanceTimersByTime(2_000);
    return { knock, knocked, opened: () => windows().filter((view) => !before.includes(view)) };
  }
  const calls = (method: string) => slack.requests.filter((request) => request === method).length;
  const windows = () => slack.views.filter((view) => view.type === 'modal' && view.userId === userId);

  it.each([
    ['shortcut find_bank_code', 'answered'],
    ['action bank:picker', 'refused'],
  ] as const)(
    'the bank picker is open before, and shows the reason to whom it is not for: %s, %s',
    async (name, outcome) => {
      const { knocked, opened } = await knockLate(name, { is_restricted: outcome === 'refused' });
      const [view] = opened();
      expect(JSON.stringify(view?.blocks)).toContain('bank:pick');
      say();
      await knocked;
      await app.bot.inFlight.settled();
      expect(opened()).toEqual([expect.objectContaining({ id: view?.id })]);
      const shown = JSON.stringify(opened()[0]?.blocks);
      expect(shown.includes('bank:pick')).toBe(outcome === 'answered');
      expect(shown.includes('does not answer guests')).toBe(outcome === 'refused');
      expect(app.log.entries().at(-1)).toMatchObject({ outcome });
    },
  );

  it('the typeahead offers nothing in time, and nothing more when it is too late', async () => {
    const { knocked, knock } = await knockLate('options bank:pick');
    expect(await knocked).toMatchObject({ delivery: { outcome: 'acked' }, options: [] });
    say();
    await app.bot.inFlight.settled();
    expect(app.log.entries()).toEqual([expect.objectContaining({ outcome: 'answered' })]);
    expect(await knock()).toMatchObject({
      options: expect.arrayContaining([expect.objectContaining({ value: '000015' })]),
    });
  });
});
