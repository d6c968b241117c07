import { type ReceiverEvent, webApi } from '@slack/bolt';
import { workspace } from 'slack-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { registerListeners } from '../../src/app.ts';
import { bank } from '../../src/banks/bank.ts';
import { tsq, txn } from '../../src/commands/txn-and-tsq.ts';
import {
  AccessError,
  AuditError,
  CutShortError,
  DeliveryError,
  TransferApiError,
  UserError,
} from '../../src/errors.ts';
import type { AuditEntry } from '../../src/ops/audit.ts';
import { createEvents, type Outcome } from '../../src/ops/events.ts';
import { slackApiError } from '../../src/slack/client.ts';
import { errorBoundary } from '../../src/slack/error-boundary.ts';
import { chain } from '../../src/slack/pipeline.ts';
import type { SlackRequest } from '../../src/slack/request.ts';
import { createRouter } from '../../src/slack/routes.ts';
import { admittedTo, places } from '../support/asker.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { resourcesFor } from '../support/services.ts';
import { bring } from './support.ts';

const router = createRouter();
registerListeners(
  router.routes,
  resourcesFor('http://127.0.0.1:1', { COMMAND_SUFFIX: '-staging' }),
);
const reference = expect.stringMatching(/^[A-Z0-9]{6}$/);
const command = {
  command: '/txn-staging',
  text: 'GARO-8f3k2j1',
  user_id: workspace.personId,
  channel_id: workspace.channelId,
  response_url: 'http://127.0.0.1:1/canary',
};

/** What becomes of a command whose listener does this, from the real app's ears to its ack. */
async function heard(
  listen: (request: SlackRequest) => Promise<void> | void,
  ack?: ReceiverEvent['ack'],
) {
  const log = logLines();
  const ends: Outcome[] = [];
  const audit: AuditEntry[] = [];
  const answers: { text?: string; blocks?: unknown }[] = [];
  const events = createEvents().on('outcome', (end) => ends.push(end));
  const boundary = errorBoundary(log.logger, { knowsShape: true }, events);
  const options = { audit: async (entry: AuditEntry) => void audit.push(entry) };
  const brought = {
    body: command,
    ack: ack ?? (async (answer) => void answers.push(answer)),
    router,
    options,
  };
  await bring({ ...brought, logger: log.logger }, (request) =>
    chain([boundary], async () => listen(request))(request),
  );
  const lines = log.entries().filter(({ msg }) => msg === 'command');
  return {
    lines,
    ends,
    audit,
    text: answers.map(({ text }) => text).join('\n'),
    shown: JSON.stringify(answers),
  };
}
const throwing = (error: unknown) =>
  heard(() => {
    throw error;
  });
const platform = (error: string, more: object = {}) =>
  slackApiError(new webApi.WebAPIPlatformError({ ok: false, error, ...more }));

