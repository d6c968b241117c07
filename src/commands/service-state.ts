import type { BankDirectory, BankResults } from '../banks/directory.ts';
import { bold, date, safeText } from '../blocks/mrkdwn.ts';
import type { Inquiry } from '../command.ts';
import { onError, TransferApiError } from '../errors.ts';
import { type BankQuestion, readBankQuestion } from '../reading/bank-names.ts';
import { askInstead } from '../reading/personal.ts';
import { noStateNotice } from '../reading/unanswered.ts';
import { formatCount, joinNonEmpty } from '../text.ts';
import type { LookUpSummary } from '../transfer-service/token-and-address.ts';
import { replyToAll, replyToUnknownText } from './talk.ts';

const banksMax = 3;
/** Matches what transfers go through, which is neither a bank nor the transfer service. */
const networks = /\b(?:nip|nibss|network)/i;

interface StateQuestion {
  text: string;
  /** Whether it is a question only if it names a bank, at least nearly: unlike `thumbs up`. */
  isAboutBank: boolean;
}

/**
 * Says how banks and the transfer service are doing, judged from recent look-ups, in lines of
 * Slack's mrkdwn. If the text names exactly one bank, reports the counts of that bank alone.
 */
export const serviceStateInquiry = {
  async find({ text, isAboutBank }, { bankCounts, banks, lookUpSummary }) {
    const named = await findNamedBanks(readBankQuestion(text), banks);
    if (isAboutBank && named?.answers.every(({ hits }) => hits.length === 0)) return text;

    const [only, another] = named?.answers ?? [];
    // Only where the text names exactly one bank, without doubt.
    const meant = only?.isCertain && !another ? only.hits[0]?.bank : undefined;
    const { banks: asked, sent } = bankCounts.counts();
    const counts = [...asked.values()]
      .filter(({ bank, unsettled }) =>
        meant === undefined ? unsettled > 0 : bank === meant.institutionCode,
      )
      .toSorted((a, b) => b.unsettled - a.unsettled)
      .slice(0, banksMax)
      .map((count) => {
        const name = banks.nameOf(count.bank) ?? count.bank;
        const transfers = formatCount(count.asked, 'transfer');
        const to = meant === undefined ? bold(safeText(name, 60)) : 'it';
        return `${transfers} to ${to}, ${count.unsettled} not final`;
      });
    const name = meant && safeText(meant.institutionName, 60);
    const lead = `I can't see inside ${name ?? 'a bank'}. Asked here in the last 30 minutes:`;
    const none = `nothing ${name === undefined ? 'open' : 'to it'}`;
    const lines = counts.length > 0 ? counts : [none];
    // Beside a bank's name, the service's state would read as the bank's.
    if (meant !== undefined) {
      const from = sent.get(meant.institutionCode) ?? 0;
      return [`${lead} ${joinNonEmpty([...lines, from > 0 && `${from} from it`], ', ')}.`];
    }

    const state = describeServiceState(lookUpSummary());
    if (networks.test(text))
      return [noStateNotice, `${state} That says nothing about a network. ${askInstead}`];
    if (counts.length === 0) return [state, `${lead} ${none}.`];
    return [state, lead, ...counts.map((line) => `${line}.`)];
  },
  forChannel: (lines) => lines,
  show: (lines, { syntax }) =>
    typeof lines === 'string' ? replyToUnknownText(lines, syntax) : replyToAll(lines.join('\n')),
} satisfies Inquiry<StateQuestion, readonly string[] | string>;

/** Finds the banks that a text names; `undefined` when the bank list cannot be loaded. */
export function findNamedBanks(
  question: BankQuestion,
  banks: BankDirectory,
): Promise<BankResults | undefined> {
  return banks.ask(question).catch(onError(TransferApiError, () => undefined));
}

/**
 * Says in Slack's mrkdwn how the transfer service is doing, judged from our own look-ups, and when
 * these were.
 */
export function describeServiceState({
  last,
  lastSuccessAtMs,
  silentSinceMs,
}: LookUpSummary): string {
  const answered =
    lastSuccessAtMs === undefined
      ? 'No answer since I started.'
      : `The transfer service last answered ${date(lastSuccessAtMs)}.`;
  if (silentSinceMs !== undefined)
    return `The transfer service has not answered since ${date(silentSinceMs)}. ${answered}`;
  if (last === undefined) return 'Nobody has asked the transfer service since I started.';
  if (!last.isAnswered)
    return `The last look-up, ${date(last.atMs)}, got no answer that could be used. ${answered}`;

  return answered;
}
