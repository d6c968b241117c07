import { institutions, transactionRecord } from 'slack-sandbox/transfer-service';
import { startServer } from '../support/http-server.ts';

export const atMs = Date.UTC(2026, 0, 31, 14, 8, 9);
/** Longer than any message shows, and with what Slack takes for its own marks. */
const longText = 'A sample & <sample> with *marks* and `code`. '.repeat(20);
/** Names of three words, as the budgets count them, and as long as names get. */
const longName = 'Oluwaseunfunmilayo Adebayo-Ogunsanwo Chukwuemekalam';

/** By the letter behind the first digit of a reference: `GARO-5p1d6w8` is pending. */
const records: Readonly<Record<string, Record<string, unknown>>> = {
  s: {},
  p: {
    status: 'pending',
    amount: '1250000.00',
    netAmount: 1250010,
    completedAt: null,
    createdAt: atMs - 192 * 60_000,
  },
  f: { status: 'failed' },
  r: { reversedFlag: 1 },
  u: { status: 'on hold' },
  c: { transactionTypeName: 'collection', description: 'Invoice 7' },
  l: {
    description: longText,
    details: { steps: [{ step: 1 }], note: longText },
    channel: 'app',
    empty: '',
    pin2: '1',
    destinationAccountName: longName,
    destinationBankName: longName,
    sourceAccountName: longName,
    sourceBankName: longName,
  },
  d: { status: 'pending', id: 19261 },
  o: { status: 'pending', id: 19290 },
};

const plain = {
  status: 'SUCCESSFUL',
  sessionId: '100004240926161204119822107890',
  amount: '25000.00',
};
const nested = {
  ...plain,
  responseCode: '00',
  channel: 'NIP',
  beneficiary: { name: 'Ada Eze', bank: { code: '000014' } },
  charge: '50.00',
  currency: 'NGN',
  batch: '14',
  retries: '0',
  route: 'A',
  node: '7',
  terminal: '3',
};
const approved = 'Approved or completed successfully';

/**
 * The spec shows no shape, so these are guesses of every kind: what the service says, and what it
 * sends.
 */
const requeries: Readonly<Record<string, [message: string, data: unknown]>> = {
  19253: ['', { ...plain, status: 'pending', amount: '1250000.00' }],
  19261: [approved, plain],
  19262: [approved, nested],
  19263: ['Request processing in progress', { responseCode: '09', sessionId: plain.sessionId }],
  19264: ['', recordOf('GARO-5p1d6w8')],
  19290: ['', { ...plain, reference: 'OTHER-1a2b3c4' }],
  19268: [longText, { ...nested, parts: [{ code: '00' }], note: longText }],
};

function recordOf(reference: string): object | undefined {
  const overrides = records[/\d([a-z])/.exec(reference)?.[1] ?? ''];
  return overrides && transactionRecord({ reference, startedAtMs: atMs, minutesAgo: 0, overrides });
}

/**
 * A service of samples: it times out for `GARO-3t…` and knows nothing of other letters and numbers
 * than those above.
 */
export function startSampleService() {
  return startServer(({ url = '' }, response) => {
    const asked = url.split(/[/=]/).at(-1) ?? '';
    const [message, data] = url.endsWith('/banks')
      ? ['', institutions]
      : (requeries[asked] ?? ['', recordOf(asked)]);
    const status = data ? 200 : /\dt/.test(asked) ? 408 : 404;
    response.writeHead(status).end(JSON.stringify({ success: status === 200, message, data }));
  });
}
