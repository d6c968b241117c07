import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { type Component, createLoop, elapsedMs, startEach, stopAll, together } from './async.ts';
import { createBankCounts } from './bank-counts.ts';
import { registerBankPicker } from './banks/bank.ts';
import { createBankDirectory } from './banks/directory.ts';
import { sampleTable } from './blocks/forms.ts';
import { createPresentation, type Presentation, type Resources, type Services } from './command.ts';
import { registerCommands } from './commands/ask.ts';
import { registerMentions, registerMessageShortcut } from './commands/mentions-and-dms.ts';
import { rememberAnswer } from './commands/remember-answer.ts';
import type { Config } from './config/settings.ts';
import { registerHome } from './home/home.ts';
import { registerListButtons } from './lists/clicks.ts';
import { createLists } from './lists/lists.ts';
import { createListRunner } from './lists/runner.ts';
import { type Audit, assertAppendable } from './ops/audit.ts';
import type { Events } from './ops/events.ts';
import { listenError, listenOn, serverPort } from './ops/guarded-server.ts';
import { createHealthServer } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import type { AccessRules } from './policy.ts';
import { createReferences } from './reading/references.ts';
import { createRecentLookUps } from './recent-look-ups.ts';
import { createBoltLogger, createSlackTransport, SlackClient } from './slack/client.ts';
import {
  chooseBlockForm,
  createBoltApp,
  createConnection,
  createRequestIntake,
} from './slack/connection.ts';
import { errorBoundary } from './slack/error-boundary.ts';
import { createFiles } from './slack/files.ts';
import { createPeople } from './slack/people.ts';
import {
  ackClicks,
  chain,
  checkAccess,
  createInFlight,
  type InFlight,
  ignoreDoubleClick,
  limitRate,
  openWindow,
  showWaiting,
} from './slack/pipeline.ts';
import { createNotify, type Notify } from './slack/posts.ts';
import type { RequestOptions, SlackRequest } from './slack/request.ts';
import { createRouter, type Routes, registerTakeBack } from './slack/routes.ts';
import { createTakeOverNotice } from './slack/take-over-notice.ts';
import { createThreads } from './slack/thread.ts';
import { createSubjects } from './store/subjects.ts';
import type { Stores } from './stores.ts';
import { registerTableButtons } from './tables/clicks.ts';
import { createTransferApi } from './transfer-service/client.ts';
import { createLookUpStats } from './transfer-service/token-and-address.ts';
import { registerCardButtons } from './transfers/card-clicks.ts';
import { createKnownTransactions } from './transfers/known-store.ts';
import { recentLookUps } from './transfers/record-and-requery.ts';
import { recordRow } from './transfers/row.ts';
import { registerWatchButtons } from './watches/commands.ts';
import { createWatchRunner } from './watches/runner.ts';
import { createSchedule, createWatches } from './watches/watch.ts';

export type Bot = ReturnType<typeof createApp>;

/**
 * When waiting lines are sent: first before Slack's three-second ack deadline, and later
 * deliberately rarely.
 */
const waitingAfterMs = [2_000, 10_000, 30_000];

/** Purge interval: SECURITY.md promises that what is too old is deleted. */
const purgeEveryMs = 60_000;

/** The bot's dependencies besides its configuration. */
export interface Surroundings {
  stores: Stores;
  logger: Logger;
  audit: Audit;
  events: Events;
  metrics: Metrics;
}

