import * as z from 'zod';
import { plainReply, type Reply } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { type Inquiry, inquire, type Resources } from '../command.ts';
import { AccessError, UserError } from '../errors.ts';
import type { SentFile } from '../slack/files.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { type FoundTable, type TableInput, tableMax, tableOf } from '../tables/table.ts';
import { txnHead } from '../transfers/look-up.ts';
import { isUnsettled } from '../transfers/row.ts';
import { watch } from '../watches/commands.ts';
import { perPersonMax } from '../watches/watches.ts';
import { rowsOf } from './batch.ts';
import { readList } from './list.ts';
import { batchFile, begunReply, fileUnread, nameOf, offerReply, sharedReply, shareWindow } from './messages.ts';
import { listOf } from './worker.ts';

/** A table of the first, and the button that looks up all of them, where there are more than one table holds. */
export const tableAndOffer = {
  ...tableOf,
  async find(input, services, asker): Promise<FoundTable> {
    const found = await tableOf.find(input, services, asker);
    const references = input.asks.flatMap(({ isRequery, asked }) => (isRequery ? [] : asked));
    if (references.length <= tableMax) return found;
    try {
      const { id, count } = await services.batches.offer({ references, file: undefined }, asker);
      const requeries = input.asks.length - count;
      const allNote = requeries === 0 ? undefined : `Ask for the ${requeries} to requery in another message.`;
      return { ...found, all: { actionId: 'batch:run', label: `Look Up All ${count}`, value: id }, allNote };
    } catch (error) {
      if (error instanceof UserError) return { ...found, allNote: error.message };
      throw error;
    }
  },
} satisfies Inquiry<TableInput, FoundTable>;

/** Says what a file holds, and offers to look it up. @throws UserError that says why it cannot be read */
export async function offerFile(
  file: SentFile,
  request: SlackRequest,
  { services, presentation, files }: Resources,
): Promise<Reply> {
  request.ask({ command: txnHead, text: file.name, audience: 'asker', syntax: presentation.names.slash });
  const list = readList(await files.read(file), file.name, services.references);
  const { references } = list;
  const { id, name } = file;
  return offerReply(
    list,
    await services.batches.offer({ references: [...references], file: { id, name } }, request.asker),
  );
}

const nothingUnsettled = 'Nothing on that list is unsettled, and not watched already.';

const Id = z.string().regex(/^[\w-]{12}$/);
const Pressed = z.object({ value: Id }).transform(({ value }) => value);
/** The window names the batch. */
const Submitted = z.object({ private_metadata: z.string() }).transform(({ private_metadata }, context) => {
  const id = Id.safeParse(private_metadata.split('\n').at(-1)).data;
  if (id !== undefined) return id;
  context.addIssue('names no batch');
  return z.NEVER;
});

/** The buttons of an offer, of the message that moves, and of the result. */
export function registerBatchButtons(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  const { batches, banks, watches } = services;
  const syntax = presentation.names.slash;
  const command = txnHead;
  const once = { command, value: Pressed, isOneAtATime: true };
  /** One of the person's own, and what was found. */
  const ownOf = async (id: string, request: SlackRequest) => {
    const batch = await batches.own(id, request.asker.personId);
    request.ask({ command, text: nameOf(batch), audience: 'asker', syntax });
    return { batch, rows: rowsOf(batch, banks.nameOf) };
  };

  /** @throws AccessError where the direct message with the result is no place that the bot is meant for */
  const assertToldDirectly = ({ mayAskInWindows, origin: { channelId } }: SlackRequest) => {
    if (mayAskInWindows || channelId?.startsWith('D')) return;
    const why = 'What is found of a list comes as a direct message, and this bot does not answer there.';
    throw new AccessError('channel', why);
  };

  routes.action('batch:run', once, async (id, request) => {
    assertToldDirectly(request);
    const { batch } = await ownOf(id, request);
    const { batch: begun, ahead } = await batches.take(batch.id, request.asker);
    return { reply: begunReply(begun, ahead) };
  });
  routes.action('batch:cancel', { ...once, posts: 'in place' }, async (id, request) => {
    const { batch } = await ownOf(id, request);
    await batches.stop(id, request.asker.personId);
    return { reply: plainReply(`${nameOf(batch)}: nothing was looked up.`), to: 'in place' };
  });
  routes.action('batch:stop', once, async (id, request) => {
    const { batch } = await ownOf(id, request);
    await batches.stop(id, request.asker.personId);
    return { reply: plainReply(`${nameOf(batch)} stops, and keeps what is there.`) };
  });
  routes.action('batch:requery', once, async (id, request) => {
    const { rows } = await ownOf(id, request);
    const references = rows.filter(isUnsettled).map((row) => row.asked);
    if (references.length === 0) throw new UserError(nothingUnsettled);
    assertToldDirectly(request);
    const { batch, ahead } = await batches.requery(references, request.asker);
    return { reply: begunReply(batch, ahead) };
  });
  routes.action('batch:watch', once, async (id, request) => {
    const { rows } = await ownOf(id, request);
    const { asker } = request;
    const watched = new Set((await watches.of(asker.personId)).map(({ reference }) => reference));
    const unsettled = rows.flatMap((row) => (isUnsettled(row) && !watched.has(row.asked) ? row.asked : []));
    if (unsettled.length === 0) throw new UserError(nothingUnsettled);
    const references = unsettled.slice(0, Math.max(0, perPersonMax - watched.size));
    if (references.length === 0) throw new UserError(`You watch ${watched.size} transactions already: stop one first.`);
    const reader = { asker: { ...asker, threadTs: undefined }, audience: 'asker', canShare: false, syntax } as const;
    const reply = await inquire(watch, { references }, reader, resources);
    const left = unsettled.length - references.length;
    if (left === 0) return { reply };
    const limit = `${left} more are not watched: ${perPersonMax} at once is the most.`;
    return {
      reply: { ...reply, text: `${reply.text}\n${limit}`, blocks: [...reply.blocks, ...plainReply(limit).blocks] },
    };
  });
  routes.action('batch:csv', once, async (id, request) => {
    const { batch, rows } = await ownOf(id, request);
    const list = await listOf(batch, resources);
    const file = batchFile(batch, rows, list);
    const unread = list === 'unread' ? `; ${fileUnread}` : '';
    return {
      file,
      reply: plainReply(`${nameOf(batch)} is in a direct message to you, as ${code(file.name)}${unread}.`),
    };
  });
  routes.action('batch:share', once, async (id, request) => {
    const { batch } = await ownOf(id, request);
    await request.openWindow(shareWindow(batch));
    return undefined;
  });
  routes.view(
    'batch:share',
    { command, value: Submitted, isOneAtATime: true, posts: 'channel' },
    async (id, request) => {
      const { batch, rows } = await ownOf(id, request);
      return { reply: sharedReply(batch, rows, presentation), to: 'channel' };
    },
  );
}
