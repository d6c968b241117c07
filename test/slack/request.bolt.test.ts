import { text } from 'node:stream/consumers';
import type { ReceiverEvent } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withResolvers } from '../../src/async.ts';
import { withoutCustomer } from '../../src/blocks/blocks.ts';
import { txn } from '../../src/commands/txn-and-tsq.ts';
import { AuditError, DeliveryError } from '../../src/errors.ts';
import type { Audit } from '../../src/ops/audit.ts';
import { askerAlone, type Door, type Place } from '../../src/policy.ts';
import type { Answer } from '../../src/slack/reply-routes.ts';
import type { SlackRequest } from '../../src/slack/request.ts';
import { createRouter } from '../../src/slack/routes.ts';
import { admittedTo } from '../support/asker.ts';
import { startServer } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { bring } from './support.ts';

const reply = { text: 'Successful', blocks: [{ type: 'divider' as const }] };
const open = withoutCustomer(reply);
const person = { id: 'U1ANN', username: 'ann', team_id: 'T1' };
const channel = { id: 'C1HERE' };

const openThread: Place = { to: 'thread', isPublic: true };

interface Told {
  /** The Web API's method, `respond` or `ack`. */
  to: string;
  [argument: string]: unknown;
}

interface Surroundings {
  /** What the route declares. */
  posts?: Door['posts'];
  ack?: ReceiverEvent['ack'];
  audit?: Audit;
  answer?: Answer;
  /** What Slack's methods answer, by their names. */
  answers?: Record<string, object | (() => Promise<object>)>;
}

/** Slack without it, where a line in the thread says to wait. */
const noStatus = 'assistant.threads.setStatus';

/**
 * Brings what came from Slack to a listener, the way of the real app, and shows what Slack is told
 * then.
 */
async function heard(
  bodyFor: (responseUrl: string) => object,
  listen: (request: SlackRequest) => Promise<unknown>,
  { posts, ack, audit = async () => {}, answers = {}, answer }: Surroundings = {},
) {
  const told: Told[] = [];
  await using server = await startServer(async (request, response) => {
    const body = await text(request);
    const method = /^\/api\/(.+)$/.exec(request.url ?? '')?.[1];
    const sent: Record<string, unknown> = method
      ? Object.fromEntries(new URLSearchParams(body))
      : JSON.parse(body);
    // Of the arguments of a form, what is no text is JSON.
    const read = (value: unknown) =>
      /^(?:[[{]|true$|false$)/.test(String(value)) ? JSON.parse(String(value)) : value;
    const named = Object.entries(sent).map(([name, value]) => [name, method ? read(value) : value]);
    if (method !== noStatus) told.push({ to: method ?? 'respond', ...Object.fromEntries(named) });
    const given =
      answers[method ?? 'respond'] ??
      (method === noStatus ? { ok: false, error: 'unknown_method' } : {});
    const more = typeof given === 'function' ? await given() : given;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: true, ts: '9.9', view: { id: 'V9' }, ...more }));
  });
  let end: unknown;
  const router = createRouter();
  const { command, action, options: typing, event } = router.routes;
  for (const [register, ...names] of [
    [command, '/txn'],
    [action, 'txn:note', 'txn:run'],
    [typing, 'bank:pick'],
    [event, 'app_mention', 'message', 'app_home_opened'],
  ] as const)
    for (const name of names)
      register(name, { value: z.unknown(), ...(posts && { posts }) }, () => answer);
  const acked = async (answer: unknown) => {
    if (answer) told.push({ to: 'ack', ...Object(answer) }); // what Bolt acks by itself says nothing
  };
  const came = { body: bodyFor(`${server.url}/respond`), ack: ack ?? acked };
  const slack = { apiUrl: `${server.url}/api/` };
  const request = await bring({ ...came, router, slack, options: { audit } }, async (opened) => {
    end = await listen(opened).then(
      () => 'through',
      (error: unknown) => error,
    );
  });
  return { told, end, isHeard: request !== undefined };
}

