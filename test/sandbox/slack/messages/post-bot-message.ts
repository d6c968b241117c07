import { createHash, randomBytes } from 'node:crypto';
import { isRecord } from '../block-kit/walk.ts';
import { type CheckedMessage, checkMessage } from '../check.ts';
import type { ShownFile, ShownMessage } from '../types.ts';
import { isDirectMessage, nameOfUser, workspace } from '../workspace.ts';
import { checkThread, type MessageLog } from './message-log.ts';

export interface BotMessage {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly via: string;
  readonly channelId: string;
  /** The only person who sees it, if it is ephemeral. */
  readonly visibleTo?: string | undefined;
  /** Breaches that are not of the message itself. */
  readonly breaches?: readonly string[];
}

export interface PostedMessage {
  readonly message: ShownMessage;
  readonly breaches: readonly string[];
  readonly refusal?: CheckedMessage['refusal'];
}

/**
 * Checks and shows a message. One that Slack would refuse is shown too, so that a person sees what
 * happened.
 */
export function postBotMessage(
  log: MessageLog,
  { payload, via, channelId, visibleTo, breaches = [] }: BotMessage,
): PostedMessage {
  const checked = checkMessage(payload, visibleTo !== undefined || isDirectMessage(channelId));
  // A reply to a root that was deleted is taken, and stands in the channel.
  const isRootGone = typeof payload.thread_ts === 'string' && log.isRemoved(payload.thread_ts);
  const threadTs = isRootGone ? undefined : payload.thread_ts;
  const misplaced = checkThread(log, channelId, threadTs);
  const message = log.add({
    channelId,
    author: 'bot',
    userId: workspace.botUserId,
    via,
    ...contentOf(checked, payload, [...breaches, ...misplaced]),
    ...(visibleTo !== undefined && { visibleTo }),
    ...(typeof threadTs === 'string' && { threadTs }),
  });
  return { message, breaches: message.breaches, refusal: checked.refusal };
}

/** Puts new content in an old message's place; what Slack would refuse stands beside it instead. */
export function replaceBotMessage(
  log: MessageLog,
  original: ShownMessage,
  reply: BotMessage,
): PostedMessage {
  const { visibleTo, channelId } = original;
  const checked = checkMessage(
    reply.payload,
    visibleTo !== undefined || isDirectMessage(channelId),
  );
  if (checked.refusal) return postBotMessage(log, reply);
  const content = contentOf(checked, reply.payload, reply.breaches ?? []);
  const message = log.replace(original.id, { via: reply.via, ...content });
  return { message, breaches: message.breaches };
}

function contentOf(checked: CheckedMessage, payload: unknown, breaches: readonly string[]) {
  return {
    text: checked.text,
    blocks: assignIds(checked.blocks),
    breaches: [...checked.breaches, ...breaches],
    payload,
  };
}

/**
 * Slack gives every block and every interactive element an id when the app gave none; a press names
 * both. Here an id follows from what the block holds: who presses a button while its Home tab is
 * drawn again as it was, presses the same one. Where a person can put something in, the id is new
 * each time: what they put in stays in named blocks alone.
 */