/** Creates and wires all parts of the bot without starting them. */
export function createApp(config: Config, surroundings: Surroundings) {
  const { events, metrics, stores } = surroundings;
  const services = createServices(config, surroundings);
  const presentation = { ...createPresentation(config) }; // `chooseBlocks` changes the copy
  const slack = createSlack(config, surroundings, presentation);
  const inFlight = createInFlight();
  const wired: Wired = {
    ...surroundings,
    ...slack,
    services,
    presentation,
    inFlight,
    rules: config.access,
    notify: createNotify(slack.client, inFlight.givenUp),
  };

  answerRequests(config, wired);
  events.on('leaving', inFlight.ackCommands);
  metrics.watch({
    bankList: services.banks.state,
    isConnected: slack.connection.isConnected,
    watchCount: stores.watches.count,
  });

  const requestIntake = createRequestIntake(wired);

  const chooseBlocks = async () => {
    if (config.blocks === 'classic') return;
    presentation.blockForm = await chooseBlockForm(slack.client, sampleTable(), wired.logger);
  };
  const blockChoice = {
    async start() {
      void chooseBlocks(); // not awaited, so that starting need not wait for Slack
    },
  };

  const healthServer = createHealthServer({ isReady: requestIntake.isReady, metrics });
  const machineParts = [
    { start: () => assertAppendable(config.audit) },
    createHealthPort(healthServer, config),
    ...stores.parts,
  ];
  // All that is wrong with this machine is reported at once: one failure does not hide the next.
  const machine: Component = {
    start: () => startEach(machineParts),
    stop: () => stopAll(machineParts),
  };

  const { watching, listing, lastNotification } = createRunners(config, wired);
  const background = [createPurge(services), watching, listing];
  // Stopped side by side: the port closes at once, not after the last notifications and the lists'
  // last answers.
  const work = together([requestIntake, blockChoice, ...background]);

  return {
    ...wired,
    /** The parts are started in this order and stopped in reverse order. */
    parts: [machine, lastNotification, work],
    background,
    lastNotification,
    /**
     * Sets the block form of answers to the one that Slack accepts, unless the configuration says
     * `classic`.
     */
    chooseBlocks,
    /** The health server's port; `undefined` until the server has started. */
    healthPort: (): number | undefined => serverPort(healthServer),
  };
}

/** Creates the objects that talk to Slack. */
function createSlack(
  config: Config,
  { logger, events, stores }: Surroundings,
  { names }: Presentation,
) {
  const boltLogger = createBoltLogger(logger);
  const address = createSlackTransport(config, events);
  const client = new SlackClient(config.slackBotToken, address, boltLogger);
  const people = createPeople(client, logger, names.callBot);

  return {
    boltLogger,
    address,
    client,
    people,
    files: createFiles(client, address),
    threads: createThreads(client, people),
    connection: createConnection({
      ...config.connection,
      address,
      proxy: config.slackProxy,
      state: stores.state,
      logger: boltLogger,
      events,
    }),
  };
}

/** The surroundings, plus the services and the objects that talk to Slack. */
interface Wired extends Surroundings, ReturnType<typeof createSlack> {
  services: Services;
  presentation: Presentation;
  inFlight: InFlight;
  rules: AccessRules;
  notify: Notify;
}

/** Lets each payload that the connection receives find its route, and pass the pipeline. */
function answerRequests(config: Config, wired: Wired): void {
  const { client, audit, events, services, inFlight } = wired;

  const router = createRouter();
  registerListeners(router.routes, wired);

  const pipeline = createPipeline(config, wired);
  const requestOptions: RequestOptions = {
    client,
    audit,
    givenUp: inFlight.givenUp,
    tellTakeOver: createTakeOverNotice(wired),
    onAnswer(request, shown, tableSubject) {
      events.emit('answer', {
        command: request.query?.command.name,
        durationMs: elapsedMs(request.startedAtMs),
      });
      rememberAnswer(services, request, shown, tableSubject);
    },
  };

  createBoltApp(wired, async (args) => {
    const request = router.open(args, requestOptions);
    if (request) await pipeline(request);
  });
}

/** Creates the component that opens the health server's port. */
function createHealthPort(server: Server, { healthPort, healthHost }: Config): Component {
  return {
    start: () =>
      listenOn(server, healthPort, healthHost).catch((error: unknown) => {
        throw listenError(error, 'HEALTH_PORT', healthPort, ', with HEALTH_HOST,');
      }),
    stop: async () => {
      server.close();
    },
  };
}

/** Creates the component that deletes what is too old from the memory of this process. */
function createPurge(services: Services): Component {
  const loop = createLoop(async () => {
    services.bankCounts.purge();
    services.recentLookUps.purge();
    return purgeEveryMs;
  });

  return { start: async () => loop.start(), stop: loop.stop };
}

