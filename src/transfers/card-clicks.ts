import type { types } from '@slack/bolt';
import * as z from 'zod';
import {
  cautionSection,
  mrkdwnReply,
  type Reply,
  section,
  sectionWithButton,
} from '../blocks/blocks.ts';
import { code, date, safeText } from '../blocks/mrkdwn.ts';
import { addFirstLine, appendBlocks, sharedByMax } from '../blocks/offers.ts';
import { type CommandHead, type Inquiry, inquire, type Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Register, type Routes } from '../slack/routes.ts';
import { dayMs, JsonText } from '../text.ts';
import {
  bankNote,
  createFieldsLoadingModal,
  createFieldsReply,
} from './all-fields-and-bank-note.ts';
import { assigneeLine, maskAssignee, unnamedAssignee } from './assignees.ts';
import { cardInquiry, checkInquiry } from './card.ts';
import { assigneeButton } from './card-buttons.ts';
import { chooseRowCaution, contradictionLine, isOpen } from './contradictions.ts';
import type { Assignee } from './known.ts';
import { type FoundCard, tsqHead, txnHead } from './record-and-requery.ts';
import { type LookUp, referenceOf, rowGroup } from './row.ts';
import { snapshotMax } from './snapshot.ts';

/** Facts in a button's value about the message that contains the button. */
export interface ClickContext {
  /** For whom the message was drawn: if for a channel, it stays masked. */
  audience?: 'asker' | 'channel' | undefined;
  /** Whether the message that replaces the clicked one can be shared. */
  canShare?: boolean | undefined;
  sharedBy?: string | undefined;
  /** The button's whole value; set if "Ask Again" should repeat the click on this button. */
  value?: string | undefined;
}

interface Click<Asked> {
  command: CommandHead | ((asked: Asked) => CommandHead);
  value: z.ZodType<Asked>;
  text: (asked: Asked) => string;
  isOneAtATime?: boolean;
  isOneAPerson?: boolean;
  posts?: 'in place' | 'channel';
  /** Whether the answer can be shared if only the asker sees it. */
  isShareable?: boolean;
  /** The modal to show while the answer loads. */
  window?: (asked: string, request: SlackRequest) => types.ModalView | undefined;
}

/**
 * Returns a function that registers a button which runs an inquiry. Button values are untrusted, so
 * each click checks the value again, and looks everything up again for the person who clicks.
 * @example
 * const click = createClicks(routes.action, resources);
 * click('txn:full', { command: txnHead, value: Card, text: ({ asked }) => asked }, cardInquiry);
 */
export function createClicks(register: Register, resources: Resources) {
  const { slash: syntax } = resources.presentation.names;
  return <Asked extends ClickContext, Found>(
    actionId: string,
    { window, isShareable = false, ...route }: Click<Asked>,
    inquiry: Inquiry<NoInfer<Asked>, Found>,
  ): void =>
    register(actionId, route, async (asked, request) => {
      const command = typeof route.command === 'function' ? route.command(asked) : route.command;
      const text = route.text(asked);
      const again = asked.value === undefined ? undefined : { actionId, value: asked.value };

      request.ask({ command, text, again });

      // The answer replaces the clicked message only if the button says who reads that message.
      if (request.place.to === 'in place' && asked.audience === undefined)
        request.restrictToAsker();

      const modal = window?.(text, request);
      if (modal) await request.openWindow(modal);

      const { place } = request;
      // A masked message stays masked, wherever the click claims to come from. Where the answer goes
      // does not change: `deliver` has a place of its own.
      const wasMasked = route.posts === 'in place' && asked.audience === 'channel';

      // Of a message that is replaced, the button says whether it can be shared.
      const mayShare = place.to === 'in place' ? asked.canShare === true : isShareable;
      const reader = {
        ...request.readerIn(syntax),
        place: wasMasked ? { ...place, isPublic: true } : place,
        canShare: mayShare && request.canShare,
      };

      const isShare = place.to === 'channel';
      const input = isShare ? { ...asked, sharedBy: request.origin.personName } : asked;

      return { reply: await inquire(inquiry, input, reader, resources) };
    });
}

