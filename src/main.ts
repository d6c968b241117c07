import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { type Audit, createAudit } from './ops/audit-log.ts';
import { createHealthServer } from './ops/health.ts';
import { createLineWriter } from './ops/line-writer.ts';
import { createLogger } from './ops/logger.ts';
import { createMetrics } from './ops/metrics.ts';
import { serverPort } from './ops/server-port.ts';
import { createServices } from './services.ts';
import { explainLoss, explainStartFailure } from './slack/transport/start-failure.ts';

const drainMs = 10_000;
const lastWordsMs = 3_000;
const closingMs = 1_000;

const config = configOrExit();
const metrics = createMetrics();
const stdout = createLineWriter({
  fd: process.stdout.fd, // Node makes a pipe or a socket not block when it is asked for it
  onDropped(count) {
    metrics.recordDroppedLines(count);
    logger.warn({ count }, 'lines of this log were dropped: nobody read them');
  },
  onGone: () => process.exit(1), // and whatever supervises this process starts it with another one
});
const logger = createLogger({
  level: config.logLevel,
  secrets: [
    config.slackBotToken,
    config.connection.appToken,
    config.connection.signingSecret,
    config.transferApi.token,
    config.audit.hashKey,
  ].flatMap((secret) => secret?.reveal() ?? []),
  destination: stdout,
});
const services = createServices(config, logger, metrics);
const { connection, inFlight, checkToken } = createApp(config, { services, logger, audit: auditOrExit(), metrics });
let isStarted = false;
let isStopping = false;
const health = createHealthServer({ isReady: () => isStarted && !isStopping && connection.isConnected(), metrics });

// A supervisor starts it anew from a known state. While stopping, it is only a connection going away.
process.on('unhandledRejection', (reason) => {
  if (!isStopping) die('unhandled rejection', reason);
});
process.on('uncaughtException', (error) => die('uncaught exception', error));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

void connection.lost.then((error) => {
  if (isStopping) return;
  logger.fatal(explainLoss(error));
  end(1);
});

const mode = config.connection.appToken === undefined ? 'http' : 'socket';
health.listen(config.healthPort);
const listening = once(health, 'listening').catch(endUnstarted);
const vouchedFor = checkToken().catch((error) => endUnstarted(error, 'SLACK_BOT_TOKEN'));
// What Slack says of the token is a journey away: the port need not wait, and until then `access` lets nobody in. But to
// whoever opens a socket Slack hands out questions, and what a process acks that then ends is lost.
if (mode === 'socket') await vouchedFor;
const started = connection.start().catch((error) => endUnstarted(error, 'SLACK_APP_TOKEN'));
await Promise.all([listening, vouchedFor, started]);
isStarted = true;
logger.info({ mode, port: connection.port(), healthPort: serverPort(health) }, 'txnbot is answering');

async function stop(signal: string): Promise<void> {
  if (isStopping) end(1);
  isStopping = true;
  logger.info({ signal, drainMs }, 'stopping: no new commands, finishing those under way');
  inFlight.stop();
  const closed = connection.stopReceiving();
  // What arrives while the last connection closes is acked, so it is waited for as well.
  const drained = inFlight.settled().then(() => 'drained' as const);
  const outcome = await Promise.race([drained, sleep(drainMs, 'cut short' as const)]);
  if (outcome === 'cut short') await Promise.race([inFlight.giveUp(), sleep(lastWordsMs)]);
  // A moment for what is still arriving or leaving, and no longer: a connection may stay half open for ever.
  await Promise.race([closed, sleep(closingMs)]);
  await connection.close();
  await Promise.race([inFlight.settled(), sleep(closingMs)]); // who asked at the very end
  health.close();
  logger.info({ outcome }, 'stopped');
  end(0);
}

function configOrExit(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`txnbot cannot start, the configuration is wrong:\n  ${error.problems.join('\n  ')}`);
    process.exit(1);
  }
}

function auditOrExit(): Audit {
  try {
    return createAudit(config.audit, stdout);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    console.error(`txnbot cannot start: AUDIT_LOG cannot be opened for appending${why}`);
    process.exit(1);
  }
}

function endUnstarted(error: unknown, tokenVariable = ''): never {
  logger.fatal(explainStartFailure(error, tokenVariable));
  end(1);
}

function die(what: string, error: unknown): never {
  logger.fatal({ error: error instanceof Error ? error.stack : String(error) }, what);
  end(1);
}

/** With its last words. */
function end(code: number): never {
  stdout.flush();
  process.exit(code);
}
