import { expect, it } from 'vitest';
import { anyTransaction } from '../support/any-transaction.ts';
import { startServer } from '../support/http-server.ts';
import { startLoadBalancer } from '../support/load-balancer.ts';
import { type RunningBots, startBots } from '../support/running-bots.ts';
import { waitFor } from '../support/wait-for.ts';

const references = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => `GARO-${from + place}x`);

/** Each by another person, a few milliseconds apart. */
async function ask({ slack }: RunningBots, asked: readonly string[]) {
  const deliveries = asked.map(async (text, place) => {
    await new Promise((resolve) => setTimeout(resolve, place * 5));
    return slack.sendCommand({ command: '/txn', text, userId: `U0PERSON${place}` });
  });
  return (await Promise.all(deliveries)).map(({ outcome }) => outcome);
}

async function eachAnsweredOnce(running: RunningBots, asked: readonly string[]): Promise<void> {
  await waitFor(() => expect(running.answersTo(asked).filter((texts) => texts.length === 0)).toEqual([]));
  expect(running.answersTo(asked).filter((texts) => texts.length !== 1)).toEqual([]);
}

const shareOf = ({ bots }: RunningBots) =>
  bots.map(({ lines }) => lines.filter((line) => line.includes('"msg":"command"')).length);

it('two processes on one app token share the questions, each answered once', async ({ onTestFinished }) => {
  const running = await startBots({ mode: 'socket', count: 2 });
  onTestFinished(running.close);
  expect(running.slack.connectedSockets).toBe(2);
  const asked = references(100, 60);
  await ask(running, asked);
  await eachAnsweredOnce(running, asked);
  await waitFor(() => expect(shareOf(running).reduce((sum, share) => sum + share)).toBe(60));
  expect(Math.min(...shareOf(running))).toBeGreaterThan(5);

  // One goes away without a word, and the other has it all.
  running.bots[0]?.process.kill('SIGKILL');
  const { slack } = running;
  await waitFor(() => expect(slack.connectedSockets).toBe(1));
  const later = references(300, 20);
  await ask(running, later);
  await eachAnsweredOnce(running, later);
});

it('processes behind a load balancer share the questions, and one that is restarted loses none', async ({
  onTestFinished,
}) => {
  const running = await startBots({ mode: 'http', count: 2, service: await startServer(anyTransaction(50)) });
  onTestFinished(running.close);
  const balancer = await startLoadBalancer(running.bots.map(({ requestUrl }) => requestUrl));
  onTestFinished(balancer.close);
  running.slack.deliverTo(`${balancer.url}/slack/events`);
  const asked = references(100, 60);
  expect(new Set(await ask(running, asked))).toEqual(new Set(['acked']));
  await eachAnsweredOnce(running, asked);
  expect(Math.min(...balancer.answered)).toBeGreaterThan(20);

  const later = references(300, 60);
  const outcomes = ask(running, later);
  await waitFor(() => expect(running.service.requests.length).toBeGreaterThan(70));
  running.bots[0]?.process.kill('SIGTERM');
  expect(new Set(await outcomes)).toEqual(new Set(['acked']));
  expect(await running.bots[0]?.ended).toBe(0);
  // Whom the one that stops still heard may have been told to ask again; nobody heard nothing, and nobody heard twice.
  await waitFor(() => expect(running.answers()).toHaveLength(120));
  expect(running.answersTo(later).filter((texts) => texts.length > 1)).toEqual([]);
});
