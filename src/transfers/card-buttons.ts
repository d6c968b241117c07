import * as z from 'zod';
import { code } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { type Finding, type Inquiry, inquire, type Resources } from '../command.ts';
import type { CommandSyntax } from '../command-names.ts';
import { failureBlocks } from '../error-reply.ts';
import { TransferApiError, UserError } from '../errors.ts';
import { withBackground } from '../history/lines.ts';
import type { Services } from '../services.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { cautionOf, statusGroup } from '../status.ts';
import type { Transaction } from '../transfer-service/bodies.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { cardWithBackground } from './card.ts';
import { changesSince, type Snapshot, snapshotFields, snapshotMax, snapshotOf } from './changes.ts';
import { type ComparisonOptions, comparisonCard } from './comparison.ts';
import { allFields, allValues, bankNote, requeryNote, valuesLoading } from './fields-and-note.ts';
import {
  lookUpForCard,
  lookUpWithBackground,
  maskWithBackground,
  recentLookUpOfBoth,
  recentLookUpOfRecord,
  type Timing,
  type TransactionWithBackground,
  txnHead,
} from './look-up.ts';
import { type RequeryWithBackground, requeryOne, requeryWithBackground, tsqHead } from './requery.ts';

/** JSON as text. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** A button that carries JSON. */
function carrying<T>(carried: z.ZodType<T>) {
  return z.object({ value: json.pipe(carried) }).transform(({ value }) => value);
}

const reference = z.string().min(1).max(200);

/** The value of a button under a card. */
export const Card = carrying(z.object({ reference }));

const place = {
  audience: z.enum(['asker', 'channel']),
  canShare: z.boolean().default(true), // cards of an older version lack it
  sharedBy: z.string().max(sharedByMax).optional(),
};
const SeenCard = carrying(
  z.object({ reference, seen: z.partialRecord(z.enum(snapshotFields), z.string().max(snapshotMax)), ...place }),
);

const transactionId = z.string().regex(/^\d{1,40}$/);
const Requery = z.object({ value: transactionId }).transform(({ value }) => ({ transactionId: value }));
const SeenRequery = carrying(z.object({ transactionId, ...place }));

/** The buttons under a transaction or a requery. Each click asks anew, for the person who clicks: a card's data is not trusted. */
export function registerCardButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const alone = ({ asker }: SlackRequest) => ({ asker, audience: 'asker', canShare: true, syntax }) as const;
  const text = ({ reference }: { reference: string }) => reference;
  const button = { command: txnHead, value: Card, text, isOneAtATime: true };
  /** Notes what is asked for, for the log and a "Try Again". */
  const note = (reference: string, request: SlackRequest) =>
    request.ask({ command: txnHead, text: reference, audience: 'asker', syntax });

  routes.action('txn:refresh', { ...button, value: SeenCard, posts: 'in place' }, async (seen, request) => {
    note(seen.reference, request);
    // A masked card stays masked, wherever the click seems to come from.
    const audience = seen.audience === 'channel' ? 'channel' : request.audience;
    const canShare = seen.canShare && request.canShare;
    return {
      reply: await inquire(refresh, seen, { asker: request.asker, audience, canShare, syntax }, resources),
      to: 'in place',
    };
  });

  routes.action('txn:requery', button, async ({ reference }, request) => {
    note(reference, request);
    return { reply: await inquire(requery, { reference, slash: syntax }, alone(request), resources) };
  });

  routes.action('txn:full', button, async ({ reference }, request) => {
    note(reference, request);
    const reader = { ...alone(request), canShare: request.canShare };
    return { reply: await inquire(openInFull, reference, reader, resources) };
  });

  routes.action('txn:share', { ...button, posts: 'channel' }, async ({ reference }, request) => {
    note(reference, request);
    const everybody = { asker: request.asker, audience: 'channel', canShare: false, syntax } as const;
    const shared = { reference, sharedBy: request.origin.userName };
    return { reply: await inquire(share, shared, everybody, resources), to: 'channel' };
  });

  routes.action('txn:note', button, async ({ reference }, request) => {
    note(reference, request);
    return { reply: await inquire(copyNote, reference, alone(request), resources) };
  });

  routes.action('txn:fields', button, async ({ reference }, request) => {
    note(reference, request);
    await request.openWindow(valuesLoading(reference, 'All Fields'));
    return { reply: await inquire(showAllFields, reference, alone(request), resources) };
  });

  const requeried = { ...button, command: tsqHead, value: Requery, text: (asked: RequeryAsked) => asked.transactionId };
  const noteRequery = ({ transactionId: text }: RequeryAsked, request: SlackRequest) =>
    request.ask({ command: tsqHead, text, audience: 'asker', syntax });

  routes.action('tsq:refresh', { ...requeried, value: SeenRequery, posts: 'in place' }, async (seen, request) => {
    noteRequery(seen, request);
    const audience = seen.audience === 'channel' ? 'channel' : request.audience;
    const canShare = seen.canShare && request.canShare;
    const reader = { asker: request.asker, audience, canShare, syntax };
    return { reply: await inquire(requeryOne, seen, reader, resources), to: 'in place' };
  });

  routes.action('tsq:share', { ...requeried, posts: 'channel' }, async (asked, request) => {
    noteRequery(asked, request);
    const everybody = { asker: request.asker, audience: 'channel', canShare: false, syntax } as const;
    const shared = { ...asked, sharedBy: request.origin.userName };
    return { reply: await inquire(requeryOne, shared, everybody, resources), to: 'channel' };
  });

  routes.action('tsq:note', requeried, async (asked, request) => {
    noteRequery(asked, request);
    return { reply: await inquire(copyRequeryNote, asked, alone(request), resources) };
  });

  routes.action('tsq:values', requeried, async (asked, request) => {
    noteRequery(asked, request);
    await request.openWindow(valuesLoading(asked.transactionId, 'All Values'));
    return { reply: await inquire(showAllValues, asked, alone(request), resources) };
  });
}