export interface CardClick extends ClickContext, LookUp {
  /** The person whom "Take it over?" names. */
  from?: string | undefined;
}

const TransactionId = z.string().regex(/^\d{1,40}$/);
/** The fields of a button's value that describe the message containing the button. */
export const messageFields = {
  audience: z.enum(['asker', 'channel']),
  canShare: z.boolean().default(true), // absent from cards of older versions
  sharedBy: z.string().max(sharedByMax).optional(),
};
/**
 * The snapshot that the card was showing. Cards of older versions of the bot have times as text,
 * and more fields.
 */
const SeenSnapshot = z.object({
  status: z.string().max(snapshotMax).optional(),
  reversedFlag: z.string().max(snapshotMax).optional(),
  completedAt: z.coerce.number().optional().catch(undefined),
});
const Reference = z.string().min(1).max(200);
const CardValue = z.object({
  reference: Reference,
  seen: SeenSnapshot.optional(),
  ...messageFields,
  audience: messageFields.audience.optional(),
  from: z.string().optional(),
});

/** Parses the JSON value of a button under a record's card. */
export const Card: z.ZodType<CardClick> = buttonValue(JsonText.pipe(CardValue)).transform(
  ({ reference: asked, ...more }) => ({ ...more, asked, isRequery: false }),
);

const Requery: z.ZodType<CardClick> = buttonValue(TransactionId).transform((asked) => ({
  asked,
  isRequery: true,
}));
const SeenRequery = buttonValue(
  JsonText.pipe(z.object({ transactionId: TransactionId, ...messageFields })),
).transform(({ transactionId: asked, ...more }) => ({ ...more, asked, isRequery: true }));

export function registerCardButtons(routes: Routes, resources: Resources): void {
  const click = createClicks(routes.action, resources);
  const text = ({ asked }: LookUp) => asked;
  const card = { command: txnHead, value: Card, text, isOneAtATime: true };

  click('txn:refresh', { ...card, posts: 'in place' }, cardInquiry);
  click('txn:check', { ...card, posts: 'in place' }, checkInquiry);
  // Cards of version 0.3 have these two.
  click('txn:requery', card, checkInquiry);
  click('txn:note-both', card, { ...checkInquiry, show: bankNote });
  click('txn:full', { ...card, isShareable: true }, cardInquiry);
  click('txn:share', { ...card, posts: 'channel' }, cardInquiry);
  click('txn:note', card, copyNote);
  click('txn:fields', { ...card, window: createFieldsLoadingModal }, showAll);
  click('txn:on-it', card, assign);
  click('txn:off-it', card, release);

  const requeried = { command: tsqHead, value: Requery, text, isOneAtATime: true };
  click('tsq:refresh', { ...requeried, value: SeenRequery, posts: 'in place' }, cardInquiry);
  click('tsq:share', { ...requeried, posts: 'channel' }, cardInquiry);
  click('tsq:note', requeried, copyNote);
  click('tsq:values', { ...requeried, window: createFieldsLoadingModal }, showAll);
}

export const copyNote = { ...cardInquiry, show: bankNote };
export const showAll = { ...cardInquiry, show: createFieldsReply };

/**
 * I'm On It: assigns the transaction, so that others who ask for it see that; taking it over needs
 * a second click.
 */
