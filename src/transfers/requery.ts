import { code } from '../blocks/mrkdwn.ts';
import type { CommandHead, Finding, Inquiry } from '../command.ts';
import { type Recalled, recalledForChannel } from '../history/hints.ts';
import { withRecalled } from '../history/lines.ts';
import type { Services } from '../services.ts';
import { maskRequery } from './disclosure.ts';
import { lookedUp, recall, recallFailure, timed } from './look-up.ts';
import { type FoundRequery, requeryCard } from './requery-card.ts';

/** `/tsq`. */
export const tsqHead: CommandHead = {
  name: 'tsq',
  about: 'transfers',
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
};

/** A requery that was answered, with what was asked about it before. */
export interface RecalledRequery extends FoundRequery {
  recalled: Recalled;
  /** The person who shared it. */
  sharedBy?: string | undefined;
}

/** @throws TransferApiError */
export async function requeryAndRecall(
  transactionId: string,
  services: Services,
  finding: Finding,
): Promise<RecalledRequery> {
  const what = { asked: transactionId, isRequery: true };
  const run = () => timed(() => services.transferApi.requery(transactionId));
  const { result: answer, timing } = await recallFailure(what, services, finding, run);
  const recalled = await recall({ kind: 'requery', asked: transactionId, answer }, services, finding);
  return { transactionId, answer, timing, recalled };
}

/** One requery, as a card. */
export const requeryOne = {
  async find({ transactionId, sharedBy }, services, finding) {
    return { ...(await requeryAndRecall(transactionId, services, finding)), sharedBy };
  },
  forChannel(found, mode) {
    return { ...found, ...maskRequery(found.answer, mode), recalled: recalledForChannel(found.recalled) };
  },
  lookedUp: ({ transactionId, answer }) => lookedUp([{ kind: 'requery', asked: transactionId, answer }]),
  show(found, { audience, canShare }) {
    const card = requeryCard({ ...found, audience, canShare });
    return withRecalled(card, { recalled: found.recalled, transactions: [], nowMs: found.timing.askedAtMs });
  },
} satisfies Inquiry<{ transactionId: string; sharedBy?: string | undefined }, RecalledRequery>;
