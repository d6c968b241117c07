import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { startPlainBot } from './start-plain-bot.ts';
import { workspace } from './workspace.ts';

export type ViewBot = Awaited<ReturnType<typeof startViewBot>>;

/** A bot that calls Slack by hand, to open views and answer submissions as no well-behaved bot would. */
export async function startViewBot(settings = fullSettings) {
  const slack = await createSlackStandIn(settings);
  const plain = await startPlainBot((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bot.answer && JSON.stringify(bot.answer));
  });
  slack.deliverTo(plain.requestUrl);
  const bot = {
    slack,
    requests: plain.requests,
    /** What it says to the next requests; nothing until it is set. */
    answer: undefined as object | undefined,
    /** Calls a method of the Web API. */
    async call(method: string, args: object) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` };
      const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body: JSON.stringify(args) });
      return response.json();
    },
    /** What came last, as the bot reads it. */
    received() {
      const form = new URLSearchParams(plain.requests.at(-1)?.body);
      return JSON.parse(form.get('payload') ?? JSON.stringify(Object.fromEntries(form)));
    },
    /** A trigger_id, of this person's command. */
    async trigger(userId: string = workspace.personId): Promise<string> {
      await slack.sendCommand({ command: '/bank', text: '', userId });
      return bot.received().trigger_id;
    },
    async stop() {
      plain.close();
      await slack.close();
    },
  };
  return bot;
}

export const plain = (text: string) => ({ type: 'plain_text', text });
const more = { type: 'actions', elements: [{ type: 'button', action_id: 'more', text: plain('More') }] };
/** A modal with one button, or with whatever else is given. */
export const modal = (fields = {}) => ({ type: 'modal', title: plain('Banks'), blocks: [more], ...fields });
