import {
  institutions,
  ordinaryTransactions,
  requeries,
  troubledTransactions,
  unusualTransactions,
} from 'slack-sandbox/transfer-service';
import { pick } from '../bench/search/random.ts';

export interface Question {
  command: '/txn' | '/tsq' | '/bank';
  text: string;
}

type Random = () => number;
type Some = readonly [string, ...string[]];

const some = ([first = '', ...others]: readonly string[]): Some => [first, ...others];
const keysOf = (answers: readonly { key: string }[]) => some(answers.map(({ key }) => key));

const ordinary = keysOf(ordinaryTransactions);
const unusual = keysOf(unusualTransactions);
const troubled = keysOf(troubledTransactions);
const slowTransfers = ['19999', '90000'] as const;
const transfers = keysOf(requeries.filter(({ key }) => !slowTransfers.some((slow) => slow === key)));
const names = some(institutions.map(({ institutionName }) => institutionName));
const codes = some(institutions.map(({ institutionCode }) => institutionCode));
const nonsense: readonly [Question, ...Question[]] = [
  { command: '/txn', text: '' },
  { command: '/txn', text: '???' },
  { command: '/txn', text: '..' },
  { command: '/tsq', text: 'when does it arrive' },
  { command: '/bank', text: 'qqqq' },
  { command: '/bank', text: '058' },
];

const unknown = (random: Random) => `GARO-${Math.floor(random() * 10_000)}nf`;
const several = (random: Random) =>
  Array.from({ length: 2 + Math.floor(random() * 9) }, () =>
    random() < 0.1 ? unknown(random) : pick(random, ordinary),
  ).join(' ');
const asTyped = (name: string) => name.toLowerCase().split(' ').slice(0, 2).join(' ');
/** Two neighbouring letters change places. */
const misspelled = (name: string) => name.replace(/^(..)(.)(.)/, '$1$3$2');

const txn = (text: string): Question => ({ command: '/txn', text });
const tsq = (text: string): Question => ({ command: '/tsq', text });
const bank = (text: string): Question => ({ command: '/bank', text });

/** What a day brings, in shares of a thousand. */
const kinds: readonly [share: number, ask: (random: Random) => Question][] = [
  [445, (random) => txn(pick(random, ordinary))],
  [50, (random) => txn(pick(random, unusual))],
  [80, (random) => txn(unknown(random))],
  [90, (random) => txn(several(random))],
  [120, (random) => tsq(pick(random, transfers))],
  [80, (random) => bank(asTyped(pick(random, names)))],
  [40, (random) => bank(pick(random, codes))],
  [40, (random) => bank(misspelled(asTyped(pick(random, names))))],
  [20, (random) => ({ command: pick(random, ['/txn', '/tsq', '/bank'] as const), text: 'help' })],
  [30, (random) => pick(random, nonsense)],
  // Few: each that is not answered holds one of the eight ways to the service for as long as a look-up may take.
  [4, (random) => txn(pick(random, troubled))],
  [1, (random) => tsq(pick(random, slowTransfers))],
];

export function nextQuestion(random: Random): Question {
  let left = random() * 1000;
  for (const [share, ask] of kinds) {
    left -= share;
    if (left < 0) return ask(random);
  }
  return txn(pick(random, ordinary));
}
