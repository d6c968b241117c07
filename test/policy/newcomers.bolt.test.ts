import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdClock } from '../support/hold-clock.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

let service: SampleTransferService;
let app: RunningApp;
beforeAll(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterAll(async () => {
  await app.stop();
  await service.close();
});

describe('an incident', () => {
  it('brings many new people at once, and all are answered though Slack limits what is asked about them', async () => {
    holdClock();
    app.slack.setLimit('users.info', { calls: 50, retryAfterSeconds: 1 });
    const people = Array.from({ length: 120 }, (_, index) => `U0NEW${index}`);
    const asked = people.map((userId) => app.slack.sendCommand({ command: '/bank', text: 'zenith', userId }));
    await waitFor(() => {
      vi.advanceTimersByTime(50);
      expect(app.log.entries().filter(({ outcome }) => outcome)).toHaveLength(people.length);
    });
    await Promise.all(asked);
    const outcomes = app.log.entries().map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(people.length);
    expect(app.slack.requests.filter((request) => request === 'users.info').length).toBeGreaterThan(people.length);
  });
});
