import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/**
 * `npm start -w slack-sandbox -- --cwd FOLDER [--request-url URL] [--port 4000] -- COMMAND …`: a Slack to talk to, its
 * page, and the bot that the command starts in a folder with a `manifest.yml` or `manifest.json`. The bot finds Slack at
 * SLACK_API_URL, and its tokens in SLACK_BOT_TOKEN, SLACK_APP_TOKEN and SLACK_SIGNING_SECRET. It is heard over its
 * socket, or at the request URL.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cwd: { type: 'string', default: process.cwd() },
    'request-url': { type: 'string' },
    port: { type: 'string', default: '4000' },
  },
});
const [command, ...args] = positionals;
if (command === undefined)
  throw new Error('Which command starts the bot? npm start -w slack-sandbox -- -- node app.js');
process.chdir(values.cwd);
// Not before: both read the manifest of the folder.
const { createSlackStandIn } = await import('./index.ts');
const { readManifestCommands, readManifestShortcuts, startPage } = await import('./page/index.ts');
const slack = await createSlackStandIn();
slack.deliverTo(values['request-url']);
const page = await startPage({
  slack,
  samples: [],
  commands: readManifestCommands(),
  shortcuts: readManifestShortcuts(),
  port: Number(values.port),
});
console.log(`Open ${page.url}`);
const bot = spawn(command, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    SLACK_API_URL: slack.apiUrl,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => bot.kill(signal));
const [code] = await once(bot, 'close');
await page.close();
await slack.close();
process.exit(typeof code === 'number' ? code : 1);
