import * as z from 'zod';
import {
  buttons,
  context,
  message,
  mrkdwnReply,
  type Reply,
  runButtons,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addContextLine, appendBlocks } from '../blocks/offers.ts';
import { type Inquiry, inquire, type Resources } from '../command.ts';
import { AccessError, OnlyIdsError, onError, UserError } from '../errors.ts';
import { type Asker, askerAlone, type Place } from '../policy.ts';
import type { Files } from '../slack/files.ts';
import { messageTextMax, type SentFile, type SlackMessage } from '../slack/message.ts';
import type { Posted } from '../slack/posts.ts';
import type { Answer } from '../slack/reply-routes.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, modalMetadata, type Routes } from '../slack/routes.ts';
import { type FoundTable, selectWatchable, tableRowsMax } from '../tables/buttons.ts';
import { type TableInput, tableInquiry } from '../tables/look-up-table.ts';
import { JsonText, joinNonEmpty } from '../text.ts';
import { txnHead } from '../transfers/record-and-requery.ts';
import type { Row } from '../transfers/row.ts';
import { sessionInquiry } from '../transfers/sessions.ts';
import { watchInquiry } from '../watches/commands.ts';
import { watchesPerPersonMax } from '../watches/watch.ts';
import type { List } from './list.ts';
import type { ListRequest } from './lists.ts';
import {
  createOfferReply,
  createSharedReply,
  createStartReply,
  csvLacks,
  isToAskAgain,
  listName,
  listNameMrkdwn,
  shareWindow,
  sizeOf,
} from './messages.ts';
import { digestOf, readList } from './read-list.ts';
import { createResultFile } from './result-csv.ts';
import { rowsOf } from './rows.ts';

/** The most transaction ids in a button, which carries 2,000 characters. */
const identifiersMax = 48;
/** The most files of one message that get a Read button. */
const filesMax = 3;

/**
 * Looks up the first 25 references as a table; if there are more, a button looks up all of them as
 * a list.
 */
export const tableWithOfferInquiry = {
  ...tableInquiry,
  async find(input, services, asker): Promise<FoundTable> {
    const found = await tableInquiry.find(input, services, asker);
    const references = input.asks.filter((ask) => !ask.isRequery).map(({ asked }) => asked);
    if (references.length <= tableRowsMax) return found;

    return services.lists.offer({ references, file: undefined }, asker).then(
      ({ id, count }) => ({
        ...found,
        all: { actionId: 'batch:run', label: `Look Up All ${count}`, value: id },
      }),
      onError(UserError, ({ message: allNote }) => ({ ...found, allNote })),
    );
  },
} satisfies Inquiry<TableInput, FoundTable>;

/**
 * Offers to look up the references in a file. @throws UserError that says why the file cannot be
 * read or looked up
 */
