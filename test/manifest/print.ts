import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CommandSuffix } from '../../src/config/values.ts';
import { httpForm, withSuffix } from './manifest.ts';

/**
 * `npm run -s manifest`: ready to paste into Slack, for Socket Mode or, with `-- --request-url
 * https://…`, for HTTP; its commands as `COMMAND_SUFFIX` has them.
 */
const usage = `npm run -s manifest                                    the manifest of the Slack app, for Socket Mode
npm run -s manifest -- --request-url https://<host>    for HTTP, with the address of the bot
COMMAND_SUFFIX=-staging npm run -s manifest            with commands such as /txn-staging`;
const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
try {
  const { values } = parseArgs({
    options: { 'request-url': { type: 'string' }, help: { type: 'boolean' } },
  });
  const requestUrl = values['request-url'];
  if (values.help) {
    console.log(usage);
    process.exit();
  }
  const ours = withSuffix(manifest, readSuffix());
  process.stdout.write(requestUrl === undefined ? ours : httpForm(ours, requestUrl));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** As the bot reads it: blanks around it are taken away, and an empty one is none. */
function readSuffix(): string {
  const { data, error } = CommandSuffix.safeParse(process.env.COMMAND_SUFFIX?.trim() || undefined);
  if (data === undefined) throw new Error(`COMMAND_SUFFIX ${error?.issues[0]?.message}`);
  return data;
}
