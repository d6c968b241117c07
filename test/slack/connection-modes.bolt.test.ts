import { Agent, request } from 'node:http';
import { type AnyMiddlewareArgs, App, type Middleware } from '@slack/bolt';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { Secret } from '../../src/secret.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import { type Connection, createConnection } from '../../src/slack/connection.ts';
import { createMemoryState } from '../../src/store/state.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { signedPost } from '../support/signed-post.ts';
import { startSocketSlack } from '../support/socket-slack.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const signingSecret = 'not-a-secret';
const command = { command: '/txn', text: 'GARO-8f3k2j1' };

/** A connection with the real app, whose one door acks commands. */
function connect(appToken: string | undefined, slackApiUrl = 'http://127.0.0.1:1/') {
  const log = logLines();
  const logger = createBoltLogger(log.logger);
  const onReconnect = vi.fn();
  const connection = createConnection({
    appToken: appToken === undefined ? undefined : new Secret(appToken),
    signingSecret: new Secret(signingSecret),
    port: 0,
    address: { slackApiUrl },
    state: createMemoryState(),
    logger,
    events: createEvents().on('reconnect', onReconnect),
  });
  const app = new App({ receiver: connection.receiver, logger, authorize: async () => ({}), convoStore: false });
  const hear = vi.fn<Middleware<AnyMiddlewareArgs>>(async (args) => {
    if ('command' in args) await args.ack();
  });
  app.use(hear);
  return { connection, hear, log, onReconnect };
}

describe('in Socket Mode', () => {
  async function overSocket() {
    const slack = await startSocketSlack();
    const connected = connect('xapp-1', slack.apiUrl);
    onTestFinished(async () => {
      await connected.connection.close();
      await slack.close();
    });
    return { slack, ...connected };
  }
  /** A socket that is open, and the ids of the envelopes that were acked over it. */
  async function opened() {
    const over = await overSocket();
    await over.connection.start();
    const acked: unknown[] = [];
    for (const socket of over.slack.sockets)
      socket.on('message', (data) => acked.push(JSON.parse(String(data)).envelope_id));
    const said = (words: string) => over.log.lines.filter((line) => line.includes(words));
    return { ...over, acked, said };
  }
  const envelope = (id: string, payload: object) => ({ type: 'slash_commands', envelope_id: id, payload });

  it('an envelope that holds none of Slack’s payloads is not acked, and leaves a line that does not quote it', async () => {
    const { slack, acked, hear, said } = await opened();
    slack.send(envelope('e1', { command: '/txn', canary: 'canary' }));
    slack.send(envelope('e2', command));
    await waitFor(() => expect(acked).toContain('e2'));
    expect(acked).toEqual(['e2']);
    expect(hear).toHaveBeenCalledOnce();
    expect(said('An envelope was refused')).toHaveLength(1);
    expect(said('canary')).toEqual([]);
  });

  it('an envelope without a payload leaves a line, and ends nothing', async () => {
    const { slack, connection, acked, said } = await opened();
    slack.send({ type: 'events_api', envelope_id: 'e1' });
    await waitFor(() => expect(said('An envelope was refused: malformed')).toHaveLength(1));
    slack.send(envelope('e2', command));
    await waitFor(() => expect(acked).toEqual(['e2']));
    expect(connection.isConnected()).toBe(true);
  });

  it('an envelope that comes again is acked again, and not heard', async () => {
    const { slack, acked, hear } = await opened();
    for (const id of ['e1', 'e1', 'e2']) slack.send(envelope(id, command));
    await waitFor(() => expect(acked).toHaveLength(3));
    expect(acked.sort()).toEqual(['e1', 'e1', 'e2']);
    expect(hear).toHaveBeenCalledTimes(2);
  });

  it('a socket that breaks off is opened anew at once when it has held, which is told', async () => {
    holdClock();
    const { slack, connection, onReconnect } = await opened();
    vi.advanceTimersByTime(10_001);
    for (const socket of slack.sockets) socket.terminate();
    await waitFor(() => expect(onReconnect).toHaveBeenCalledOnce());
    expect(connection.isConnected()).toBe(true);
    expect(slack.openCount).toBe(2);
  });

  it('a socket that cannot be opened is said, and tried again', async () => {
    const { slack, connection, log } = await overSocket();
    slack.openAnswers.push({ status: 500 });
    const starting = connection.start();
    await waitFor(() => expect(log.lines.some((line) => line.includes('No socket to Slack yet'))).toBe(true));
    expect(slack.openCount).toBe(1);
    expect(connection.isConnected()).toBe(false);
    await starting;
    expect(slack.openCount).toBe(2);
    expect(connection.isConnected()).toBe(true);
  });
});

describe('in HTTP mode', () => {
  /** A command, over a connection of its own that stays. */
  function ask(connection: Connection) {
    const url = `http://127.0.0.1:${connection.port()}/slack/events`;
    const form = new URLSearchParams({ ...command, trigger_id: String(Math.random()) });
    const { body, headers } = signedPost(url, signingSecret, form);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const { promise: ended, resolve } = withResolvers();
    const status = new Promise<number | undefined>((answered) => {
      request(url, { method: 'POST', headers, agent })
        .on('socket', (socket) => socket.on('close', resolve))
        .on('response', (response) => response.resume().on('end', () => answered(response.statusCode)))
        .on('error', () => answered(undefined))
        .end(body);
    });
    return { status, ended, hangUp: () => agent.destroy() };
  }

  it('it is connected from its start to its stop', async () => {
    const { connection } = connect(undefined);
    expect(connection.isConnected()).toBe(false);
    await connection.start();
    expect(connection.isConnected()).toBe(true);
    await connection.stopReceiving();
    expect(connection.isConnected()).toBe(false);
  });

  it('what is under way is answered when nothing new is received any more, and an idle connection is ended', async () => {
    const { connection, hear } = connect(undefined);
    await connection.start();
    const idle = ask(connection);
    expect(await idle.status).toBe(200);
    const { promise: found, resolve: find } = withResolvers();
    hear.mockImplementation(async (args) => {
      await found;
      if ('command' in args) await args.ack();
    });
    const asked = ask(connection);
    await waitFor(() => expect(hear).toHaveBeenCalledTimes(2));
    const stopped = vi.fn();
    const stopping = connection.stopReceiving().then(stopped);
    await idle.ended;
    expect(stopped).not.toHaveBeenCalled();
    find();
    expect(await asked.status).toBe(200);
    asked.hangUp();
    await stopping;
  });

  it('what is still open is ended by closing it', async () => {
    const { connection, hear } = connect(undefined);
    await connection.start();
    hear.mockImplementation(() => new Promise(() => {}));
    const asked = ask(connection);
    await waitFor(() => expect(hear).toHaveBeenCalledOnce());
    const stopping = connection.stopReceiving();
    const closedAtMs = performance.now();
    await connection.close();
    expect(await asked.status).toBeUndefined();
    await stopping;
    expect(performance.now() - closedAtMs).toBeLessThan(9_000); // ten seconds of silence end it as well
  });
});
