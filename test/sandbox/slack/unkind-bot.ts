import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createSlackStandIn, listen } from './slack-stand-in.ts';
import type { SlackStandInOptions } from './types.ts';

/** An app that was given everything the stand-in knows, whatever `manifest.yml` says. */
export const fullSettings = {
  scopes: [
    'app_mentions:read',
    'channels:history',
    'channels:read',
    'chat:write',
    'commands',
    'files:write',
    'im:history',
    'im:read',
    'im:write',
    'usergroups:read',
    'users:read',
  ],
  events: ['app_home_opened', 'app_mention', 'message.im'],
  hasHomeTab: true,
  takesMessages: true,
} satisfies SlackStandInOptions;

type Reply = (response: ServerResponse) => void;

/** Answers with JSON, as an ack does. */
export const json =
  (body: unknown): Reply =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));

/**
 * A stand-in, and a bot without Bolt that calls and answers as no well-behaved bot would, until the
 * test ends.
 */
export async function startUnkindBot(options: SlackStandInOptions = {}) {
  const slack = await createSlackStandIn({ ...fullSettings, retryDelaysMs: [5, 5, 5], ...options });
  const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    (replies.shift() ?? ((last) => last.end()))(response);
  });
  let replies: Reply[] = [];
  slack.deliverTo(`http://${await listen(server, 0)}/slack/events`);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await slack.close();
  });
  const call = async (method: string, args: object, token = slack.botToken) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${slack.apiUrl}${method}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(args),
    });
    return response.json();
  };
  const command = () => slack.sendCommand({ command: '/x', text: 'Zénith & <sons>' });
  return {
    slack,
    requests,
    call,
    command,
    /** How it answers the next requests, one after the other; those after them get an empty ack. */
    reply(...next: Reply[]) {
      replies = next;
    },
    /** What came last, as the bot reads it. */
    received() {
      const form = new URLSearchParams(requests.at(-1)?.body);
      return JSON.parse(form.get('payload') ?? JSON.stringify(Object.fromEntries(form)));
    },
    /** Opens a view on the first person's screen; answers with what Slack says. */
    async open(view: object) {
      await command();
      const { trigger_id } = Object.fromEntries(new URLSearchParams(requests.at(-1)?.body));
      return call('views.open', { trigger_id, view });
    },
  };
}
