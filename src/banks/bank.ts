import { withoutCustomer } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import type { Command, Inquiry } from '../command.ts';
import type { CommandSyntax } from '../command-names.ts';
import { UserError } from '../errors.ts';
import { asksForNoBank, type BankQuestion, bankQuestionMax } from '../reading/bank-names.ts';
import type { BankChangesIntent, BankIntent } from '../reading/question.ts';
import { bankAnswers, bankChangesReply, notABank } from './card.ts';
import type { BankChanges, BankResults } from './directory.ts';

/** Searches the bank list (spec 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details:
    'Short names, former names, slips and whole questions will do, several at once. “changes” says what changed in the list.',
  examples: ['zenith', '000015', 'changes 2 days'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  async answer(intent, { syntax, inquire }) {
    const { text } = intent;
    if (text.length > bankQuestionMax)
      throw new UserError(`${code(text, 60)} is too long for the name of a bank. Try one or two words of it.`);
    if (intent.kind === 'bankChanges') return inquire(bankChanges, sinceMs(intent, syntax));
    const { question } = intent;
    return asksForNoBank(question) ? withoutCustomer(notABank(question.others, syntax)) : inquire(bankSearch, question);
  },
} satisfies Command<BankIntent>;

const bankSearch = {
  find: (question, { banks }) => banks.ask(question),
  // Bank codes are not customer data, but what stands beside a bank in the details of a payment is.
  forChannel: (found) => (found.leftOut.length > 0 ? { ...found, leftOut: [] } : found),
  show: (found) => bankAnswers(found, Date.now()),
} satisfies Inquiry<BankQuestion, BankResults>;

const bankChanges = {
  find: async (sinceMs, { banks }) => ({ sinceMs, changes: await banks.changes(sinceMs ?? 0) }),
  forChannel: (found) => found,
  show: ({ sinceMs, changes }) => bankChangesReply(sinceMs, changes, Date.now()),
} satisfies Inquiry<number | undefined, { sinceMs: number | undefined; changes: BankChanges }>;

/**
 * @returns `undefined` for as far back as changes are known
 * @throws UserError
 */
function sinceMs({ text, since }: BankChangesIntent, { write }: CommandSyntax): number | undefined {
  if (since === undefined) return undefined;
  const parsed = parseSince(since, Date.now());
  if (parsed !== undefined) return parsed;
  throw new UserError(
    `Since when? ${code(text, 60)} names no day. For instance ${code(write('bank changes 2026-01-31'))} or ${code(write('bank changes 2 days'))}.`,
  );
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads `2026-01-31` (from midnight UTC), `today`, `yesterday`, `2 days` and `3h ago` as the start of that time, in
 * milliseconds since 1970. `undefined` when the text is none of these, or the time is in the future.
 */
export function parseSince(text: string, nowMs: number): number | undefined {
  const said = text
    .toLowerCase()
    .replace(/^since |^last /, '')
    .replace(/ ago$/, '');
  const [, amount = '', unit = ''] =
    /^(\d{1,4}) ?(m|h|d|w)(?:in|ins|inutes?|ours?|ays?|eeks?)?$/.exec(said.replace(/^(?:an?|one) /, '1 ')) ?? [];
  const sinceMs = amount !== '' ? nowMs - Number(amount) * (unitMs[unit] ?? 0) : dayMs(said, nowMs);
  return sinceMs !== undefined && sinceMs <= nowMs ? sinceMs : undefined;
}

function dayMs(said: string, nowMs: number): number | undefined {
  const todayMs = Math.floor(nowMs / 86_400_000) * 86_400_000;
  if (said === 'today') return todayMs;
  if (said === 'yesterday') return todayMs - 86_400_000;
  if (!/^\d{4}-\d\d-\d\d$/.test(said)) return undefined;
  const atMs = Date.parse(`${said}T00:00:00Z`);
  // Date.parse takes the 31st of February for the 3rd of March.
  return Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(said) ? undefined : atMs;
}
