import { code } from '../blocks/mrkdwn.ts';
import type { CommandHead, Finding, Inquiry } from '../command.ts';
import { type Background, backgroundForChannel } from '../history/hints.ts';
import { withBackground } from '../history/lines.ts';
import type { Services } from '../services.ts';
import { maskRequery } from './disclosure.ts';
import { backgroundOf, recentLookUps, timed, withFailureBackground } from './look-up.ts';
import { type FoundRequery, requeryCard } from './requery-card.ts';

/** `/tsq`. */
export const tsqHead: CommandHead = {
  name: 'tsq',
  about: 'transfers',
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
};

/** A requery that was answered, with what was asked about it before. */
export interface RequeryWithBackground extends FoundRequery {
  background: Background;
  /** The person who shared it. */
  sharedBy?: string | undefined;
}

/** @throws TransferApiError */
export async function requeryWithBackground(
  transactionId: string,
  services: Services,
  finding: Finding,
): Promise<RequeryWithBackground> {
  const what = { asked: transactionId, isRequery: true };
  const run = () => timed(() => services.transferApi.requery(transactionId));
  const { result: answer, timing } = await withFailureBackground(what, services, finding, run);
  const background = await backgroundOf({ kind: 'requery', asked: transactionId, answer }, services, finding);
  return { transactionId, answer, timing, background };
}

/** One requery, as a card. */
export const requeryOne = {
  async find({ transactionId, sharedBy }, services, finding) {
    return { ...(await requeryWithBackground(transactionId, services, finding)), sharedBy };
  },
  forChannel(found, mode) {
    return { ...found, ...maskRequery(found.answer, mode), background: backgroundForChannel(found.background) };
  },
  recentLookUps: ({ transactionId, answer }) => recentLookUps([{ kind: 'requery', asked: transactionId, answer }]),
  show(found, { audience, canShare }) {
    const card = requeryCard({ ...found, audience, canShare });
    return withBackground(card, { background: found.background, transactions: [], nowMs: found.timing.askedAtMs });
  },
} satisfies Inquiry<{ transactionId: string; sharedBy?: string | undefined }, RequeryWithBackground>;
