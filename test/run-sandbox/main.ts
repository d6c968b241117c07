import { commandNames } from '../../src/command.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { BotStartError } from './start-bot.ts';

/**
 * `npm run sandbox`: everything on this machine, no Slack workspace and no access to a transfer
 * service needed. With TRANSFER_API_BASE_URL and TRANSFER_API_TOKEN set, the same bot asks that
 * service instead of the sample one.
 */
const {
  TRANSFER_API_BASE_URL: baseUrl,
  TRANSFER_API_TOKEN: token,
  PORT: port = '4000',
} = process.env;
if (!(/^\d+$/.test(port) && Number(port) < 65_536))
  give('PORT must be a whole number from 0 to 65535.');
if (Boolean(baseUrl) !== Boolean(token))
  give('Set both TRANSFER_API_BASE_URL and TRANSFER_API_TOKEN, or neither.');
const transferApi = baseUrl && token ? { baseUrl, token } : undefined;

/** Slack is the stand-in's, and so are the ports; every other setting of the bot is passed on. */
const passedOn =
  /^(?:TRANSFER_API_TIMEOUT_MS$|BANK_|COMMAND_SUFFIX$|CURRENCY$|BLOCKS$|LOG_LEVEL$|SHARE_|REFERENCE_PATTERN$|REMEMBER_HOURS$|ACCESS_|ALLOWED_|RATE_|AUDIT_|WATCH_|BATCH_)/;
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value && passedOn.test(name) ? [[name, value]] : [],
  ),
);

const sandbox = await createSandbox({ port: Number(port), env, transferApi }).catch(explain);

const asked = transferApi
  ? `the transfer service at ${transferApi.baseUrl}`
  : 'a sample transfer service';
const { slash } = commandNames(env.COMMAND_SUFFIX ?? '');
const lines = ['txn GARO-8f3k2j1', 'tsq 12345698690885579', 'bank zenith'].map(slash.write);
const examples = transferApi ? '' : `\n  Try  ${lines.join('   ')}`;
console.log(`
  txnbot's sandbox is running. Open  ${sandbox.url}
${examples}
  The bot asks ${asked}; Ctrl+C stops everything.
`);
for (const line of sandbox.bot.lines) console.log(line);
sandbox.bot.onLine((line) => console.log(line));

let isClosing = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    await sandbox.close();
    process.exit(0);
  });

await sandbox.bot.ended;
if (!isClosing) give('The bot has ended; its last lines are above.');

function explain(error: unknown): Sandbox | never {
  if (error instanceof BotStartError) return give(error.lines.join('\n'));
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return give(`Port ${port} is taken. Choose another one: PORT=4001 npm run sandbox`);
  throw error;
}

function give(words: string): never {
  console.error(words);
  process.exit(1);
}
