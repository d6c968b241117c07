import type { App, webApi } from '@slack/bolt';
import { z } from 'zod';
import { manyMax } from '../commands/look-up-many.ts';
import { triageFile } from '../commands/triage-file.ts';
import { tsq } from '../commands/tsq.ts';
import { txn } from '../commands/txn.ts';
import type { BotContext } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';
import { message, section } from '../views/blocks.ts';
import { ask, requestFrom } from './ask.ts';
import { parseClick } from './parse-click.ts';

const Open = z.object({ selected_option: z.object({ value: z.string().max(200) }) });
const Csv = z.object({
  value: z
    .string()
    .max(2000)
    .transform((text) => text.split('\n'))
    .pipe(z.array(z.string().min(1).max(200)).max(manyMax)),
});

/** Below a table of many: one row as its card, or all of them as a file, to whoever clicks. */
export function registerTriageButtons(app: App<BotContext>, services: Services): void {
  app.action('txn:open', ({ action, context: { exchange } }) => {
    const { selected_option: option } = parseClick(Open, action);
    const { references, identifiers } = services.findReferences(option.value);
    const command = identifiers.length > 0 && references.length === 0 ? tsq : txn;
    return ask({ command, text: option.value, audience: 'asker', prefix: '/' }, exchange, services);
  });

  app.action('txn:csv', async ({ action, client, context: { exchange } }) => {
    const { value: asked } = parseClick(Csv, action);
    requestFrom({ command: txn, text: asked.join(' '), audience: 'asker', prefix: '/' }, exchange);
    const { name, content } = await triageFile(asked, services);
    await exchange.record();
    await sendFile(client, exchange.place.userId ?? '', name, content);
    const text = `The table is in your direct messages with txnbot, as ${name}.`;
    await exchange.deliver(message(text, [section(text)]));
  });
}

/** A file has no way through a response_url: it goes to the direct message of the one who asked. */
async function sendFile(client: webApi.WebClient, userId: string, filename: string, content: string): Promise<void> {
  const opened = await client.conversations.open({ users: userId });
  await client.filesUploadV2({ channel_id: opened.channel?.id ?? '', filename, content, title: filename });
}
