import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, it, type TestContext } from 'vitest';
import { anyTransaction } from '../support/changing-service.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { createStandIns, finalOf } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

const references = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => `GARO-${from + place}x`);

interface LoadBalancer extends TestServer {
  /** How many requests each replica has answered. */
  readonly answered: readonly number[];
}

/**
 * Hands each request to the next replica, over connections that it keeps. Where nobody listens, or the
 * connection turns out to be closed, the next one gets it, as with any load balancer that is set up to.
 */
async function startLoadBalancer(replicas: readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const answered = replicas.map(() => 0);
  let turn = 0;

  const server = await startServer(async (incoming, response) => {
    const body = await buffer(incoming);
    turn += 1;
    const pass = (place: number, triesLeft: number) => {
      const { method, url = '/', headers } = incoming;
      const outgoing = request(new URL(url, replicas[place]), { agent, method, headers }, (answer) => {
        answered[place] = (answered[place] ?? 0) + 1;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isUnheard = ['ECONNREFUSED', 'ECONNRESET'].includes(error.code ?? '');
        if (isUnheard && triesLeft > 0) pass((place + 1) % replicas.length, triesLeft - 1);
        else response.writeHead(502).end();
      });
      outgoing.end(body);
    };
    pass(turn % replicas.length, replicas.length);
  });
  return {
    ...server,
    answered,
    close() {
      agent.destroy();
      return server.close();
    },
  };
}

/** Two processes on one Slack app, before one transfer service. */
async function startTwo(test: TestContext, mode: 'http' | 'socket', delayMs: number) {
  const service = await startServer(anyTransaction(delayMs));
  test.onTestFinished(service.close);
  const standIns = await createStandIns(test);
  const env = { TRANSFER_API_BASE_URL: service.url };
  const bots = await Promise.all([standIns.start(mode, env), standIns.start(mode, env)]);
  return { ...standIns, service, bots };
}
type Two = Awaited<ReturnType<typeof startTwo>>;

/** Each by another person, a few milliseconds apart. */
async function ask({ slack }: Two, asked: readonly string[]) {
  const deliveries = asked.map(async (text, place) => {
    await new Promise((resolve) => setTimeout(resolve, place * 5));
    return slack.sendCommand({ command: '/txn', text, userId: `U0PERSON${place}` });
  });
  return (await Promise.all(deliveries)).map(({ outcome }) => outcome);
}

async function eachAnsweredOnce(running: Two, asked: readonly string[]): Promise<void> {
  await waitFor(() => expect(running.answersTo(asked).filter((texts) => texts.length === 0)).toEqual([]));
  expect(running.answersTo(asked).filter((texts) => texts.length !== 1)).toEqual([]);
}

const shareOf = ({ bots }: Two) =>
  bots.map(({ lines }) => lines.filter((line) => line.includes('"msg":"command"')).length);

it('two processes on one app token share the questions, each answered once', async (test) => {
  const running = await startTwo(test, 'socket', 5);
  expect(running.slack.sockets).toHaveLength(2);
  const asked = references(100, 60);
  await ask(running, asked);
  await eachAnsweredOnce(running, asked);
  await waitFor(() => expect(shareOf(running).reduce((sum, share) => sum + share)).toBe(60));
  expect(Math.min(...shareOf(running))).toBeGreaterThan(5);
});

it('processes behind a load balancer share the questions, and one that is restarted loses none', async (test) => {
  const running = await startTwo(test, 'http', 50);
  const balancer = await startLoadBalancer(running.bots.map(({ requestUrl }) => requestUrl));
  test.onTestFinished(balancer.close);
  running.slack.deliverTo(`${balancer.url}/slack/events`);
  const asked = references(100, 60);
  expect(new Set(await ask(running, asked))).toEqual(new Set(['acked']));
  await eachAnsweredOnce(running, asked);
  expect(Math.min(...balancer.answered)).toBeGreaterThan(20);

  const later = references(300, 60);
  const outcomes = ask(running, later);
  await waitFor(() => expect(running.service.requests.length).toBeGreaterThan(70));
  running.bots[0].process.kill('SIGTERM');
  expect(new Set(await outcomes)).toEqual(new Set(['acked']));
  expect(await running.bots[0].ended).toBe(0);
  // Whom the one that stops still heard may have been told to ask again; nobody heard nothing, and nobody heard twice.
  await waitFor(() => expect(finalOf(running.answers())).toHaveLength(120));
  expect(running.answersTo(later).filter((texts) => texts.length > 1)).toEqual([]);
});