export const assign = {
  async find({ asked: id, from }, { known }, asker) {
    await asker.audited();

    const { personId } = asker;
    const name = asker.name?.trim() || unnamedAssignee;
    const before = from && (await known.findAssignees([id]))?.get(id);
    const held = await known.assign({ id, personId, name, atMs: Date.now() }, from);
    const isOwn = held.personId === personId;
    // Pressed twice, Take Over tells once.
    const isTakenOver = isOwn && before && before.personId === from && from !== personId;
    const told = isTakenOver
      ? { name: before.name, isTold: await asker.tell(from, id) }
      : undefined;

    return { held, isOwn, told };
  },
  forChannel: forOneAlone,
  show({ held, isOwn, told }) {
    const { id: reference } = held;
    const from = isOwn ? undefined : held.personId;
    const value = JSON.stringify({ reference, from });
    const button = assigneeButton(isOwn, value);
    if (!isOwn) {
      const text = `${code(reference)}: ${assigneeLine(held)}. Take it over?`;
      return { text, blocks: [sectionWithButton(text, { ...button, label: 'Take Over' })] };
    }

    const until = date(held.atMs + dayMs, 'full');
    const text = `You're on ${code(reference)} until ${until}. Others who ask will see that.${toldLine(told)}`;

    return { text, blocks: [sectionWithButton(text, button)] };
  },
} satisfies Inquiry<CardClick, Assignment>;

/** What others read too: that somebody has it, with no button of the one who does. */
function publicAssignment({ held, isOwn }: Assignment): Reply {
  const until = date(held.atMs + dayMs, 'full');
  return isOwn
    ? mrkdwnReply(`${code(held.id)} is taken until ${until}: who asks for it will see that.`)
    : assign.show({ held, isOwn });
}

interface Assignment {
  held: Assignee;
  isOwn: boolean;
  /** The former assignee, and whether the notice of the take-over reached them. */
  told?: { name: string; isTold: boolean } | undefined;
}

function toldLine(told: Assignment['told']): string {
  if (told === undefined) return '';
  const who = safeText(told.name, sharedByMax);
  return told.isTold ? ` I told ${who}.` : ` I couldn't tell ${who}: tell them yourself.`;
}

/**
 * I'm On It, as a command: looks the record up first, since a final or unknown one takes no
 * assignee, and then shows its card. In a channel everybody reads that somebody is on it.
 */
export const assignIfOpen = {
  async find(ask, services, asker) {
    const card = await cardInquiry.find(ask, services, asker);
    const reference = referenceOf(card.row);
    const isFree = reference !== undefined && card.row.failure === undefined && isOpen(card.row);
    if (!isFree) return { card };

    return { card, assignment: await assign.find({ ...ask, asked: reference }, services, asker) };
  },
  forChannel: ({ card, assignment }, mode) => ({
    card: cardInquiry.forChannel(card, mode),
    assignment: assignment && { ...assignment, held: maskAssignee(assignment.held) },
  }),
  recentLookUps: ({ card }) => cardInquiry.recentLookUps(card),
  show({ card, assignment }, reader, presentation) {
    const { row, askedAtMs } = card;
    const shown = cardInquiry.show(card, reader, presentation);
    if (assignment) {
      const [headline = ''] = shown.text.split('\n');
      const contradiction = contradictionLine(row, askedAtMs);
      const status = [section(headline), ...cautionSection(chooseRowCaution(row), contradiction)];
      const taken = reader.place.isPublic ? publicAssignment : assign.show;
      return appendBlocks(taken(assignment), status, headline);
    }

    const final = `${code(row.asked)} looks final, so nobody is put on it.`;
    const notice = rowGroup(row) === undefined ? undefined : final;
    return addFirstLine(shown, notice);
  },
} satisfies Inquiry<LookUp, { card: FoundCard; assignment?: Assignment | undefined }>;

/** I'm Not On It: ends what I'm On It began. */
export const release = {
  async find({ asked }, { known }, asker) {
    await asker.audited();
    await known.release(asked, asker.personId);
    return asked;
  },
  forChannel: forOneAlone,
  show: (reference) => mrkdwnReply(`You are no longer on ${code(reference)}.`),
} satisfies Inquiry<CardClick, string>;

/** Stands for `forChannel` in what no channel reads: a click's assignment, and who asked. */
export function forOneAlone(): never {
  throw new Error('that is answered to the asker alone');
}