const command = (responseUrl: string) => ({
  command: '/txn',
  text: 'GARO-8f3k2j1',
  user_id: person.id,
  channel_id: channel.id,
  response_url: responseUrl,
});
const click = (more: object) => (responseUrl: string) => ({
  type: 'block_actions',
  user: person,
  channel,
  container: { type: 'message', message_ts: '5.5' },
  actions: [{ type: 'button', action_id: 'txn:note', block_id: 'b', action_ts: '6.6', value: 'x' }],
  response_url: responseUrl,
  ...more,
});
const windowClick = (view: object) => () => ({
  type: 'block_actions',
  user: person,
  trigger_id: 't1',
  view: { id: 'V1', ...view },
  container: { type: 'view', view_id: 'V1' },
  actions: [
    { type: 'button', action_id: 'txn:run:0', block_id: 'b', action_ts: '6.6', value: 'x' },
  ],
});
const said = (event: object) => () => ({
  type: 'event_callback',
  event_id: 'Ev1',
  event: {
    type: 'app_mention',
    user: person.id,
    channel: channel.id,
    ts: '5.5',
    text: '<@U0BOT> txn X',
    ...event,
  },
});
const written = { type: 'message', channel_type: 'im', channel: 'D1ANN' };
/** In a thread, and sent to its channel too. */
const repeated = { thread_ts: '4.4', subtype: 'thread_broadcast' };
/** Answers as somebody who may be answered here. */
const delivering =
  (place: Place = openThread, times = 1, rights = {}) =>
  async (request: SlackRequest) => {
    request.admit({ ...admittedTo(place), ...rights });
    for (let time = 1; time < times; time += 1) request.sayWaiting();
    await request.deliver(open);
  };
const plain = { unfurl_links: false, unfurl_media: false };
const respond = (more: object) => ({ to: 'respond', ...more, ...plain, ...reply });
const post = (more: object) => ({ to: 'chat.postMessage', ...more, ...plain, ...reply });
const alone = (more: object) => ({
  to: 'chat.postEphemeral',
  channel: 'C1HERE',
  user: person.id,
  ...more,
  ...reply,
});
const hidden = { response_type: 'ephemeral' };
const beside = { ...hidden, replace_original: false };
const waiting = expect.objectContaining({ text: expect.stringMatching(/^Still waiting/) });
const forAll = {
  ...respond({ ...beside, response_type: 'in_channel' }),
  blocks: expect.arrayContaining([...reply.blocks]),
};
const edited = { to: 'chat.update', channel: 'C1HERE', ts: '9.9', ...reply };
const view = (type: string) => expect.objectContaining({ type, blocks: reply.blocks });
const opened = {
  to: 'views.open',
  trigger_id: 't1',
  view: expect.objectContaining({ type: 'modal' }),
};
const shownIn = (view_id: string) => ({ to: 'views.update', view_id, view: view('modal') });
const published = { to: 'views.publish', user_id: person.id, view: view('home') };
const inThread = { container: { message_ts: '5.5', thread_ts: '4.4' } };
const posts = { posts: 'thread' } as const;
const home = said({ type: 'app_home_opened', tab: 'home' });
const typing = () => ({
  type: 'block_suggestion',
  user: person,
  action_id: 'bank:pick',
  block_id: 'b',
  value: 'zen',
});

