import * as z from 'zod';
import {
  copyNote,
  copyRequeryNote,
  openInFull,
  refresh,
  requery,
  share,
  showAllFields,
  showAllValues,
} from '../../commands/card-buttons.ts';
import { inquire, type Resources } from '../../commands/command.ts';
import { requeryOne, tsq } from '../../commands/tsq.ts';
import { txn } from '../../commands/txn.ts';
import { seenMax, watched } from '../../views/card-buttons.ts';
import { valuesLoading } from '../../views/fields-and-note.ts';
import { sharedByMax } from '../../views/offers.ts';
import type { Asking } from '../exchange/exchange.ts';
import { noteAsked } from './ask.ts';
import type { Routes } from './routes.ts';

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
  z.object({ reference, seen: z.partialRecord(z.enum(watched), z.string().max(seenMax)), ...place }),
);

const transactionId = z.string().regex(/^\d{1,40}$/);
const Requery = z.object({ value: transactionId }).transform(({ value }) => ({ transactionId: value }));
const SeenRequery = carrying(z.object({ transactionId, ...place }));

/** The buttons under a transaction or a requery. Each click asks anew, for the person who clicks. */
export function registerCardButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  const alone = ({ asker }: Asking) => ({ asker, audience: 'asker', canShare: true, spelling }) as const;
  const text = ({ reference }: { reference: string }) => reference;
  const button = { command: txn, value: Card, text, isOneAtATime: true };
  /** Notes what is asked for, for the log and a "Try Again". */
  const note = (reference: string, exchange: Asking) =>
    noteAsked({ command: txn, text: reference, audience: 'asker', spelling }, exchange);

  routes.action('txn:refresh', { ...button, value: SeenCard, posts: 'in place' }, async (seen, exchange) => {
    note(seen.reference, exchange);
    // A masked card stays masked, wherever the click seems to come from.
    const audience = seen.audience === 'channel' ? 'channel' : exchange.audience;
    const canShare = seen.canShare && exchange.canShare;
    return {
      reply: await inquire(refresh, seen, { asker: exchange.asker, audience, canShare, spelling }, resources),
      to: 'in place',
    };
  });

  routes.action('txn:requery', button, async ({ reference }, exchange) => {
    note(reference, exchange);
    return { reply: await inquire(requery, { reference, slash: spelling }, alone(exchange), resources) };
  });

  routes.action('txn:full', button, async ({ reference }, exchange) => {
    note(reference, exchange);
    const reader = { ...alone(exchange), canShare: exchange.canShare };
    return { reply: await inquire(openInFull, reference, reader, resources) };
  });

  routes.action('txn:share', { ...button, posts: 'channel' }, async ({ reference }, exchange) => {
    note(reference, exchange);
    const everybody = { asker: exchange.asker, audience: 'channel', canShare: false, spelling } as const;
    const shared = { reference, sharedBy: exchange.origin.userName };
    return { reply: await inquire(share, shared, everybody, resources), to: 'channel' };
  });

  routes.action('txn:note', button, async ({ reference }, exchange) => {
    note(reference, exchange);
    return { reply: await inquire(copyNote, reference, alone(exchange), resources) };
  });

  routes.action('txn:fields', button, async ({ reference }, exchange) => {
    note(reference, exchange);
    await exchange.openWindow(valuesLoading(reference, 'All Fields'));
    return { reply: await inquire(showAllFields, reference, alone(exchange), resources) };
  });

  const requeried = { ...button, command: tsq, value: Requery, text: (asked: RequeryAsked) => asked.transactionId };
  const noteRequery = ({ transactionId: text }: RequeryAsked, exchange: Asking) =>
    noteAsked({ command: tsq, text, audience: 'asker', spelling }, exchange);

  routes.action('tsq:refresh', { ...requeried, value: SeenRequery, posts: 'in place' }, async (seen, exchange) => {
    noteRequery(seen, exchange);
    const audience = seen.audience === 'channel' ? 'channel' : exchange.audience;
    const canShare = seen.canShare && exchange.canShare;
    const reader = { asker: exchange.asker, audience, canShare, spelling };
    return { reply: await inquire(requeryOne, seen, reader, resources), to: 'in place' };
  });

  routes.action('tsq:share', { ...requeried, posts: 'channel' }, async (asked, exchange) => {
    noteRequery(asked, exchange);
    const everybody = { asker: exchange.asker, audience: 'channel', canShare: false, spelling } as const;
    const shared = { ...asked, sharedBy: exchange.origin.userName };
    return { reply: await inquire(requeryOne, shared, everybody, resources), to: 'channel' };
  });

  routes.action('tsq:note', requeried, async (asked, exchange) => {
    noteRequery(asked, exchange);
    return { reply: await inquire(copyRequeryNote, asked, alone(exchange), resources) };
  });

  routes.action('tsq:values', requeried, async (asked, exchange) => {
    noteRequery(asked, exchange);
    await exchange.openWindow(valuesLoading(asked.transactionId, 'All Values'));
    return { reply: await inquire(showAllValues, asked, alone(exchange), resources) };
  });
}

interface RequeryAsked {
  transactionId: string;
}
