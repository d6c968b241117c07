import { expect, it, onTestFinished, vi } from 'vitest';
import { createFiles } from '../../src/slack/files.ts';
import { endless } from '../support/endless.ts';
import { holdClock } from '../support/hold-clock.ts';
import { startServer } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { addressOf, clientOf } from './support.ts';

const content = 'Ref\nGARO-8f3k2j1\n';

interface Sent {
  /** How often Slack names no address yet, as it still checks the file. */
  scans?: number;
  /** What Slack says of the file, beside its name. */
  info?: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  /** Without one it never ends. */
  body?: string | undefined;
}

/** A file as Slack has it, and one of another host that is never to be asked. */
async function sent({ info, scans = 0, status = 200, headers = {}, ...rest }: Sent) {
  const { body } = { body: content, ...rest };
  const other = await startServer((_request, response) => response.end('stolen'));
  const slack = await startServer((request, response) => {
    if (request.url?.startsWith('/api/files.info')) {
      scans -= 1;
      const address = scans < 0 ? { url_private: `${slack.url}/content` } : {};
      const file = { id: 'F0', mimetype: 'text/csv', ...address, ...info };
      const text = JSON.stringify({ ok: true, file }).replaceAll('OTHER', other.url);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    }
    if (body === undefined)
      return endless({ 'content-type': 'text/csv', ...headers })(request, response);
    const location = { location: `${other.url}/content` };
    response.writeHead(status, { 'content-type': 'text/csv', ...location, ...headers });
    return response.end(body);
  });
  onTestFinished(() => slack.close().then(other.close));
  const client = clientOf({ apiUrl: `${slack.url}/api/`, botToken: 'xoxb-0123456789' });
  return { slack, other, files: createFiles(client, addressOf(`${slack.url}/api/`)) };
}

it('a file is read from Slack alone, with the bot’s token', async () => {
  const { files, slack } = await sent({ info: { name: 'a.csv' } });
  const { bytes, name } = await files.read({ id: 'F0', name: '' });
  expect(Buffer.from(bytes).toString()).toEqual(content);
  expect(name).toBe('a.csv');
  const headers = { authorization: 'Bearer xoxb-0123456789' };
  expect(slack.requests.at(-1)).toMatchObject({ url: '/content', headers });
});

const tooLarge = 'is larger than 1 MB: send it in parts.';
const unreadable = 'cannot be read from Slack right now. Send it again in a minute.';
const page = { 'content-type': 'text/html; charset=utf-8' };

it.each<[string, Sent, string]>([
  [
    'kept elsewhere',
    { info: { is_external: true } },
    'is kept outside Slack: send it as a CSV file.',
  ],
  ['deleted', { info: { mode: 'tombstone' } }, 'was deleted.'],
  ['longer than Slack said', { body: 'x'.repeat(1_100_000) }, tooLarge],
  ['without an end', { body: undefined }, tooLarge],
  [
    'compressed, without an end',
    { body: undefined, headers: { 'content-encoding': 'gzip' } },
    tooLarge,
  ],
  ['of another host', { info: { url_private: 'OTHER/content' } }, `${unreadable} (not_slack)`],
  ['led elsewhere', { status: 302 }, unreadable],
  ['a page to log in', { headers: page }, unreadable],
  ['not to be had', { status: 503 }, unreadable],
])('a file that is %s is not read', async (_what, file, sentence) => {
  const { files, other } = await sent(file);
  await expect(files.read({ id: 'F0', name: 'a.csv' })).rejects.toThrow(`\`a.csv\` ${sentence}`);
  expect(other.requests).toEqual([]);
});

it.each([
  [1, content],
  [2, '`a.csv` is still being checked by Slack: send it again in a moment.'],
])('a file that Slack still checks is asked about once again: %i times', async (scans, ending) => {
  holdClock();
  const { files, slack } = await sent({ scans, info: { name: 'a.csv' } });
  const read = vi.fn();
  void files.read({ id: 'F0', name: '' }).then(
    ({ bytes }) => read(Buffer.from(bytes).toString()),
    ({ message }: Error) => read(message),
  );
  await waitFor(() => {
    vi.advanceTimersByTime(1_500);
    expect(read).toHaveBeenCalledWith(ending);
  });
  expect(slack.requests.filter(({ url }) => url?.startsWith('/api/files.info'))).toHaveLength(2);
});