describe('an answer goes', () => {
  /** The number says whether a line that says to wait was due before it. */
  it.each<[string, Parameters<typeof heard>[0], Place['to'], 1 | 2, unknown[]]>([
    ['in the ack of a command', command, 'asker', 1, [{ to: 'ack', ...hidden, ...reply }]],
    ['to its response_url', command, 'asker', 2, [waiting, respond(beside)]],
    ['to everybody', command, 'channel', 2, [waiting, forAll]],
    ['to who clicked', click({}), 'asker', 1, [respond(beside)]],
    ['to all', click({}), 'channel', 1, [forAll]],
    [
      'into the thread of a click',
      click(inThread),
      'asker',
      1,
      [respond({ ...beside, thread_ts: '4.4' })],
    ],
    [
      'in place of the clicked',
      click(inThread),
      'in place',
      1,
      [respond({ replace_original: true })],
    ],
    ['into a new thread', said({}), 'thread', 1, [post({ channel: 'C1HERE', thread_ts: '5.5' })]],
    ['into a thread', said(repeated), 'thread', 1, [post({ channel: 'C1HERE', thread_ts: '4.4' })]],
    ['to the asker alone in a thread', said(repeated), 'asker', 1, [alone({ thread_ts: '4.4' })]],
    ['to the asker in a direct message', said(written), 'asker', 1, [post({ channel: 'D1ANN' })]],
    ['in the place of the line that said to wait', said({}), 'thread', 2, [waiting, edited]],
    [
      'into the window, which says to wait itself',
      windowClick({ type: 'modal' }),
      'asker',
      2,
      [shownIn('V1')],
    ],
    ['into a window from Home', windowClick({ type: 'home' }), 'asker', 2, [opened, shownIn('V9')]],
    ['into Home, which is not told to wait', home, 'asker', 2, [published]],
    [
      'to typing as no options, and nothing before it',
      typing,
      'asker',
      2,
      [{ to: 'ack', options: [] }],
    ],
  ])('an answer goes %s', async (_where, body, to, times, expected) => {
    const declared = to === 'asker' ? {} : { posts: to };
    const place = to === 'asker' ? askerAlone : { to, isPublic: true };
    const { told, end } = await heard(body, delivering(place, times), declared);
    expect(end).toBe('through');
    expect(told).toEqual(expected);
  });

  it('a command is answered by its response_url when the ack does not get through', async () => {
    const { told } = await heard(command, delivering(askerAlone), {
      ack: () => Promise.reject(new Error('closed')),
    });
    expect(told).toEqual([respond(beside)]);
  });

  it('an answer is a new message when the waiting line cannot be replaced', async () => {
    const answers = { 'chat.update': { ok: false, error: 'edit_window_closed' } };
    const { told } = await heard(said({}), delivering(undefined, 2), { ...posts, answers });
    expect(told.map(({ to }) => to)).toEqual([
      'chat.postMessage',
      'chat.update',
      'chat.postMessage',
    ]);
    expect(told.at(-1)).toMatchObject(reply);
  });
});

it.each([
  [true, reply.text],
  [false, 'There is an answer, and Slack lets nothing be posted where you asked.'],
])(
  'an answer goes to the direct message when all else fails: whole there? %j',
  async (mayAskInWindows, words) => {
    const archived = { ok: false, error: 'is_archived' };
    const answers = { 'chat.postMessage': archived, 'chat.postEphemeral': archived };
    const listen = delivering(openThread, 1, { mayAskInWindows });
    const { told } = await heard(said({}), listen, { ...posts, answers });
    expect(told.map(({ to, channel: place }) => [to, place])).toEqual([
      ['chat.postMessage', channel.id],
      ['chat.postEphemeral', channel.id],
      ['chat.postMessage', person.id],
    ]);
    expect(told.at(-1)?.text).toMatch(words);
  },
);

it.each<[string, object]>([
  ['who is an app', { bot_id: 'B1' }],
  ['whose message was deleted', { ...written, subtype: 'message_deleted' }],
  ['who talks in a group', { type: 'message', channel: 'G1', channel_type: 'mpim' }],
  ['who talks to others', { type: 'message', channel_type: 'channel' }],
  ['who does something else', { type: 'reaction_added', text: 'x' }],
])('an event is ignored of somebody %s', async (_who, event) => {
  const { isHeard, told } = await heard(said(event), delivering());
  expect(isHeard).toBe(false);
  expect(told).toEqual([]);
});

