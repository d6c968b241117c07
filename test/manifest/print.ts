import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { httpForm } from './http-form.ts';

/** `npm run manifest`: ready to paste into Slack, for Socket Mode or, with `-- --request-url https://…`, for HTTP. */
const manifest = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
try {
  const { values } = parseArgs({ options: { 'request-url': { type: 'string' } } });
  const requestUrl = values['request-url'];
  process.stdout.write(requestUrl === undefined ? manifest : httpForm(manifest, requestUrl));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
