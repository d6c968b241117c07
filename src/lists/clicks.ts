import * as z from 'zod';
import {
  button,
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
import { digest, formatNumber, JsonText, joinNonEmpty } from '../text.ts';
import { txnHead } from '../transfers/record-and-requery.ts';
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
import { readList } from './read-list.ts';
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
        all: button('batch:run', `Look Up All ${count}`, id),
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
  const parsed = await readInTurn(files, request.asker, 'reading the file', () =>
    readList(bytes, name, services.references).catch(onError(OnlyIdsError, (error) => error)),
  );
  if (parsed instanceof OnlyIdsError) return answerOnlyIds(parsed, request, resources);

  const sent = { id: file.id, name, digest: digest(bytes) };
  const offers: List[] = [];

  for (const { at, references } of parsed.choices) {
    const wanted = { references: [...references], file: { ...sent, column: at } };
    offers.push(await services.lists.offer(wanted, request.asker));
  }

  return createOfferReply(parsed, offers, request.place);
}

/** Offers to requery the transaction ids of a file without references; answers its session ids. */
async function answerOnlyIds(
  { message: explanation, sessions, identifiers }: OnlyIdsError,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply> {
  request.restrictToAsker(); // the explanation names the file

  const carried = identifiers.slice(0, identifiersMax);
  const requery = {
    label: `Requery ${carried.length}`,
    command: 'tsq',
    text: carried.join(' '),
  };
  const requeryButton = runButtons(carried.length > 0 ? [requery] : []);
  const offer = message(explanation, [section(explanation), ...requeryButton]);
  if (sessions.length === 0) return offer;

  const reader = request.readerIn(resources.presentation.names.slash);
  const ofSessions = await inquire(sessionInquiry, sessions, reader, resources);
  return appendBlocks(offer, ofSessions.blocks, ofSessions.text);
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
  { lists, unreadable, isCut }: Pick<SlackMessage, 'lists' | 'unreadable' | 'isCut'>,
  place: Place,
): Reply {
  const names = [...lists.map(({ name }) => name), ...unreadable];
  const advice = unreadable.length > 0 ? ` ${canRead}` : '';
  const line = `Not read: ${namesOf(names, place)}.${advice}`;
  const files = lists.map(({ id, name }) => ({ id, name: place.isPublic ? '' : name }));
  const readButtons = files
    .slice(0, filesMax)
    .map((file, at) =>
      button(`batch:read:${at}`, `Read ${file.name || `File ${at + 1}`}`, JSON.stringify(file)),
    );
  const namingFiles =
    names.length === 0
      ? reply
      : appendBlocks(reply, [context([line]), ...buttons(readButtons)], line);
  if (!isCut) return namingFiles;

  const most = formatNumber(messageTextMax);
  return addContextLine(namingFiles, `Not read: what stands behind the first ${most} characters.`);
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

/** The options of a button whose value is a list's id. */
const listRoute = { command: txnHead, value: Pressed, isOneAtATime: true };

/** The options of the button Read, whose value is a file of a message. */
const readRoute = {
  command: txnHead,
  value: Sent,
  text: (file: { id: string; name: string }) => file.name || file.id,
  isOneAtATime: true,
};

type ListHandler = (list: List, request: SlackRequest, resources: Resources) => Promise<Answer>;

/** Registers the buttons of offers, progress messages and results. */
export function registerListButtons(routes: Routes, resources: Resources): void {
  /** Wraps a handler of a list's id: passes on the list, unless another person began it. */
  const withOwnList = (handle: ListHandler) => async (id: string, request: SlackRequest) => {
    const list = await resources.services.lists.findOwn(id, request.asker.personId);
    request.ask({ command: txnHead, text: listName(list) });
    return handle(list, request, resources);
  };

  const click = (
    actionId: string,
    handle: ListHandler,
    options: { isOneAPerson?: boolean; posts?: 'in place' } = {},
  ) => routes.action(actionId, { ...listRoute, ...options }, withOwnList(handle));

  routes.action('batch:read', readRoute, async (file, request) => ({
    reply: await offerFile(file, request, resources),
  }));
  click('batch:run', (list, request) =>
    beginList({ ...list, message: offerOf(request) }, request, resources),
  );
  click('batch:requery', requeryUnsettled);
  click('batch:cancel', stopList, { posts: 'in place' });
  click('batch:stop', stopList);
  click('batch:watch', watchUnsettled);
  click('batch:csv', sendCsv, { isOneAPerson: true });
  click('batch:share', async (list, request) => {
    await request.openWindow(shareWindow(list));
    return undefined;
  });

  const shareRoute = { ...listRoute, value: modalMetadata(Id), posts: 'channel' } as const;
  routes.view('batch:share', shareRoute, withOwnList(shareList));
}

/**
 * Begins a list. Answers nothing where the clicked offer itself becomes the progress message.
 * @throws AccessError when the bot may not answer in direct messages, where it would have to send
 * the result
 */
async function beginList(
  wanted: ListRequest,
  { asker, mayAskInWindows, origin }: SlackRequest,
  { services }: Resources,
): Promise<Answer> {
  if (!mayAskInWindows && !origin.channelId?.startsWith('D'))
    throw new AccessError(
      'channel',
      'What is found of a list comes as a direct message, and this bot does not answer there.',
    );

  const { list, ahead } = await services.lists.begin(wanted, asker);
  const isShownInOffer = wanted.message !== undefined && ahead === 0;

  return isShownInOffer ? undefined : { reply: createStartReply(list, ahead) };
}

const requeryUnsettled: ListHandler = async (list, request, resources) => {
  const rows = await rowsOf(list, resources.services);
  const references = rows.filter(isToAskAgain).map(({ asked }) => asked);
  if (references.length === 0) throw new UserError(nothingUnsettled);

  return beginList({ references, file: undefined, isRequery: true }, request, resources);
};

/**
 * Stopping an offer replaces its message with a sentence; a list that has begun keeps its message
 * when stopped.
 */
const stopList: ListHandler = async (list, request, { services }) => {
  await services.lists.stop(list);
  if (list.begunAtMs === undefined) {
    // Anybody may cancel an offer, and a file's name may be a customer's.
    return { reply: withoutCustomer(mrkdwnReply(`${sizeOf(list)}: nothing was looked up.`)) };
  }

  request.restrictToAsker();
  return { reply: mrkdwnReply(`${listNameMrkdwn(list)} stops, and keeps what is there.`) };
};

/**
 * Watches the unsettled records that the person is not yet watching, up to the limit of watches for
 * one person.
 */
const watchUnsettled: ListHandler = async (list, request, resources) => {
  const { services, presentation } = resources;
  const rows = await rowsOf(list, services);
  const watches = await services.watches.of(request.asker.personId);
  const watched = new Set(watches.map(({ reference }) => reference));
  const unsettled = selectWatchable(rows)
    .map(({ asked }) => asked)
    .filter((asked) => !watched.has(asked));
  if (unsettled.length === 0) throw new UserError(nothingUnsettled);

  // At the limit, one reference is still passed on: `watchInquiry` then throws the error that
  // explains the limit.
  const references = unsettled.slice(0, Math.max(1, watchesPerPersonMax - watched.size));
  const reader = { ...request.readerIn(presentation.names.slash), place: askerAlone };
  const reply = await inquire(watchInquiry, { references }, reader, resources);
  const unwatchedCount = unsettled.length - references.length;
  if (unwatchedCount === 0) return { reply };

  const note = `${unwatchedCount} more are not watched: ${watchesPerPersonMax} at once is the most.`;
  return { reply: appendBlocks(reply, [section(note)], note) };
};

const sendCsv: ListHandler = (list, { asker }, resources) => {
  const { files, services } = resources;
  return readInTurn(files, asker, 'writing the file', async () => {
    const rows = await rowsOf(list, services);
    const { file, unread } = await createResultFile(list, rows, resources);

    await asker.audited();
    await files.send(asker.personId, file);

    const where = `${listNameMrkdwn(list)} is in a direct message to you, as ${code(file.name)}`;
    return { reply: mrkdwnReply(`${joinNonEmpty([where, unread, csvLacks], '; ')}.`) };
  });
};

const shareList: ListHandler = async (list, _request, { services, presentation }) => ({
  reply: createSharedReply(list, await rowsOf(list, services, true), presentation.currency),
});
