import { plainReply, type Reply, withoutCustomer } from '../blocks/blocks.ts';
import { bold, code, date, outside } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import { markOf } from '../blocks/status.ts';
import type { Inquiry } from '../command.ts';
import type { DatedLookUp } from '../history.ts';
import type { TalkInWords } from '../reading/small-talk.ts';
import type { LookUpSummary } from '../transfer-service/state.ts';

/** What is said the same to everybody; mrkdwn. `undefined` for what has to be looked up. */
export function plainTalk(kind: TalkInWords['kind'], { at, write }: CommandSyntax): Reply | undefined {
  const sentences: Partial<Record<TalkInWords['kind'], string>> = {
    thanks: `Glad to help. ${code(write(at === 'slash' ? 'txn help' : 'help'))} says what you can ask.`,
    'own look-ups': 'What you looked up stands on the Home tab of this bot, for you alone.',
    list: `I can't list transactions: I look up those that you name. Paste their references, or send them as a CSV.`,
    which: `Which transaction? Messages above are not read here: paste its reference, such as ${code('GARO-8f3k2j1')}, or choose More actions → *Look Up References* on the message.`,
  };
  const sentence = sentences[kind];
  return sentence === undefined ? undefined : withoutCustomer(plainReply(sentence));
}

const banksMax = 3;

/** Whether a bank or the service works, as far as what people asked tells; mrkdwn lines. */
export const stateOfService = {
  async find(_nothing, { history, banks, lookUpSummary }) {
    const unsettled = [...history.counts().banks.values()]
      .filter((count) => count.unsettled > 0)
      .toSorted((a, b) => b.unsettled - a.unsettled)
      .slice(0, banksMax)
      .map((count) => {
        const name = banks.nameOf(count.bank) ?? count.bank;
        return `${bold(outside(name, 60))}: ${count.unsettled} of ${count.asked} not settled`;
      });
    const lead = `I can't see inside a bank. Asked in the last 30 minutes:${unsettled.length > 0 ? '' : ' nothing unsettled.'}`;
    return [lead, ...unsettled, `Service: ${serviceState(lookUpSummary(), Date.now())}`];
  },
  forChannel: (lines) => lines,
  show: (lines) => withoutCustomer(plainReply(lines.join('\n'))),
} satisfies Inquiry<undefined, readonly string[]>;

/** A look-up of the person's own; mrkdwn. */
export function ownLine({ asked, isRequery, status, group, atMs }: DatedLookUp): string {
  return `${isRequery ? 'Requery ' : ''}${code(asked)} · ${markOf(group)}${outside(status)} · ${date(atMs)}`;
}

const recentMs = 15 * 60_000;

/** How the transfer service is, as far as our own look-ups tell, and when they told; mrkdwn. */
export function serviceState({ last, lastSuccessAtMs, silentSinceMs }: LookUpSummary, nowMs: number): string {
  const answered =
    lastSuccessAtMs === undefined ? 'No answer since this bot started.' : `Last answer ${date(lastSuccessAtMs)}.`;
  if (silentSinceMs !== undefined) return `Not answering since ${date(silentSinceMs)}. ${answered}`;
  if (last === undefined) return 'Not asked since this bot started.';
  if (!last.isAnswered) return `The last look-up, ${date(last.atMs)}, got no answer that could be used. ${answered}`;
  return nowMs - last.atMs <= recentMs ? `Up: last answer ${date(last.atMs)}.` : answered;
}
