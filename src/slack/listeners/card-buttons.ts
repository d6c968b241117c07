import * as z from 'zod';
import { copyNote, refreshCard, requeryCard, shareCard, showAllFields } from '../../commands/card-buttons.ts';
import { txn } from '../../commands/txn.ts';
import type { Services } from '../../services.ts';
import { allFieldsLoading } from '../../views/all-fields.ts';
import { watched } from '../../views/card-actions.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { requestFrom } from './ask.ts';
import { createOnceAtATime } from './ignore-double-click.ts';
import { parseClick } from './parse-click.ts';
import type { Dispatch } from './routes.ts';

const reference = z.string().min(1).max(200);
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});
const Card = z.object({ value: json.pipe(z.object({ reference })) });
const Refresh = z.object({
  value: json.pipe(
    z.object({
      reference,
      seen: z.partialRecord(z.enum(watched), z.string().max(100)),
      audience: z.enum(['asker', 'channel']),
      canShare: z.boolean().default(true), // an older txnbot’s cards do not say
      sharedBy: z.string().max(80).optional(),
    }),
  ),
});

/** The buttons under a transaction card. Whoever clicks is answered; what they see is looked up for them. */
export function registerCardButtons(dispatch: Dispatch, services: Services): void {
  const onceAtATime = createOnceAtATime();
  /** Notes what is asked for, for the log and a "Try Again"; a double click asks once. */
  const once = async (verb: string, text: string, exchange: Exchange, run: () => Promise<void>) => {
    requestFrom({ command: txn, text, audience: 'asker', spelling: services.spellings.slash }, exchange);
    const { channelId, messageTs, viewId, userId } = exchange.place;
    await onceAtATime([channelId, messageTs, viewId, viewId && userId, verb, text].join(' '), run);
    exchange.answered = true;
  };

  dispatch.action('txn:refresh', (action, exchange) => {
    const { value } = parseClick(Refresh, action);
    return once('refresh', value.reference, exchange, async () => {
      // What was shortened stays shortened, wherever the click seems to come from.
      const audience = value.audience === 'channel' ? 'channel' : exchange.audience;
      const canShare = value.canShare && exchange.canShare;
      const card = await refreshCard({ ...value, audience, canShare }, services);
      await exchange.deliver(card, 'in place');
    });
  });

  dispatch.action('txn:requery', (action, exchange) => {
    const { value } = parseClick(Card, action);
    return once('requery', value.reference, exchange, async () =>
      exchange.deliver(await requeryCard(value.reference, services)),
    );
  });

  dispatch.action('txn:share', (action, exchange) => {
    const { value } = parseClick(Card, action);
    return once('share', value.reference, exchange, async () =>
      exchange.deliver(await shareCard(value.reference, exchange.place.userName, services), 'channel'),
    );
  });

  dispatch.action('txn:note', (action, exchange) => {
    const { value } = parseClick(Card, action);
    return once('note', value.reference, exchange, async () =>
      exchange.deliver(await copyNote(value.reference, services)),
    );
  });

  dispatch.action('txn:fields', (action, exchange) => {
    const { value } = parseClick(Card, action);
    return once('fields', value.reference, exchange, async () => {
      await exchange.openWindow(allFieldsLoading(value.reference));
      await exchange.deliver(await showAllFields(value.reference, services));
    });
  });
}
