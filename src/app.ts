import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { registerCommands } from './asking/ask.ts';
import { registerMentions, registerMessageShortcut } from './asking/messages.ts';
import type { Component } from './async.ts';
import { registerBankPicker } from './banks/picker.ts';
import { registerBatchButtons } from './batches/routes.ts';
import { ListRunner } from './batches/runner.ts';
import { createEmbeddedBatches } from './batches/store.ts';
import { type BlockForm, sampleTable } from './blocks/forms.ts';
import type { Resources } from './command.ts';
import type { Config } from './config/config.ts';
import type { Events } from './events.ts';
import { registerHome } from './home/home.ts';
import type { Audit } from './ops/audit.ts';
import { createHealthServer, listenOn, serverPort } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Presentation, Services, Stores } from './services.ts';
import { createBoltLogger, SlackClient, slackAddress } from './slack/client.ts';
import { type Connection, createBoltApp, createConnection, startError } from './slack/connection.ts';
import { errorBoundary } from './slack/error-boundary.ts';
import { createFiles } from './slack/message.ts';
import { chooseBlockForm, createPeople } from './slack/people.ts';
import {
  access,
  chain,
  clickAck,
  createInFlight,
  type InFlight,
  ignoreDoubleClick,
  limit,
  openWindow,
  waitingLine,
} from './slack/pipeline.ts';
import type { RequestOptions } from './slack/request.ts';
import { createRouter, type Routes } from './slack/routes.ts';
import { createNotify } from './slack/send.ts';
import { createMemoryState } from './store/state.ts';
import { createStateFolder } from './store/state-folder.ts';
import { registerTableButtons } from './tables/buttons.ts';
import { registerCardButtons } from './transfers/card-buttons.ts';
import { recentLookUps } from './transfers/look-up.ts';
import { recordRow } from './transfers/row.ts';
import { registerWatchButtons } from './watches/commands.ts';
import { WatchRunner } from './watches/runner.ts';
import { createEmbeddedStore } from './watches/store.ts';
import { createSchedule } from './watches/watch.ts';

export type Bot = ReturnType<typeof createApp>;

/** The first line goes out before Slack's three-second ack deadline; the later ones are rare on purpose. */
const waitingAfterMs = [2_000, 10_000, 30_000];

/** What the bot needs besides its configuration. */
export interface Surroundings {
  services: Services;
  presentation: Presentation;
  stores: Stores;
  logger: Logger;
  audit: Audit;
  events: Events;
  metrics: Metrics;
}

/** Wires the bot without starting it. */
export function createApp(config: Config, surroundings: Surroundings) {
  const { services, logger, audit, events, metrics } = surroundings;
  const { state, watches, batches, parts } = surroundings.stores;
  const { slash, callBot } = surroundings.presentation.names;
  const { slackProxy } = config;
  const boltLogger = createBoltLogger(logger);
  const address = slackAddress(config, events);
  const connection = createConnection({
    ...config.connection,
    address,
    proxy: slackProxy,
    state,
    logger: boltLogger,
    events,
  });
  metrics.watch({
    bankList: services.banks.state,
    isConnected: connection.isConnected,
    watchCount: watches.count,
  });
  const client = new SlackClient(config.slackBotToken, address, boltLogger);
  const people = createPeople(client, logger, callBot);
  const inFlight = createInFlight();
  events.on('leaving', inFlight.ackCommands);
  let blockForm: BlockForm = 'classic'; // which every Slack takes
  const chooseBlocks = async () => {
    const isClassic = config.blocks === 'classic';
    blockForm = await chooseBlockForm({ client, sample: sampleTable(), isClassic, logger });
  };
  const presentation: Presentation = {
    ...surroundings.presentation,
    get blockForm() {
      return blockForm;
    },
  };
  const router = createRouter(slash);
  const files = createFiles(client, address);
  registerListeners(router.routes, { services, presentation, files });

  const answer = chain(
    [
      inFlight.track,
      clickAck(boltLogger),
      waitingLine(waitingAfterMs),
      errorBoundary(logger, presentation, events),
      inFlight.cutWhenStopping,
      limit(state, {
        ...{ name: 'questions of one person', points: config.rateLimits.perPersonPerMinute, why: 'You' },
        keyOf: ({ origin }) => origin.userId ?? 'nobody',
      }),
      ignoreDoubleClick(state),
      openWindow,
      access(config.access, people),
      limit(state, {
        ...{ name: 'questions of all', points: config.rateLimits.totalPerMinute, why: 'Everybody together' },
        keyOf: () => 'all',
      }),
    ],
    (request) => request.answer(),
  );
  const requestOptions: RequestOptions = {
    client,
    audit,
    givenUp: inFlight.givenUp,
    onAnswer({ query, startedAtMs, origin: { userId } }, recentLookUps) {
      events.emit('answer', { command: query?.command.name, durationMs: performance.now() - startedAtMs });
      if (userId !== undefined) services.recentLookUps.note(userId, recentLookUps);
    },
  };
  createBoltApp({ receiver: connection.receiver, address, boltLogger, logger }, async (args) => {
    const request = router.open(args, requestOptions);
    if (request) await answer(request);
  });

  const checkToken = async () => void (await people.ownTeamId());
  const answering = createAnswering(connection, inFlight, checkToken, logger);
  const health = createHealthServer({
    isReady: answering.isReady,
    metrics,
  });
  const healthPort: Component = {
    start: () => listenOn(health, config.healthPort, config.healthHost),
    stop: async () => void health.close(),
  };
  const blocks: Component = {
    start: async () => void chooseBlocks(), // nothing waits for Slack's word on blocks, least of all the port
    stop: async () => {},
  };
  const notify = createNotify(client, inFlight.givenUp);
  const common = { presentation, notify, state, audit, rules: config.access, people, logger, events };
  const watching = new WatchRunner({
    ...common,
    store: watches,
    schedule: createSchedule(config.watches),
    transferApi: services.transferApi,
    onSeen: (personId, answer) => services.recentLookUps.renew(personId, recentLookUps([recordRow('', answer)])),
  });
  // It stops after `answering`, so that both are waited for at the same time: what Slack has must be recorded.
  const lastNotification: Component = { start: async () => {}, stop: () => watching.settled() };
  const batching = new ListRunner({ ...common, store: batches, services, files });
  return {
    /** Started in this order and stopped in reverse. */
    parts: [healthPort, ...parts, lastNotification, answering, blocks, watching, batching],
    connection,
    inFlight,
    /** @throws Error when Slack refuses the token or cannot be reached. */
    checkToken,
    /** Has Slack choose the form of the answers' blocks. */
    chooseBlocks,
    /** `undefined` until started. */
    healthPort: (): number | undefined => serverPort(health),
  };
}

