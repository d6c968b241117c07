import type { types } from '@slack/bolt';
import * as z from 'zod';
import { type Audience, plainReply, sectionWithButton } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { type CommandHead, type Inquiry, inquire, type Resources } from '../command.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Register, type Routes } from '../slack/routes.ts';
import { json } from '../store/json.ts';
import {
  bankNote,
  createFieldsLoadingModal,
  createFieldsReply,
} from './all-fields-and-bank-note.ts';
import { snapshotMax } from './answer.ts';
import { assigneeLine, unnamedAssignee } from './assignees.ts';
import { assigneeButton, cardInquiry, checkInquiry } from './card.ts';
import type { Assignee } from './known.ts';
import { tsqHead, txnHead } from './look-up.ts';
import type { LookUp } from './row.ts';

/** What a button's value may say about the message that contains the button. */
export interface ClickContext {
  audience?: Audience | undefined;
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
 */
export function createClicks(register: Register, resources: Resources) {
  const { slash: syntax } = resources.presentation.names;
  return <Asked extends ClickContext, Found>(
    actionId: string,
    { window, isShareable = false, ...door }: Click<Asked>,
    inquiry: Inquiry<NoInfer<Asked>, Found>,
  ): void =>
    register(actionId, door, async (asked, request) => {
      const command = typeof door.command === 'function' ? door.command(asked) : door.command;
      // A button that does not say who reads its message may not replace that message.
      const posts =
        door.posts === 'in place' && asked.audience === undefined ? undefined : door.posts;
      const text = door.text(asked);
      const again = asked.value === undefined ? undefined : { actionId, value: asked.value };
      request.ask({ command, text, audience: 'asker', again });
      const modal = window?.(text, request);
      if (modal) await request.openWindow(modal);
      const { asker, isInWindow } = request;
      // A masked message stays masked, wherever the click claims to come from.
      const isMasked =
        posts === 'channel' ||
        (posts === 'in place' && [asked.audience, request.audience].includes('channel'));
      const audience: Audience = isMasked ? 'channel' : 'asker';
      const mayShare =
        posts === 'in place' ? asked.canShare === true : posts === undefined && isShareable;
      const reader = {
        asker,
        syntax,
        isInWindow,
        audience,
        canShare: mayShare && request.canShare,
      };
      const input = posts === 'channel' ? { ...asked, sharedBy: request.origin.userName } : asked;
      const reply = await inquire(inquiry, input, reader, resources);
      return posts === undefined ? { reply } : { reply, to: posts };
    });
}

export interface CardClick extends ClickContext, LookUp {
  /** The person whom "Take it over?" names. */
  from?: string | undefined;
}

const transactionId = z.string().regex(/^\d{1,40}$/);
/** The fields of a button's value that describe the message containing the button. */
export const place = {
  audience: z.enum(['asker', 'channel']),
  canShare: z.boolean().default(true), // absent from cards of older versions
  sharedBy: z.string().max(sharedByMax).optional(),
};
/**
 * The snapshot that the card was showing. Cards of older versions of the bot have times as text,
 * and more fields.
 */
const seen = z.object({
  status: z.string().max(snapshotMax).optional(),
  reversedFlag: z.string().max(snapshotMax).optional(),
  completedAt: z.coerce.number().optional().catch(undefined),
});
const reference = z.string().min(1).max(200);
const CardValue = z.object({
  reference,
  seen: seen.optional(),
  ...place,
  audience: place.audience.optional(),
  from: z.string().optional(),
});

/** Parses the JSON value of a button under a record's card. */
export const Card: z.ZodType<CardClick> = buttonValue(json.pipe(CardValue)).transform(
  ({ reference: asked, ...more }) => ({ ...more, asked, isRequery: false }),
);

const Requery: z.ZodType<CardClick> = buttonValue(transactionId).transform((asked) => ({
  asked,
  isRequery: true,
}));
const SeenRequery = buttonValue(json.pipe(z.object({ transactionId, ...place }))).transform(
  ({ transactionId: asked, ...more }) => ({ ...more, asked, isRequery: true }),
);

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
    const held = await known.assign({ id, personId, name, atMs: Date.now() }, from);
    return { held, isOwn: held.personId === personId, from };
  },
  forChannel: forOneAlone,
  show({ held, isOwn, from }) {
    const { id: reference } = held;
    if (isOwn) {
      const told = from === undefined ? '' : ' I have told nobody else.';
      const text = `You are on ${code(reference)}. Whoever asks for it before it settles reads that, for a day at most.${told}`;
      return {
        text,
        blocks: [sectionWithButton(text, assigneeButton(true, JSON.stringify({ reference })))],
      };
    }
    const text = `${code(reference)}: ${assigneeLine(held)}. Take it over?`;
    const value = JSON.stringify({ reference, from: held.personId });
    return {
      text,
      blocks: [sectionWithButton(text, { actionId: 'txn:on-it', label: 'Take Over', value })],
    };
  },
} satisfies Inquiry<CardClick, { held: Assignee; isOwn: boolean; from?: string | undefined }>;

/** I'm Not On It: ends what I'm On It began. */
export const release = {
  async find({ asked }, { known }, asker) {
    await asker.audited();
    await known.release(asked, asker.personId);
    return asked;
  },
  forChannel: forOneAlone,
  show: (reference) => plainReply(`You are no longer on ${code(reference)}.`),
} satisfies Inquiry<CardClick, string>;

function forOneAlone(): never {
  throw new Error('an assignment is answered to the presser alone');
}