interface RequeryAsked {
  transactionId: string;
}

interface Shared {
  reference: string;
  /** The person who shared the card. */
  sharedBy?: string | undefined;
}

type FoundShared = TransactionWithBackground & Pick<Shared, 'sharedBy'>;

export const share = {
  async find({ reference, sharedBy }, services, finding) {
    return { ...(await lookUpWithBackground(reference, services, finding)), sharedBy };
  },
  forChannel: maskWithBackground,
  show: (found, reader, presentation) => cardWithBackground({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<Shared, FoundShared>;

/** Draws the card again and says what has changed since it was drawn. */
export const refresh = {
  async find({ reference, ...drawn }, services, finding) {
    return { ...(await lookUpForCard(reference, services, finding)), ...drawn };
  },
  forChannel: maskWithBackground,
  recentLookUps: ({ answer }) => recentLookUpOfRecord(answer),
  show({ seen, ...found }, reader, presentation) {
    const changed = changesSince(seen, snapshotOf(found.answer.transaction), presentation);
    return cardWithBackground({ ...found, changed, isRefreshed: true, ...reader, ...presentation });
  },
} satisfies Inquiry<Shared & { seen: Snapshot }, FoundShared & { seen: Snapshot }>;

/** The whole card, where a channel reads a shortened one. */
export const openInFull = {
  find: lookUpForCard,
  forChannel: maskWithBackground,
  recentLookUps: ({ answer }) => recentLookUpOfRecord(answer),
  show: (found, reader, presentation) => cardWithBackground({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<string, TransactionWithBackground>;

export const copyNote = {
  find: lookUpWithBackground,
  forChannel: maskWithBackground,
  show: (found, _reader, { currency }) => bankNote(found, currency),
} satisfies Inquiry<string, TransactionWithBackground>;

export const showAllFields = {
  find: lookUpWithBackground,
  forChannel: maskWithBackground,
  show: ({ answer }) => allFields(answer),
} satisfies Inquiry<string, TransactionWithBackground>;

export const copyRequeryNote = {
  ...requeryOne,
  show: (found, _reader, { currency }) => requeryNote(found, currency),
} satisfies Inquiry<{ transactionId: string }, RequeryWithBackground>;

export const showAllValues = {
  ...requeryOne,
  show: ({ answer }) => allValues(answer),
} satisfies Inquiry<{ transactionId: string }, RequeryWithBackground>;

interface Comparison {
  transactionId: string;
  record: TransactionWithBackground;
  /** When the requery fails, the card still shows the record, and must say which of the two failed. */
  requery: { answer: RequeryAnswer; timing: Timing } | { failure: TransferApiError };
}

/** Shows the record beside a requery by the record's own id. */
export const requery = {
  async find({ reference, slash }, services, finding) {
    const record = await lookUpWithBackground(reference, services, finding);
    const transactionId = record.answer.transaction.id;
    if (!transactionId || !/^\d+$/.test(transactionId))
      throw new UserError(
        `The record of ${code(reference)} has no id to requery by. Ask with ${code(slash.write('tsq'))} and the transaction identifier.`,
      );
    return { transactionId, record, requery: await requeryAndRemember(transactionId, services, finding) };
  },
  forChannel(): never {
    throw new Error('a comparison is for the one who asks');
  },
  recentLookUps: ({ transactionId: asked, record, requery: answered }) =>
    recentLookUpOfBoth(
      record.answer,
      'answer' in answered
        ? { kind: 'requery', asked, answer: answered.answer }
        : { kind: 'failure', isRequery: true, asked, failure: answered.failure.failure },
    ),
  show({ requery: answered, ...found }) {
    const { background, answer, timing } = found.record;
    const card = comparisonCard({ ...found, requery: shownRequery(answered, answer.transaction) });
    return withBackground(card, { background, transactions: [answer.transaction], nowMs: timing.askedAtMs });
  },
} satisfies Inquiry<{ reference: string; slash: CommandSyntax }, Comparison>;

/** A requery without an answer leaves the record's own caution standing. */
function shownRequery(
  answered: Comparison['requery'],
  { status, reversedFlag }: Transaction,
): ComparisonOptions['requery'] {
  if ('answer' in answered) return answered;
  const { failure, details } = answered.failure;
  if (failure === 'not_found') return { notFound: details.serviceMessage };
  return { failure: failureBlocks(answered.failure, cautionOf(statusGroup(status, reversedFlag))) };
}

async function requeryAndRemember(
  transactionId: string,
  services: Services,
  finding: Finding,
): Promise<Comparison['requery']> {
  try {
    return await requeryWithBackground(transactionId, services, finding);
  } catch (error) {
    if (error instanceof TransferApiError) return { failure: error };
    throw error;
  }
}