describe('who reads an answer', () => {
  const why: Place = { ...askerAlone, aloneBecause: 'Only you.' };
  const admit = (place: Place) => (request: SlackRequest) => request.admit(admittedTo(place));
  it.each<[string, (request: SlackRequest) => void, unknown[]]>([
    ['everybody in a channel', admit(openThread), ['chat.postMessage', 'Successful']],
    ['one, until the policy has spoken', () => {}, ['chat.postEphemeral', 'Successful']],
    ['one, where the policy says why', admit(why), ['chat.postEphemeral', 'Successful\nOnly you.']],
    [
      'one anyway, of what is no answer',
      (request) => {
        admit(why)(request);
        request.restrictToAsker();
      },
      ['chat.postEphemeral', 'Successful'],
    ],
  ])('an answer is read by %s', async (_who, prepare, seen) => {
    const listen = async (request: SlackRequest) => {
      prepare(request);
      await request.deliver(open);
    };
    const { told } = await heard(said({}), listen, posts);
    expect([told[0]?.to, told[0]?.text]).toEqual(seen);
  });

  it.each<[string, Place['to']]>([
    ['a thread', 'thread'],
    ['a message', 'in place'],
    ['a channel', 'channel'],
  ])('a reply that was not masked for %s is read by nobody there', async (_where, to) => {
    const listen = async (request: SlackRequest) => {
      request.admit(admittedTo({ to, isPublic: true }));
      await request.deliver(reply);
    };
    const { told, end } = await heard(said({}), listen, posts);
    expect(told).toEqual([]);
    expect(end).toEqual(new Error('an unmasked reply would be posted'));
  });

  it('a reply that replaces an ephemeral message is read by its asker alone', async () => {
    const listen = async (request: SlackRequest) => {
      request.admit(admittedTo({ to: 'in place', isPublic: false }));
      await request.deliver(reply);
    };
    const { told } = await heard(click({}), listen, { posts: 'in place' });
    expect(told).toEqual([respond({ replace_original: true })]);
  });
});

describe('the audit line', () => {
  it('the audit line precedes a file, and is written again when the file could not be sent', async () => {
    const steps: string[] = [];
    const audit: Audit = async ({ outcome }) => void steps.push(outcome);
    const opening = async () => {
      steps.push('file');
      return { ok: false, error: 'no' };
    };
    const listen = async (request: SlackRequest) => {
      await request.answer().catch(() => {
        request.outcome = 'slack_error';
      });
      await request.deliver(open);
    };
    const answer = { reply: { ...reply, file: { name: 'x.csv', content: 'x' } } };
    await heard(command, listen, { audit, answer, answers: { 'conversations.open': opening } });
    expect(steps).toEqual(['answered', 'file', 'slack_error']);
  });

  it.each([
    ['is written then', undefined, new DeliveryError('too_late')],
    ['fails then', new Error('canary'), new AuditError('Error')],
  ])(
    'an audit line that is still pending when the request is cut, and %s, sends no second answer',
    async (_, failure, error) => {
      const { promise: until, resolve: write } = withResolvers<void>();
      let lines = 0;
      const audit: Audit = async () => {
        lines += 1;
        if (lines > 1) return;
        await until;
        if (failure) throw failure;
      };
      const listen = async (request: SlackRequest) => {
        const first = request.deliver(open).catch((error: unknown) => error);
        request.outcome = 'cut_short';
        await request.deliver({ ...reply, text: 'cut' });
        write();
        expect(await first).toEqual(error);
      };
      const { told, end } = await heard(command, listen, { audit });
      expect(end).toBe('through');
      expect(told.map((answer) => answer.text)).toEqual(['cut']);
    },
  );
});

