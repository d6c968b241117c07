import { accessSync, constants, statSync } from 'node:fs';
import { createApp } from './app.ts';
import { allowSlowHandshakes, startAll, stopAll } from './async.ts';
import { sayWhatHappened } from './blocks/failure-words.ts';
import { inspectConfig, secretsIn } from './config/settings.ts';
import { errorCode, TransferApiError } from './errors.ts';
import { createAudit } from './ops/audit.ts';
import { createEvents } from './ops/events.ts';
import { createLineWriter, createLogger } from './ops/logger.ts';
import { createMetrics } from './ops/metrics.ts';
import { explainForOperator } from './slack/connection.ts';
import { createSharedStores, createStores } from './stores.ts';
import { version } from './text.ts';

const hasEnvFile = readEnvFile();

const args = process.argv.slice(2);
if (args.length > 0) {
  // The doctor is loaded only when it is asked for, so that starting the bot does not load it.
  const { diagnose } = await import('./doctor/doctor.ts');
  const { text, exitCode } = await diagnose(args, process.env);
  console.log(hasEnvFile ? `.env was read.\n${text}` : text);
  process.exit(exitCode);
}
const { config, gone, problems } = inspectConfig(process.env);
if (!config) {
  const file = hasEnvFile ? '.env was read' : 'no .env in the working directory';
  cannotStart(`the configuration is wrong (${file}):\n  ${problems.join('\n  ')}`);
}
allowSlowHandshakes(config.transferApi.timeoutMs);
const events = createEvents();
const metrics = createMetrics(events);
metrics.watchProcess();
// Accessing `process.stdout` makes Node set it to non-blocking, if it is a pipe or a socket.
const stdout = createLineWriter(process.stdout.fd, events);
events.on('unread', () => process.exit(1)); // a supervisor restarts the process with a new stdout
const logger = createLogger(config.logLevel, secretsIn(config), stdout);
events.on('droppedLines', (count) =>
  logger.warn(
    { count },
    'log lines were dropped: stdout is read too slowly, check what collects the log',
  ),
);
const stores = config.redisUrl
  ? await createSharedStores(config.redisUrl, config, logger, events, metrics).catch((error) =>
      die(explainForOperator(error)),
    )
  : createStores(config, logger);
logger.info(
  { version, node: process.version },
  `txnbot is starting${hasEnvFile ? ', with the settings in .env where the environment has none' : ''}`,
);
for (const sentence of gone) logger.warn(sentence);
const bot = createApp(config, {
  stores,
  logger,
  audit: createAudit(config.audit, stdout),
  events,
  metrics,
});
const { connection, parts } = bot;
let isStopping = false;

// Exit, so that a supervisor restarts the process from a known state. While stopping, a rejection
// only means that a connection is closing.
process.on('uncaughtException', (error, origin) => {
  if (!(isStopping && origin === 'unhandledRejection')) die(origin, { error });
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));

void connection.lost.then((error) => {
  if (!isStopping) die(explainForOperator(error));
});

await startAll(parts).catch((error) => die(explainForOperator(error)));
logger.info(
  { mode: connection.mode, port: connection.port(), healthPort: bot.healthPort() },
  'txnbot is answering',
);
void bot.services.banks.load().catch((error) => {
  if (!(error instanceof TransferApiError)) return;

  const setting = error.failure === 'unauthorized' ? 'TRANSFER_API_TOKEN' : 'TRANSFER_API_BASE_URL';
  logger.warn(`${sayWhatHappened(error).lead} Check ${setting}; the doctor (\`check\`) says more.`);
});

async function stop(signal: string): Promise<void> {
  if (isStopping) end(1);
  isStopping = true;
  logger.info({ signal }, 'stopping: no new commands, finishing those under way');
  await stopAll(parts).catch((error) => die('a component did not stop', { error }));
  end(0);
}

/**
 * Reads `.env` in the working directory, if there is one, or exits; the environment takes
 * precedence. Ignores a folder named `.env`, which belongs to another program.
 */
function readEnvFile(): boolean {
  if (!statSync('.env', { throwIfNoEntry: false })?.isFile()) return false;
  try {
    accessSync('.env', constants.R_OK); // of a file that may not be read, Node says that none is there
    process.loadEnvFile();
    return true;
  } catch (error) {
    const code = errorCode(error);
    const todo = code === 'EACCES' ? ": let txnbot's user read it" : '';
    return cannotStart(`.env cannot be read (${code})${todo}`);
  }
}

/** Exits with a message on stderr, for errors before the log exists. */
function cannotStart(why: string): never {
  console.error(`txnbot cannot start: ${why}`);
  process.exit(1);
}

function die(sentence: string, details: object = {}): never {
  logger.fatal(details, sentence);
  end(1);
}

/** Exits after flushing the log. */
function end(code: number): never {
  stdout.flush();
  process.exit(code);
}
