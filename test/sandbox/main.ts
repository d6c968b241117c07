import { createSandbox } from './create-sandbox.ts';

/**
 * `npm run sandbox`: everything on this machine, no Slack workspace and no access to a transfer service needed.
 * With TRANSFER_API_BASE_URL and TRANSFER_API_TOKEN set, the same bot asks that service instead of the sample one.
 */
const { TRANSFER_API_BASE_URL: baseUrl, TRANSFER_API_TOKEN: token, PORT = '4000', ...settings } = process.env;
const passedOn = [
  'TRANSFER_API_TIMEOUT_MS',
  'BANK_LIST_TTL_SECONDS',
  'BANK_LIST_MAX_STALE_SECONDS',
  'CURRENCY',
  'LOG_LEVEL',
];

const sandbox = await createSandbox({
  port: Number(PORT),
  ...(baseUrl && token ? { transferApi: { baseUrl, token } } : {}),
  env: Object.fromEntries(passedOn.flatMap((name) => (settings[name] ? [[name, settings[name]]] : []))),
});

console.log(`
  txnbot's sandbox is running. Open  ${sandbox.url}

  Try  /txn GARO-8f3k2j1   /tsq 12345698690885579   /bank zenith
  The bot asks ${baseUrl && token ? 'the transfer service you configured' : 'a sample transfer service'}; Ctrl+C stops everything.
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
if (!isClosing) {
  console.error('The bot has ended; its last lines are above.');
  process.exit(1);
}
