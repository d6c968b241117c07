import * as z from 'zod';
import { copyNote, openInFull, refresh, requery, share, showAllFields } from '../../commands/card-buttons.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { txn } from '../../commands/txn.ts';
import { allFieldsLoading } from '../../views/all-fields.ts';
import { seenMax, watched } from '../../views/card-actions.ts';
import { sharedByMax } from '../../views/shared-by.ts';
import type { Asking } from '../exchange/exchange.ts';
import { noteAsked } from './ask.ts';
import { carrying } from './button-value.ts';
import { Card, reference } from './card-value.ts';
import type { Routes } from './routes.ts';

const SeenCard = carrying(
  z.object({
    reference,
    seen: z.partialRecord(z.enum(watched), z.string().max(seenMax)),
    audience: z.enum(['asker', 'channel']),
    canShare: z.boolean().default(true), // cards of an older version lack it
    sharedBy: z.string().max(sharedByMax).optional(),
  }),
);

/** The buttons under a transaction card. Each click is answered with a new look-up for the person who clicks. */
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
    await exchange.openWindow(allFieldsLoading(reference));
    return { reply: await inquire(showAllFields, reference, alone(exchange), resources) };
  });
}