export async function offerFile(
  file: Pick<SentFile, 'id' | 'name'>,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply> {
  const { services, files } = resources;
  request.ask({
    command: txnHead,
    text: file.name || file.id,
    isFile: true,
    subject: [], // what was asked before is not `it` any more
  });

  const { bytes, name } = await files.read(file);
  const digest = digestOf(bytes);
  const parsed = await readInTurn(files, request.asker, 'reading the file', () =>
    readList(bytes, name, services.references).catch(onError(OnlyIdsError, (error) => error)),
  );
  if (parsed instanceof OnlyIdsError) {
    request.restrictToAsker(); // the message names the file
    const { sessions, identifiers } = parsed;
    const { asker, place, canShare } = request;
    const reader = { asker, place, canShare, syntax: resources.presentation.names.slash };
    const some = identifiers.slice(0, identifiersMax);
    const run = { label: `Requery ${some.length}`, command: 'tsq', text: some.join(' ') };
    const runs = some.length > 0 ? [run] : [];
    const offer = message(parsed.message, [section(parsed.message), ...runButtons(runs)]);
    if (sessions.length === 0) return offer;

    const told = await inquire(sessionInquiry, sessions, reader, resources);
    return appendBlocks(offer, told.blocks, told.text);
  }

  const offers: List[] = [];

  for (const { at, references } of parsed.choices) {
    const wanted = { references: [...references], file: { id: file.id, name, column: at, digest } };
    offers.push(await services.lists.offer(wanted, request.asker));
  }

  return createOfferReply(parsed, offers, request.place);
}

/** Reads or writes a file when its turn has come, and lets the person know what they wait for. */
function readInTurn<T>(
  files: Files,
  asker: Asker,
  doing: string,
  work: () => Promise<T>,
): Promise<T> {
  asker.report('waiting for other files to be read');
  return files.alone(() => {
    asker.report(doing);
    return work();
  });
}

const canRead = 'Send text, or a CSV, TSV or text file.';

/** Replies to a message that contains nothing but files of kinds that the bot cannot read. */
export function createUnreadableReply(names: readonly string[], place: Place): Reply {
  return withoutCustomer(mrkdwnReply(`${namesOf(names, place)} cannot be read here. ${canRead}`));
}

/**
 * Adds the names of the files not read, buttons to read those that may be lists, and a note if the
 * message was cut.
 */
export function nameUnreadFiles(
  reply: Reply,
  { lists, unreadable: others, isCut }: Pick<SlackMessage, 'lists' | 'unreadable' | 'isCut'>,
  place: Place,
): Reply {
  const names = [...lists.map(({ name }) => name), ...others];
  const line = `Not read: ${namesOf(names, place)}.${others.length > 0 ? ` ${canRead}` : ''}`;
  const files = lists.map(({ id, name }) => ({ id, name: place.isPublic ? '' : name }));
  const read = files.slice(0, filesMax).map((file, at) => ({
    actionId: `batch:read:${at}`,
    label: `Read ${file.name || `File ${at + 1}`}`,
    value: JSON.stringify(file),
  }));
  const named =
    names.length === 0 ? reply : appendBlocks(reply, [context([line]), ...buttons(read)], line);
  if (!isCut) return named;

  const most = messageTextMax.toLocaleString('en');
  return addContextLine(named, `Not read: what stands behind the first ${most} characters.`);
}

/** Names files, but not where others read: a file's name may be a customer's. */
function namesOf(names: readonly string[], { isPublic }: Place): string {
  return names.map((name) => code((!isPublic && name) || 'a file', 60)).join(', ');
}

const Sent = buttonValue(JsonText.pipe(z.object({ id: z.string(), name: z.string() })));

const nothingUnsettled = 'Nothing on that list is open, and not watched already.';

/**
 * Returns the offer's message if it is in a direct message: progress replaces it there. Elsewhere,
 * the offer stays.
 */
function offerOf({
  origin: { channelId = '', messageTs: ts, isEphemeral },
}: SlackRequest): Posted | undefined {
  return channelId.startsWith('D') && ts !== undefined && !isEphemeral
    ? { channelId, ts }
    : undefined;
}

const Id = z.string().regex(/^[\w-]{12}$/);
const Pressed = buttonValue(Id);

/** Registers the buttons of offers, progress messages and results. */
export function registerListButtons(routes: Routes, resources: Resources): void {
  const { services, presentation, files } = resources;
  const { lists } = services;
  const command = txnHead;
  const once = { command, value: Pressed, isOneAtATime: true };

  type Listen = (list: List, request: SlackRequest) => Promise<Answer>;

  /**
   * Wraps a handler: passes on the list whose id the button has. Refuses lists that others began.
   */
  const own = (listen: Listen) => async (id: string, request: SlackRequest) => {
    const list = await lists.own(id, request.asker.personId);
    request.ask({ command, text: listName(list) });
    return listen(list, request);
  };

  const button = (name: string, listen: Listen, how: { isOneAPerson?: boolean } = {}) =>
    routes.action(name, { ...once, ...how }, own(listen));

  /**
   * @throws AccessError when the bot may not answer in direct messages, where it would have to send
   * the result
   */
  const begin = async (wanted: ListRequest, { asker, mayAskInWindows, origin }: SlackRequest) => {
    if (!mayAskInWindows && !origin.channelId?.startsWith('D'))
      throw new AccessError(
        'channel',
        'What is found of a list comes as a direct message, and this bot does not answer there.',
      );

    const { list, ahead } = await lists.begin(wanted, asker);
    const isShown = wanted.message !== undefined && ahead === 0;

    return isShown ? undefined : { reply: createStartReply(list, ahead) };
  };

  const read = {
    command,
    value: Sent,
    text: (file: { id: string; name: string }) => file.name || file.id,
    isOneAtATime: true,
  };

  routes.action('batch:read', read, async (file, request) => ({
    reply: await offerFile(file, request, resources),
  }));
  button('batch:run', (list, request) => begin({ ...list, message: offerOf(request) }, request));
  button('batch:requery', async (list, request) => {
    const references = (await rowsOf(list, services))
      .filter(isToAskAgain)
      .map(({ asked }) => asked);
    if (references.length === 0) throw new UserError(nothingUnsettled);
    return begin({ references, file: undefined, isRequery: true }, request);
  });

  /**
   * Stopping an offer replaces its message with a sentence; a list that has begun keeps its message
   * when stopped.
   */
  const stop = own(async (list, request) => {
    await lists.stop(list);
    if (list.begunAtMs === undefined) {
      // Anybody may cancel an offer, and a file's name may be a customer's.
      return { reply: withoutCustomer(mrkdwnReply(`${sizeOf(list)}: nothing was looked up.`)) };
    }

    request.restrictToAsker();
    return { reply: mrkdwnReply(`${listNameMrkdwn(list)} stops, and keeps what is there.`) };
  });
  routes.action('batch:cancel', { ...once, posts: 'in place' }, stop);
  routes.action('batch:stop', once, stop);
  button('batch:watch', async (list, { asker }) => ({
    reply: await watchUnsettled(await rowsOf(list, services), asker, resources),
  }));
  button(
    'batch:csv',
    (list, { asker }) =>
      readInTurn(files, asker, 'writing the file', async () => {
        const rows = await rowsOf(list, services);
        const { file, unread } = await createResultFile(list, rows, resources);

        await asker.audited();
        await files.send(asker.personId, file);

        const where = `${listNameMrkdwn(list)} is in a direct message to you, as ${code(file.name)}`;
        return { reply: mrkdwnReply(`${joinNonEmpty([where, unread, csvLacks], '; ')}.`) };
      }),
    { isOneAPerson: true },
  );

  button('batch:share', async (list, request) => {
    await request.openWindow(shareWindow(list));
    return undefined;
  });

  const share = own(async (list) => ({
    reply: createSharedReply(list, await rowsOf(list, services, true), presentation.currency),
  }));
  routes.view('batch:share', { ...once, value: modalMetadata(Id), posts: 'channel' }, share);
}

/**
 * Watches the unsettled records that the person is not yet watching, up to the limit of watches for
 * one person.
 */
async function watchUnsettled(
  rows: readonly Row[],
  asker: Asker,
  resources: Resources,
): Promise<Reply> {
  const watched = new Set(
    (await resources.services.watches.of(asker.personId)).map(({ reference }) => reference),
  );
  const unsettled = selectWatchable(rows)
    .map(({ asked }) => asked)
    .filter((asked) => !watched.has(asked));
  if (unsettled.length === 0) throw new UserError(nothingUnsettled);

  // At the limit, one reference is still passed on: `watchInquiry` then throws the error that
  // explains the limit.
  const references = unsettled.slice(0, Math.max(1, watchesPerPersonMax - watched.size));
  const { slash: syntax } = resources.presentation.names;
  const reader = { asker, place: askerAlone, canShare: false, syntax };
  const reply = await inquire(watchInquiry, { references }, reader, resources);
  const left = unsettled.length - references.length;
  if (left === 0) return reply;

  const limit = `${left} more are not watched: ${watchesPerPersonMax} at once is the most.`;
  return appendBlocks(reply, [section(limit)], limit);
}
