import { randomInt } from 'node:crypto';
import { App, webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { access } from './middleware/access.ts';
import { errorBoundary } from './middleware/error-boundary.ts';
import { createInFlight, type InFlight } from './middleware/in-flight.ts';
import { chain } from './middleware/middleware.ts';
import { limitAll, limitEach } from './middleware/rate-limit.ts';
import { traced } from './middleware/traced.ts';
import { waitingLine } from './middleware/waiting-line.ts';
import type { Audit } from './ops/audit-log.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Services } from './services.ts';
import { clickAck } from './slack/exchange/click-ack.ts';
import { openExchange } from './slack/exchange/exchange.ts';
import { pickerWindow } from './slack/exchange/picker-window.ts';
import { registerListeners } from './slack/listeners/index.ts';
import { createDispatch } from './slack/listeners/routes.ts';
import { type Connection, createConnection } from './slack/transport/connection.ts';
import { createBoltLogger } from './slack/web-api/bolt-logger.ts';
import { createSlackFetch } from './slack/web-api/fetch.ts';
import { createPeople } from './slack/web-api/people.ts';

export interface Bot {
  /** @throws what keeps the bot from speaking to Slack: a token that is refused, no way there. */
  checkToken(): Promise<void>;
  connection: Connection;
  inFlight: InFlight;
}

/** An ack is due within three seconds; after that a word now and then, not one a second. */
const waitingAfterMs = [2_000, 10_000, 30_000];

/** What the bot works with beside its configuration. */
export interface Surroundings {
  services: Services;
  logger: Logger;
  audit: Audit;
  metrics: Metrics;
}

/** The bot, wired and not yet started: `connection.start()` lets questions in. */
export function createApp(config: Config, { services, logger, audit, metrics }: Surroundings): Bot {
  const boltLogger = createBoltLogger(logger);
  const webClient = {
    fetch: createSlackFetch(config.slackApiUrl, metrics.recordSlackCall),
    ...(config.slackApiUrl === undefined ? {} : { slackApiUrl: config.slackApiUrl }),
  };
  const connection = createConnection({
    ...config.connection,
    webClient,
    logger: boltLogger,
    onAck: metrics.recordAck,
    onReconnect: metrics.recordReconnect,
    onRefusal: metrics.recordRefusal,
  });
  metrics.watch({ bankList: services.banks.state, isConnected: connection.isConnected });
  const client = new webApi.WebClient(config.slackBotToken.reveal(), {
    ...webClient,
    logger: boltLogger,
    // `fetch` keeps the time. The client itself would try again after a time-out, and post an answer twice; and one
    // limited method would hold up all the others.
    timeout: 0,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  const app = new App({
    receiver: connection.receiver,
    logger: boltLogger,
    clientOptions: webClient, // its `fetch` is the one of `respond`
    authorize: async () => ({}), // one workspace, and so one client; Bolt would keep one for every team that it hears of
    convoStore: false,
    ignoreSelf: false, // `replyRoutesFor` hears no app at all, this one included
  });
  // What ends here could not be delivered either. The error may hold a payload: only its name and words are kept.
  app.error(async (error) => {
    logger.error({ outcome: 'undelivered', code: error.code, message: error.message }, 'command');
  });

  const inFlight = createInFlight();
  const people = createPeople(client, logger);
  const dispatch = createDispatch();
  registerListeners(dispatch, services);
  const before = [
    inFlight.track,
    clickAck(boltLogger),
    waitingLine(waitingAfterMs),
    traced,
    errorBoundary(logger, services.spellings.slash, metrics.recordOutcome),
    inFlight.refuseWhileStopping,
    limitEach(config.rateLimits.perPersonPerMinute),
    pickerWindow,
    access(config.access, people, services.spellings.slash),
    limitAll(config.rateLimits.totalPerMinute),
  ];
  const answer = chain(before, dispatch.listen);
  const exchangeOptions = {
    client,
    createReference,
    audit,
    slash: services.spellings.slash,
    givenUp: inFlight.givenUp,
    onAnswer: metrics.recordAnswer,
  };
  app.use(async (args) => {
    const exchange = openExchange(args, exchangeOptions);
    if (exchange) await answer(exchange);
  });
  return {
    connection,
    inFlight,
    async checkToken() {
      await people.ownTeamId();
    },
  };
}

/** Six characters that are not mistaken for each other when read aloud. */
function createReference(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  let drawn = randomInt(letters.length ** 6);
  let reference = '';
  while (reference.length < 6) {
    reference += letters[drawn % letters.length];
    drawn = Math.floor(drawn / letters.length);
  }
  return reference;
}
