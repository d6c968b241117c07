import { ordinaryTransactions } from './ordinary-transactions.ts';
import { requeries } from './requeries.ts';
import type { SampleAnswer } from './transaction-record.ts';
import { troubledTransactions } from './troubled-transactions.ts';
import type { Sample } from './types.ts';
import { unusualTransactions } from './unusual-transactions.ts';

const listOf = (command: Sample['command'], answers: readonly SampleAnswer[]): Sample[] =>
  answers.map(({ key, title }) => ({ command, text: key, title }));

/** Inputs worth trying, the ordinary ones first: for a person to click and for the tests to run through. */
export const samples: readonly Sample[] = [
  ...listOf('/txn', [...ordinaryTransactions, ...unusualTransactions, ...troubledTransactions]),
  ...listOf('/tsq', requeries),
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
