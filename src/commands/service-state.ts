import type { BankDirectory, BankResults } from '../banks/directory.ts';
import { plainReply, withoutCustomer } from '../blocks/blocks.ts';
import { bold, date, safeText } from '../blocks/mrkdwn.ts';
import type { Inquiry } from '../command.ts';
import { onError, TransferApiError } from '../errors.ts';
import { type BankQuestion, readBankQuestion } from '../reading/bank-names.ts';
import type { LookUpSummary } from '../transfer-service/request.ts';

const banksMax = 3;

/**
 * Says how banks and the transfer service are doing, judged from recent look-ups, in lines of
 * Slack's mrkdwn. If the text names exactly one bank, reports the counts of that bank alone.
 */
export const serviceStateInquiry = {
  async find(text, { bankCounts, banks, lookUpSummary }) {
    const named = await findNamedBanks(readBankQuestion(text), banks);
    const [only, another] = named?.answers ?? [];
    const meant = only?.isCertain && !another ? only.hits[0]?.bank : undefined; // exactly one bank, without doubt
    const asked = bankCounts.counts().banks;
    const counts = [...asked.values()]
      .filter(({ bank, unsettled }) =>
        meant === undefined ? unsettled > 0 : bank === meant.institutionCode,
      )
      .toSorted((a, b) => b.unsettled - a.unsettled)
      .slice(0, banksMax)
      .map((count) => {
        const name = banks.nameOf(count.bank) ?? count.bank;
        return `${bold(safeText(name, 60))}: ${count.unsettled} of ${count.asked} not final`;
      });
    const nothing = asked.size === 0 ? 'nothing that I remember.' : 'nothing open.';
    const none =
      meant === undefined ? nothing : `nothing about ${bold(safeText(meant.institutionName, 60))}.`;
    const lead = `I can't see inside a bank. Asked in the last 30 minutes:${counts.length > 0 ? '' : ` ${none}`}`;
    return [lead, ...counts, `Service: ${describeServiceState(lookUpSummary(), Date.now())}`];
  },
  forChannel: (lines) => lines,
  show: (lines) => withoutCustomer(plainReply(lines.join('\n'))),
} satisfies Inquiry<string, readonly string[]>;

/** Finds the banks that a text names; `undefined` when the bank list cannot be loaded. */
export function findNamedBanks(
  question: BankQuestion,
  banks: BankDirectory,
): Promise<BankResults | undefined> {
  return banks.ask(question).catch(onError(TransferApiError, () => undefined));
}

const recentMs = 15 * 60_000;

/**
 * Says in Slack's mrkdwn how the transfer service is doing, judged from our own look-ups, and when
 * these were.
 */
export function describeServiceState(
  { last, lastSuccessAtMs, silentSinceMs }: LookUpSummary,
  nowMs: number,
): string {
  const answered =
    lastSuccessAtMs === undefined
      ? 'No answer since this bot started.'
      : `Last answer ${date(lastSuccessAtMs)}.`;
  if (silentSinceMs !== undefined) return `Not answering since ${date(silentSinceMs)}. ${answered}`;
  if (last === undefined) return 'Not asked since this bot started.';
  if (!last.isAnswered)
    return `The last look-up, ${date(last.atMs)}, got no answer that could be used. ${answered}`;
  return nowMs - last.atMs <= recentMs ? `Up: last answer ${date(last.atMs)}.` : answered;
}
