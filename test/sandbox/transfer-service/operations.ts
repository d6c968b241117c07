import { type Answer, found, refused } from './answers.ts';
import { institutions } from './institutions.ts';
import { requeries } from './requeries.ts';
import { ofMerchant, toBankInTrouble } from './second-look.ts';
import type { SampleAnswer } from './transaction-record.ts';
import { ordinaryTransactions, troubledTransactions, unusualTransactions } from './transactions.ts';

/** One input worth trying: `${command} ${text}` is the whole line. */
export interface Sample {
  readonly command: '/txn' | '/tsq' | '/bank';
  readonly text: string;
  /** What it shows, in a few plain words. */
  readonly title: string;
}

const shown = [...ordinaryTransactions, ...unusualTransactions, ...troubledTransactions];

const samplesFor = (command: Sample['command'], answers: readonly SampleAnswer[]): Sample[] =>
  answers.map(({ key, title }) => ({ command, text: key, title }));

/**
 * Inputs worth trying, the ordinary ones first: for a person to click and for the tests to run
 * through.
 */
export const samples: readonly Sample[] = [
  ...samplesFor('/txn', shown),
  ...samplesFor('/tsq', requeries),
  { command: '/bank', text: 'zenith', title: 'Find a bank' },
  { command: '/bank', text: 'gtb', title: 'By short name' },
  { command: '/bank', text: 'first', title: 'Several matches' },
  { command: '/bank', text: '000015', title: 'By code' },
  { command: '/bank', text: '000-015', title: 'Code with a dash' },
  { command: '/bank', text: '0700', title: 'Start of a code' },
  { command: '/bank', text: '058', title: 'Old three-digit code' },
  { command: '/bank', text: 'zenit bnak', title: 'Misspelled' },
  { command: '/bank', text: 'microfinance', title: 'Very many matches' },
  { command: '/bank', text: 'qqqq', title: 'No match' },
];

const index = (answers: readonly SampleAnswer[]) =>
  new Map(answers.map(({ key, answer }) => [key, answer]));
const transactions = index([...shown, ...toBankInTrouble, ...ofMerchant]);
const transfers = index(requeries);
const transactionPath = /^\/v1\/transactions\/reference\/([^/]+)$/;

/** The three operations of the interface. Answers undefined for a path that is none of them. */
export function findOperation({ pathname, searchParams }: URL): Answer | undefined {
  const reference = transactionPath.exec(pathname)?.[1];
  if (reference !== undefined)
    return transactions.get(decode(reference)) ?? refused(404, 'Transaction not found');
  if (pathname === '/v1/transfer/tsq') {
    const transactionId = searchParams.get('transactionId') ?? '';
    if (!/^\d+$/.test(transactionId)) return refused(422, 'The transactionId field is required.');
    return transfers.get(transactionId) ?? refused(404, 'Transfer not found');
  }
  return pathname === '/v1/transfer/banks'
    ? found(institutions, 'Banks retrieved successfully')
    : undefined;
}

/** A malformed escape stands for itself: it is the reference of nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