export function assignIds(blocks: readonly unknown[]): unknown[] {
  const createId = createIds();
  return blocks.map((block) => {
    if (!isRecord(block)) return block;
    const { elements, accessory, element } = block;
    const isKept = ![
      element,
      accessory,
      ...(block.type === 'actions' ? listOf(elements) : []),
    ].some(holdsInput);
    const idOf = (value: unknown) => (isKept ? createId(value) : randomId());
    const withActionId = (value: unknown) =>
      isRecord(value) ? { ...value, action_id: value.action_id ?? idOf(value) } : value;
    return {
      ...block,
      block_id: block.block_id ?? idOf(block),
      ...(Array.isArray(elements) &&
        block.type === 'actions' && { elements: elements.map(withActionId) }),
      ...(block.type === 'input' && { element: withActionId(element) }),
      ...(isRecord(accessory) &&
        accessory.type !== 'image' && { accessory: withActionId(accessory) }),
    };
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const withoutInput = new Set<unknown>(['button', 'image', 'overflow']);
const holdsInput = (element: unknown) => isRecord(element) && !withoutInput.has(element.type);

/** Ids that are the same for the same content; of two with the same content, each has its own. */
function createIds(): (content: unknown) => string {
  const counts = new Map<string, number>();
  return (content) => {
    const json = JSON.stringify(content);
    const count = (counts.get(json) ?? 0) + 1;
    counts.set(json, count);
    return createHash('sha256').update(`${count} ${json}`).digest('base64url').slice(0, 6);
  };
}

const randomId = () => randomBytes(4).toString('base64url');

const { teamId, botUserId, alertsUserId } = workspace;

const apps: Readonly<Record<string, { botId: string; appId: string }>> = {
  [botUserId]: { botId: workspace.botId, appId: workspace.appId },
  [alertsUserId]: { botId: workspace.alertsBotId, appId: workspace.alertsAppId },
};

/** A message as Slack's payloads carry it. */
export function describeMessage(message: ShownMessage): Record<string, unknown> {
  const { ts, userId, text, blocks, attachments, files, threadTs, author } = message;
  const app = author === 'bot' ? apps[userId] : undefined;
  // What a person typed comes as text and as rich text, both with the same words.
  const shownBlocks =
    author === 'person' && !blocks.length && text ? [toRichText(text, ts)] : blocks;
  return {
    type: 'message',
    user: userId,
    ...(app && {
      bot_id: app.botId,
      app_id: app.appId,
      bot_profile: {
        id: app.botId,
        app_id: app.appId,
        name: nameOfUser(userId),
        team_id: teamId,
        deleted: false,
      },
    }),
    team: teamId,
    ts,
    text,
    ...(shownBlocks.length > 0 && { blocks: shownBlocks }),
    ...(attachments && { attachments }),
    ...(files && { files: files.map((file) => describeFile(file)) }),
    ...(threadTs !== undefined && { thread_ts: threadTs }),
  };
}

/**
 * The block that Slack's composer makes of what a person typed: mentions, links and the rest as
 * text.
 */
export function toRichText(text: string, blockId: string) {
  const elements = text
    .split(/(<[^<>]+>)/)
    .filter((piece) => piece !== '')
    .map(toElement);
  return {
    type: 'rich_text',
    block_id: blockId,
    elements: [{ type: 'rich_text_section', elements }],
  };
}

function toElement(piece: string): Record<string, unknown> {
  const [, sign = '', target = '', label] = /^<(@|#|)([^|>]+)(?:\|([^>]*))?>$/.exec(piece) ?? [];
  if (sign === '@') return { type: 'user', user_id: target };
  if (sign === '#') return { type: 'channel', channel_id: target };
  if (/^(https?:\/\/|mailto:|tel:)/.test(target)) {
    return {
      type: 'link',
      url: decode(target),
      ...(label !== undefined && { text: decode(label) }),
    };
  }
  return { type: 'text', text: decode(piece) };
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const mimetypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
};

/**
 * A file as Slack's payloads carry it.
 * @param baseUrl of the address that a bot reads it from, with its token; left out where Slack
 *   tells no more than the id
 */
export function describeFile({ id, name, title, content, bytes }: ShownFile, baseUrl?: string) {
  const size = bytes?.length ?? Buffer.byteLength(content);
  const filetype = name.split('.').at(-1) ?? '';
  const kind = { mimetype: mimetypes[filetype] ?? 'application/octet-stream', filetype };
  const url = `${baseUrl}/files-pri/${id}/${encodeURIComponent(name)}`;
  const urls = baseUrl === undefined ? {} : { url_private: url, url_private_download: url };
  return {
    id,
    name,
    title,
    ...kind,
    mode: 'hosted',
    size,
    user: workspace.botUserId,
    is_external: false,
    ...urls,
  };
}