describe('a line that says to wait', () => {
  it('a waiting line is for the asker alone until access is decided', async () => {
    const listen = async (request: SlackRequest) => {
      request.sayWaiting();
      await request.deliver(open);
    };
    const { told } = await heard(said({}), listen, posts);
    expect(told.map(({ to }) => to)).toEqual(['chat.postEphemeral', 'chat.postEphemeral']);
  });

  const asking = (request: SlackRequest) => request.ask({ command: txn, text: 'GARO-1' });
  const far = (request: SlackRequest) => request.asker.report('6 of 20');

  it.each<[string, (request: SlackRequest) => unknown, string]>([
    ['says that it waits', () => {}, 'Still waiting. The answer will follow here.'],
    [
      'names what is asked',
      asking,
      'Still waiting for the transfer service to answer about `GARO-1`. The answer',
    ],
    [
      'names the file that is read from Slack',
      (request) =>
        request.ask({
          command: txn,
          text: 'refs.csv',
          isFile: true,
        }),
      'Still reading `refs.csv`. The answer',
    ],
    ['says how far it is', far, '6 of 20'],
    ['does not follow an answer', (request) => request.deliver(open), reply.text],
  ])('a waiting line %s', async (_what, prepare, words) => {
    const { told } = await heard(command, async (request) => {
      await prepare(request);
      request.sayWaiting();
    });
    expect(told).toEqual([expect.objectContaining({ text: expect.stringContaining(words) })]);
  });

  it('a waiting line in a thread names no file', async () => {
    const listen = async (request: SlackRequest) => {
      request.ask({ command: txn, text: 'Jane Doe.csv', isFile: true });
      await delivering(openThread, 2)(request);
    };
    const { told } = await heard(said({}), listen, posts);
    expect(told[0]?.text).toBe('Still reading the file. The answer will follow here.');
  });

  it.each<[string, (string | undefined)[], string[]]>([
    ['before it', ['Shared.', 'Shared.'], ['chat.postEphemeral', 'chat.postEphemeral']],
    [
      'after it, which removes it',
      [undefined, 'Shared.'],
      ['chat.postMessage', 'chat.delete', 'chat.postEphemeral'],
    ],
  ])(
    'a waiting line stays in no thread of a channel that was shared %s',
    async (_when, reasons, methods) => {
      const whyClosed = async () => reasons.shift();
      const { told } = await heard(said({}), delivering(openThread, 2, { whyClosed }), posts);
      expect(told.map(({ to }) => to)).toEqual(methods);
    },
  );

  it('no waiting line opens a modal while a modal is opened, as a trigger opens only one', async () => {
    const { told } = await heard(windowClick({ type: 'home' }), async (request) => {
      const title = { type: 'plain_text' as const, text: 'x' };
      const opened = request.openWindow({ type: 'modal', title, blocks: [] });
      request.sayWaiting();
      await opened;
      await request.deliver(open);
    });
    expect(told.map(({ to }) => to)).toEqual(['views.open', 'views.update']);
  });

  it('a waiting line that fails delays no answer, and is never overtaken by it', async () => {
    const { promise: until, resolve: fail } = withResolvers<void>();
    let tries = 0;
    const posting = async () => {
      tries += 1;
      if (tries > 1) return {};
      await until;
      return { ok: false, error: 'restricted_action' };
    };
    const listen = async (request: SlackRequest) => {
      request.admit(admittedTo(openThread));
      request.sayWaiting();
      await waitFor(() => expect(tries).toBe(1));
      const delivered = request.deliver(open);
      await new Promise(setImmediate);
      expect(tries).toBe(1);
      fail();
      await delivered;
    };
    const { told, end } = await heard(said({}), listen, {
      ...posts,
      answers: { 'chat.postMessage': posting },
    });
    expect(end).toBe('through');
    expect(told.map((each) => each.text)).toEqual([
      expect.stringMatching(/^Still waiting/),
      'Successful',
    ]);
  });
});
