import { setTimeout as sleep } from 'node:timers/promises';
import { constantFrom, sample, stringMatching, tuple, uniqueArray } from 'fast-check';
import { transactionBody } from '../fixtures/transaction.ts';
import { answering, startServer } from '../support/http-server.ts';

const listSize = 798;

const word = stringMatching(/^(?:(?:[bdfghkmnprt]|br|ch|dr|gr|st)[aeiou][lmnrs]?){3}$/);
const kind = constantFrom(
  'MICROFINANCE BANK',
  'MFB',
  'MF Bank',
  'BANK PLC',
  'MORTGAGE BANK',
  'Limited',
);
/** A made-up list of the size of a real one, the same in each run. */
const [institutions = []] = sample(
  uniqueArray(tuple(word, word, kind), {
    minLength: listSize,
    maxLength: listSize,
    size: 'max',
    selector: String,
  }).map((names) =>
    names.map((name, index) => ({
      institutionCode: String((index * 7919) % 1_000_000).padStart(6, '0'),
      institutionName: name.join(' '),
    })),
  ),
  { seed: 1, numRuns: 1 },
);
type Institution = (typeof institutions)[number];

const ofNoBank = [
  'barclays',
  'revolut',
  'bank of america',
  'paypal',
  'december salary',
  'invoice',
  'qwerty',
  'test',
];
const coreOf = ({ institutionName }: Institution) =>
  institutionName.toLowerCase().split(' ').slice(0, 2);

/** What people type for a bank: its name, parts of it and slips, its code, and what is no bank. */
const askedFor: readonly ((bank: Institution, index: number) => string)[] = [
  ({ institutionName }) => institutionName,
  (bank) => coreOf(bank).join(' '),
  (bank) => coreOf(bank).join(''),
  (bank) => coreOf(bank).toReversed().join(' '),
  (bank) => `${coreOf(bank).join(' ')} bank`,
  ({ institutionName }) => institutionName.slice(0, 5),
  ({ institutionName }) => institutionName.slice(0, 2) + institutionName.slice(3), // a letter too few
  ({ institutionCode }) => institutionCode,
  (_bank, index) => `${ofNoBank[index % ofNoBank.length]} ${index}`,
];

/**
 * What is asked of `/bank`, in turn, of all kinds: so many that each answer is forgotten before it
 * is asked for again.
 */
export const questions: readonly string[] = askedFor.flatMap((_, round) =>
  institutions.map(
    (bank, index) => askedFor[(index + round) % askedFor.length]?.(bank, index) ?? '',
  ),
);

/** A Slack and a transfer service that cost as little as they can, in the process of the bench. */
export const slack = await startServer(
  answering(200, {
    ok: true,
    user_id: 'U0BOT',
    bot_id: 'B0BOT',
    team_id: 'T0BENCH',
    user: { id: 'U0BENCH', team_id: 'T0BENCH', deleted: false, is_bot: false },
    channel: { is_ext_shared: false },
    bot: { app_id: 'A0BENCH' },
  }),
);

const bankList = answering(200, { success: true, message: 'ok', data: institutions });
const slowMs = 100;
/**
 * Knows every reference, and answers at once or, below `/slow`, as late as a service that is far
 * away.
 */
export const service = await startServer(async (request, response) => {
  service.requests.length = 0; // nobody reads them, and there are many
  const { url = '' } = request;
  if (url.startsWith('/slow/')) await sleep(slowMs);
  if (url.endsWith('/banks')) return bankList(request, response);
  response.setHeader('content-type', 'application/json');
  response.end(
    transactionBody({ reference: url.split('/').at(-1), status: 'pending', completedAt: null }),
  );
});

// While others are measured, a contestant's connection idles for longer than Node's five seconds:
// one that is closed just then would end a contestant that expects no error.
for (const { server } of [slack, service]) server.keepAliveTimeout = 60_000;
