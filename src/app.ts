import type { Logger } from 'pino';
import type { Component } from './async.ts';
import { registerBankPicker } from './banks/bank.ts';
import { createBankDirectory } from './banks/directory.ts';
import { type BlockForm, sampleTable } from './blocks/forms.ts';
import type { Presentation, Resources, Services } from './command.ts';
import { registerCommands } from './commands/ask.ts';
import { commandNames } from './commands/command-names.ts';
import { registerMentions, registerMessageShortcut } from './commands/mentions.ts';
import type { Config } from './config/config.ts';
import { createHistory, createRecentLookUps } from './history.ts';
import { registerHome } from './home/home.ts';
import { registerBatchButtons } from './lists/buttons.ts';
import { createBatches } from './lists/lists.ts';
import { ListRunner } from './lists/runner.ts';
import type { Audit } from './ops/audit.ts';
import type { Events } from './ops/events.ts';
import { createHealthServer, listenOn, serverPort } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import { createReferences } from './reading/references.ts';
import { createBoltLogger, SlackClient, slackAddress } from './slack/client.ts';
import { createAnswering, createBoltApp, createConnection } from './slack/connection.ts';
import { errorBoundary } from './slack/error-boundary.ts';
import { createFiles } from './slack/message.ts';
import { chooseBlockForm, createPeople } from './slack/people.ts';
import {
  access,
  chain,
  clickAck,
  createInFlight,
  ignoreDoubleClick,
  limit,
  openWindow,
  waitingLine,
} from './slack/pipeline.ts';
import type { RequestOptions } from './slack/request.ts';
import { createRouter, type Routes } from './slack/routes.ts';
import { createNotify } from './slack/send.ts';
import type { Stores } from './stores.ts';
import { registerTableButtons } from './tables/buttons.ts';
import { createTransferApi } from './transfer-service/client.ts';
import { createLookUpStats } from './transfer-service/request.ts';
import { registerCardButtons } from './transfers/card-buttons.ts';
import { recentLookUps } from './transfers/look-up.ts';
import { recordRow } from './transfers/row.ts';
import { registerWatchButtons } from './watches/commands.ts';
import { WatchRunner } from './watches/runner.ts';
import { createSchedule } from './watches/watch.ts';
import { Watches } from './watches/watches.ts';

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

/** The production services, as configured. */
export function createServices(
  config: Config,
  logger: Logger,
  events: Events,
  { state, watches, batches }: Omit<Stores, 'parts'>,
): Services {
  const transferApi = createTransferApi({ ...config.transferApi, events });
  events.on('address', (isWrong) => {
    if (isWrong) logger.error('no bank list at TRANSFER_API_BASE_URL (HTTP 404): txnbot adds /v1/… itself');
    else logger.info('the address in TRANSFER_API_BASE_URL is right again');
  });
  return {
    transferApi,
    banks: createBankDirectory({ ...config.banks, load: transferApi.banks, events, logger }),
    references: createReferences(config.referencePattern),
    lookUpSummary: createLookUpStats(events),
    recentLookUps: createRecentLookUps(),
    history: createHistory(config.rememberMs),
    watches: new Watches({
      store: watches,
      schedule: createSchedule(config.watches),
      totalMax: config.watches.totalMax,
      events,
      logger,
    }),
    batches: createBatches({
      ...config.batches,
      store: batches,
      state,
      contact: config.access.contact,
      events,
      logger,
    }),
  };
}

/** As configured; the classic form of blocks, until Slack says that it takes the current one. */
export function createPresentation({
  currency,
  shareAccountNumbers,
  referencePattern,
  commandSuffix,
}: Config): Presentation {
  const names = commandNames(commandSuffix);
  return { currency, shareAccountNumbers, knowsShape: referencePattern === undefined, names, blockForm: 'classic' };
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