/** Chains the middleware that every request passes, in the order in which it is listed here. */
function createPipeline({ rateLimits }: Config, wired: Wired) {
  const { presentation, logger, events, people, rules, inFlight, boltLogger } = wired;
  const { state } = wired.stores;
  const personLimit = {
    name: 'questions of one person',
    points: rateLimits.perPersonPerMinute,
    why: 'You',
    keyOf: ({ origin }: SlackRequest) => origin.personId ?? 'nobody',
  };
  const totalLimit = {
    name: 'questions of all',
    points: rateLimits.totalPerMinute,
    why: 'Everybody together',
    keyOf: () => 'all',
  };

  return chain(
    [
      inFlight.track,
      ackClicks(boltLogger),
      showWaiting(waitingAfterMs),
      errorBoundary(logger, presentation, events),
      inFlight.cutWhenStopping,
      limitRate(state, personLimit),
      ignoreDoubleClick(state),
      openWindow,
      checkAccess(rules, people),
      limitRate(state, totalLimit),
    ],
    (request) => request.answer(),
  );
}

/**
 * Creates the runners of watches and lists. They keep working after the request that began one is
 * answered.
 */
function createRunners({ watches }: Config, { services, stores, files, ...wired }: Wired) {
  const common = { ...wired, lead: stores.lead };
  const watching = createWatchRunner({
    ...common,
    store: stores.watches,
    schedule: createSchedule(watches),
    transferApi: services.transferApi,
    subjects: services.subjects,
    known: services.known,
    onSeen: (personId, answer) =>
      services.recentLookUps.renew(personId, recentLookUps([recordRow('', answer)])),
  });
  const listing = createListRunner({ ...common, store: stores.lists, services, files });

  // Awaited after the request intake has stopped, so that both drain together: a delivered
  // notification must be recorded.
  return { watching, listing, lastNotification: { stop: () => watching.settled() } };
}

/** Creates the services that the bot uses in production, as configured. */
export function createServices(
  config: Config,
  { logger, events, stores }: Pick<Surroundings, 'logger' | 'events' | 'stores'>,
): Services {
  const { state, sightings, subjects, watches, lists, assignees } = stores;
  const transferApi = createTransferApi({ ...config.transferApi, events });
  logTransferService(events, logger);

  return {
    transferApi,
    banks: createBankDirectory({ ...config.banks, load: transferApi.banks, events, logger }),
    references: createReferences(config.referencePattern),
    lookUpSummary: createLookUpStats(events),
    recentLookUps: createRecentLookUps(),
    known: createKnownTransactions({
      sightings,
      assignees,
      rememberMs: config.rememberMs,
      logger,
    }),
    bankCounts: createBankCounts(config.rememberMs > 0),
    subjects: createSubjects(subjects),
    watches: createWatches({
      ...config.watches,
      store: watches,
      schedule: createSchedule(config.watches),
      events,
      logger,
    }),
    lists: createLists({
      ...config.lists,
      store: lists,
      state,
      contact: config.access.contact,
      events,
      logger,
    }),
  };
}

/** Logs when the transfer service's address turns out wrong, when it fails, and the end of both. */
function logTransferService(events: Events, logger: Logger): void {
  events.on('address', (isWrong) => {
    if (isWrong)
      logger.error(
        'TRANSFER_API_BASE_URL is wrong, as no bank list is there (HTTP 404): leave out /v1/…',
      );
    else logger.info('TRANSFER_API_BASE_URL is right again');
  });

  events.on('degraded', (error) => {
    if (error === undefined)
      return logger.info('watches and lists go on: the transfer service answers');

    const status = error.details.status === undefined ? '' : `, HTTP ${error.details.status}`;
    logger.warn(`the transfer service fails (${error.failure}${status}): watches and lists wait`);
  });
}

/** Registers every route. All routes share the pipeline's middleware. */
export function registerListeners(routes: Routes, resources: Resources): void {
  registerCommands(routes, resources);
  registerMentions(routes, resources);
  registerMessageShortcut(routes, resources);
  registerBankPicker(routes, resources);
  registerHome(routes, resources);
  registerCardButtons(routes, resources);
  registerTableButtons(routes, resources);
  registerWatchButtons(routes, resources);
  registerListButtons(routes, resources);
  registerTakeBack(routes);
}
