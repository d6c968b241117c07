import type { webApi } from '@slack/bolt';
import * as z from 'zod';
import { manyMax } from '../../commands/many.ts';
import { manyFile } from '../../commands/many-file.ts';
import { tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import type { Services } from '../../services.ts';
import { askedFor } from '../../transfers/row.ts';
import { plainReply } from '../../views/plain-reply.ts';
import { ask, requestFrom } from './ask.ts';
import { parseClick } from './parse-click.ts';
import type { Dispatch } from './routes.ts';

const asked = z
  .string()
  .max(220)
  .transform((text, context) => {
    const parsed = askedFor(text);
    if (parsed) return parsed;
    context.addIssue('names nothing to ask for');
    return z.NEVER;
  });
const Open = z.object({ selected_option: z.object({ value: asked }) });
const Csv = z.object({ value: z.string().max(2000) });
const Rows = z
  .string()
  .transform((text) => text.split('\n'))
  .pipe(z.array(asked).max(manyMax));

/** Below a table of many: one row as its card, or all of them as a file, to whoever clicks. */
export function registerTriageButtons(dispatch: Dispatch, services: Services): void {
  dispatch.action('txn:open', (action, exchange) => {
    const { value } = parseClick(Open, action).selected_option;
    const command = value.isRequery ? tsq : txn;
    return ask(
      { command, text: value.asked, audience: 'asker', spelling: services.spellings.slash },
      exchange,
      services,
    );
  });

  dispatch.action('txn:csv', async (action, exchange) => {
    const { value } = parseClick(Csv, action);
    const rows = parseClick(Rows, value);
    const textOf = (isRequery: boolean) => rows.filter((row) => row.isRequery === isRequery).map((row) => row.asked);
    const text = rows.map((row) => row.asked).join(' ');
    const request = { command: txn, text, audience: 'asker', spelling: services.spellings.slash } as const;
    requestFrom(request, exchange, { actionId: 'txn:csv', value });
    const many = { references: textOf(false), identifiers: textOf(true) };
    const { name, content } = await manyFile(many, services);
    await exchange.record();
    await sendFile(exchange.client, exchange.place.userId ?? '', name, content);
    await exchange.deliver(plainReply(`The table is in your direct messages with txnbot, as ${name}.`));
  });
}

/** A file has no way through a response_url: it goes to the direct message of the one who asked. */
async function sendFile(client: webApi.WebClient, userId: string, filename: string, content: string): Promise<void> {
  const opened = await client.conversations.open({ users: userId });
  await client.filesUploadV2({ channel_id: opened.channel?.id ?? '', filename, content, title: filename });
}