/** What one process keeps in its folder, or in memory where it cannot have one. */
export function createStores(config: Config, logger: Logger): Stores {
  const folder = createStateFolder({ ...config.state, logger });
  const watches = createEmbeddedStore(folder);
  const batches = createEmbeddedBatches(folder);
  return {
    state: createMemoryState(),
    watches,
    batches,
    parts: [folder, watches, batches],
  };
}

/** Registers every route. Their common middleware covers a new route too. */
export function registerListeners(routes: Routes, resources: Resources): void {
  registerCommands(routes, resources);
  registerCardButtons(routes, resources);
  registerTableButtons(routes, resources);
  registerWatchButtons(routes, resources);
  registerBatchButtons(routes, resources);
  registerMentions(routes, resources);
  registerMessageShortcut(routes, resources);
  registerBankPicker(routes, resources);
  registerHome(routes, resources);
}

const drainMs = 10_000;
const lastWordsMs = 3_000;
const closingMs = 1_000;

/** The part that takes Slack's questions; when it stops, it lets those in flight have their answers. */
function createAnswering(connection: Connection, inFlight: InFlight, checkToken: () => Promise<void>, logger: Logger) {
  let isRunning = false;
  let isStopping = false;
  return {
    isReady: (): boolean => isRunning && connection.isConnected(),
    async start(): Promise<void> {
      const blame = (tokenVariable: string) => (error: unknown) => {
        throw startError(error, tokenVariable);
      };
      const vouchFor = () => checkToken().catch(blame('SLACK_BOT_TOKEN'));
      const receive = () => connection.start().catch(blame('SLACK_APP_TOKEN'));
      // Checking the token takes a round trip: in HTTP mode the port need not wait for it, and `access` admits nobody
      // until then. In Socket Mode, Slack sends questions as soon as a socket opens, and one that a process acks before
      // it exits is lost.
      if (connection.mode === 'socket') {
        await vouchFor();
        await receive();
      } else await Promise.all([receive(), vouchFor()]);
      isRunning = !isStopping;
    },
    async stop(): Promise<void> {
      isStopping = true;
      isRunning = false;
      inFlight.stop();
      const closed = connection.stopReceiving();
      // Questions that arrive while the last connection closes are acked, so wait for them as well.
      const drained = inFlight.settled().then(() => 'drained' as const);
      const outcome = await Promise.race([drained, sleep(drainMs, 'cut short' as const)]);
      if (outcome === 'cut short') await Promise.race([inFlight.giveUp(), sleep(lastWordsMs)]);
      // Give data in transit a moment, and no longer: a connection may stay half open forever.
      await Promise.race([closed, sleep(closingMs)]);
      await connection.close();
      await Promise.race([inFlight.settled(), sleep(closingMs)]); // questions from the very end
      logger.info({ outcome }, 'stopped');
    },
  };
}
