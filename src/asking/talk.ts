import type { BankName } from '../banks/aliases.ts';
import type { BankDirectory } from '../banks/directory.ts';
import { message, plainReply, type Reply, section, withoutCustomer } from '../blocks/blocks.ts';
import { bold, code, date, outside } from '../blocks/mrkdwn.ts';
import { markOf } from '../blocks/status.ts';
import type { Inquiry } from '../command.ts';
import { TransferApiError } from '../errors.ts';
import type { BankCount, DatedLookUp } from '../history.ts';
import { readBankQuestion } from '../reading/bank-names.ts';
import type { CommandSyntax } from '../reading/command-names.ts';
import type { TalkInWords } from '../reading/small-talk.ts';
import type { LookUpSummary } from '../transfer-service/request.ts';

/** What is said the same to everybody; mrkdwn. `undefined` for what has to be looked up. */
export function plainTalk(kind: TalkInWords['kind'], { at, write }: CommandSyntax): Reply | undefined {
  const sentences: Partial<Record<TalkInWords['kind'], string>> = {
    thanks: `Glad to help. ${code(write(at === 'slash' ? 'txn help' : 'help'))} says what you can ask.`,
    list: `I can't list transactions: I look up those that you name. Paste their references, or send them as a CSV.`,
    which: `Which transaction? Messages above are not read here: paste its reference, such as ${code('GARO-8f3k2j1')}, or choose More actions → *Look Up References* on the message.`,
  };
  const sentence = sentences[kind];
  return sentence === undefined ? undefined : withoutCustomer(plainReply(sentence));
}

/** What somebody looked up, as Home lists it; nobody else reads it. */
export const ownLookUps = {
  find: async (_nothing, { recentLookUps }, { personId }) => recentLookUps.of(personId),
  forChannel: (): undefined => undefined,
  show(found) {
    if (found === undefined) return plainReply('What you looked up stands on the Home tab of this bot, for you alone.');
    if (found.length === 0) return plainReply('You looked up nothing since this bot started.');
    return message('You looked up', [section(['You looked up', ...found.map(ownLine)].join('\n'))]);
  },
} satisfies Inquiry<undefined, readonly DatedLookUp[] | undefined>;

interface FoundState {
  service: string;
  /** As the list calls it. */
  bank: string | undefined;
  counts: readonly (BankCount & { name: string | undefined })[];
}

/** Whether a bank or the service works, as far as what people asked tells. */
export const stateOfService = {
  async find(said, { history, banks, lookUpSummary }) {
    const meant = said === undefined ? undefined : await bankCalled(said, banks);
    const counts = [...history.counts().banks.values()]
      .filter(({ bank, unsettled }) => (meant === undefined ? unsettled > 0 : bank === meant.institutionCode))
      .toSorted((a, b) => b.unsettled - a.unsettled)
      .slice(0, banksMax)
      .map((count) => ({ ...count, name: banks.nameOf(count.bank) }));
    return { service: serviceState(lookUpSummary(), Date.now()), bank: meant?.institutionName, counts };
  },
  forChannel: (found) => found,
  show({ service, bank, counts }) {
    const about = "I can't see inside a bank. Asked in the last 30 minutes:";
    const lines = counts.map(
      ({ name, bank: id, asked, unsettled }) =>
        `${bold(outside(name ?? id, 60))}: ${unsettled} of ${asked} not settled`,
    );
    const none = bank === undefined ? 'nothing unsettled.' : `nothing about ${bold(outside(bank, 60))}.`;
    const known = lines.length > 0 ? [about, ...lines] : [`${about} ${none}`];
    return withoutCustomer(plainReply([...known, `Service: ${service}`].join('\n')));
  },
} satisfies Inquiry<string | undefined, FoundState>;

const banksMax = 2;

/** Nothing where no bank is surely called so, or where there is no list. */
async function bankCalled(said: string, banks: BankDirectory): Promise<BankName | undefined> {
  try {
    const { answers } = await banks.ask(readBankQuestion(said));
    const [answer, ...others] = answers;
    return others.length === 0 && answer?.isCertain ? answer.hits[0]?.bank : undefined;
  } catch (error) {
    if (error instanceof TransferApiError) return undefined;
    throw error;
  }
}

/** A look-up of the person's own; mrkdwn. */
export function ownLine({ asked, isRequery, status, group, atMs }: DatedLookUp): string {
  return `${isRequery ? 'Requery ' : ''}${code(asked)} · ${markOf(group)}${outside(status)} · ${date(atMs)}`;
}

const recentMs = 15 * 60_000;

/** How the transfer service is, as far as our own look-ups tell, and when they told; mrkdwn. */
export function serviceState({ last, lastSuccessAtMs, silentSinceMs }: LookUpSummary, nowMs: number): string {
  const answered =
    lastSuccessAtMs === undefined ? 'No answer since this bot started.' : `Last answer ${date(lastSuccessAtMs)}.`;
  if (silentSinceMs !== undefined) {
    const tried = last === undefined ? '' : ` Last tried ${date(last.atMs)}.`;
    return `Not answering since ${date(silentSinceMs)}.${tried} ${answered}`;
  }
  if (last === undefined) return 'Not asked since this bot started.';
  if (!last.isAnswered) return `The last look-up, ${date(last.atMs)}, got no answer that could be used. ${answered}`;
  return nowMs - last.atMs <= recentMs ? `Up: last answer ${date(last.atMs)}.` : answered;
}