describe('an error', () => {
  const busy = {
    operation: 'requery',
    status: 429,
    code: 'E',
    reason: 'busy',
    attempts: 3,
    retryAfterMs: 9,
  } as const;
  const limited = new TransferApiError('rate_limited', {
    ...busy,
    asked: 'canary',
    serviceMessage: 'canary',
  });
  const noScope = platform('missing_scope', { needed: 'im:write' });
  const scope = { code: 'missing_scope', neededScope: 'im:write' };
  const unsure = new AccessError('slack_unavailable', 'Not now.', noScope);
  const cut = /^`GARO-8f3k2j1`: I stop\. Ask again in a few seconds\.\nThis proves/;
  const broken = { error: { name: 'RangeError', stack: expect.stringContaining('too far') } };
  const stumbling = slackApiError(new webApi.WebAPIHTTPError(502, '', {}));
  const unknown = { code: 'unknown_method' };

  it.each<[unknown, string, object, RegExp]>([
    [limited, 'warn rate_limited', busy, /transfer service/i],
    [unsure, 'warn refused', { rule: 'slack_unavailable', ...scope }, /Not now\.$/],
    [
      new AccessError('slack_unavailable', 'Not now.', platform('token_revoked')),
      'warn refused',
      { rule: 'slack_unavailable', code: 'token_revoked' },
      /Not now\.$/,
    ],
    [
      new AccessError('guest', 'Not you.'),
      'info refused',
      { rule: 'guest' },
      /was not looked up\. Not you\.$/,
    ],
    [new CutShortError('I stop'), 'warn cut_short', {}, cut],
    [new UserError('Check it.'), 'debug user_error', {}, /^Check it\.$/],
    [noScope, 'warn slack_error', scope, /: Slack refused .*im:write.*missing_scope/],
    [new RangeError('too far'), 'error bug', broken, /something broke on my side\.$/],
    ['words', 'error bug', { error: { name: 'string' } }, /something broke/],
    [
      platform('fatal_error', { needed: '' }),
      'warn slack_error',
      { code: 'fatal_error' },
      /: Slack refused what I need \(`fatal_error`\)/,
    ],
    [platform('unknown_method'), 'warn slack_error', unknown, /: Slack refused .*unknown_method/],
    [
      stumbling,
      'warn slack_error',
      { code: 'http_502' },
      /: Slack did not do what I need \(`http_502`\)\.$/,
    ],
  ])(
    '%s is one line in the log (%s), one in the audit log and a sentence',
    async (error, line, details, sentence) => {
      const { lines, ends, audit, text, shown } = await throwing(error);
      const [level, outcome] = line.split(' ');
      const durationMs = expect.any(Number);
      expect(lines).toEqual([
        {
          level,
          outcome,
          command: 'txn',
          reference,
          durationMs,
          msg: 'command',
          time: expect.anything(),
          ...details,
        },
      ]);
      expect(ends).toEqual([{ command: 'txn', outcome, durationMs: lines[0]?.durationMs }]);
      expect(audit).toEqual([
        expect.objectContaining({ outcome, reference, asked: 'GARO-8f3k2j1' }),
      ]);
      expect(text).toMatch(sentence);
      expect(shown.includes('Tell whoever runs me')).toBe(/error bug|slack_error/.test(line));
    },
  );

  it.each<[Error, object]>([
    [new DeliveryError('http_404'), { outcome: 'undelivered', code: 'http_404' }],
    [new AuditError('ENOSPC'), { outcome: 'unaudited', code: 'ENOSPC' }],
  ])('an error whose sentence cannot be sent leaves only a log line: %s', async (error, line) => {
    const { lines, audit, shown } = await throwing(error);
    expect(lines).toEqual([expect.objectContaining({ level: 'error', reference, ...line })]);
    expect(audit).toEqual([]);
    expect(shown).toBe('[]');
  });

  it('an error whose answer fails is followed by a log line that says so', async () => {
    const listen = () => Promise.reject(new UserError('Check it.'));
    const { lines, ends } = await heard(listen, () =>
      Promise.reject(new Error('the socket is closed')),
    );
    expect(lines).toEqual([
      expect.objectContaining({ outcome: 'user_error', reference }),
      expect.objectContaining({
        outcome: 'undelivered',
        level: 'error',
        reference,
        code: expect.any(String),
      }),
    ]);
    expect(ends.map(({ outcome }) => outcome)).toEqual(['user_error', 'undelivered']);
  });
});

describe('a question', () => {
  it('an answered question is one log line, with its duration', async () => {
    holdClock();
    vi.advanceTimersByTime(60_000); // what the clock says by itself is no wait
    const { lines, ends, audit } = await heard(async (request) => {
      vi.advanceTimersByTime(1_234.4);
      await request.deliver({ text: 'Successful', blocks: [] });
    });
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', outcome: 'answered', durationMs: 1_234 }),
    ]);
    expect(ends).toEqual([{ command: 'txn', outcome: 'answered', durationMs: 1_234 }]);
    const { channelId: channel } = workspace;
    expect(audit).toEqual([
      expect.objectContaining({ outcome: 'answered', channel, durationMs: 1_234 }),
    ]);
  });

  it('a failed command offers Try Again, which asks the same', async () => {
    const failing = (failure: 'timeout' | 'rejected', audience: 'asker' | 'channel') =>
      heard((request) => {
        request.admit(admittedTo(places[audience]));
        request.ask({ command: txn, text: 'GARO-other' });
        const details = {
          operation: 'transaction',
          asked: '1234567890',
          serviceMessage: 'words of its own',
        } as const;
        throw new TransferApiError(failure, details);
      });
    const { shown, audit } = await failing('timeout', 'asker');
    expect(shown).toContain('"action_id":"txn:run');
    expect(shown).toContain('"value":"GARO-other"');
    expect(audit).toEqual([expect.objectContaining({ command: 'txn', asked: 'GARO-other' })]);
    expect((await failing('rejected', 'asker')).shown).toContain('words of its own');
    expect((await failing('rejected', 'channel')).shown).not.toContain('words of its own');
  });

  const timedOut = new TransferApiError('timeout', { operation: 'banks' });
  it.each([
    [tsq, new RangeError('too far'), /^`19253` was not looked up: something broke on my side\.$/],
    [bank, timedOut, /^The bank list: the transfer service gave up waiting\.$/],
  ])('a failed $name names what it read in the question', async (command, error, sentence) => {
    const { text } = await heard((request) => {
      request.ask({ command, text: '19253' });
      throw error;
    });
    expect(text).toMatch(sentence);
  });
});
