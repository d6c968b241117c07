import { type Answer, found } from './answers.ts';

/** One sample: what to ask for, what it shows, what the service does. */
export interface SampleAnswer {
  readonly key: string;
  readonly title: string;
  readonly answer: Answer;
}

/** Samples as rows of a table. */
export const samplesOf = (
  rows: readonly (readonly [key: string, title: string, answer: Answer])[],
): SampleAnswer[] => rows.map(([key, title, answer]) => ({ key, title, answer }));

/**
 * Overrides may be of any type, since some samples are wrong on purpose; undefined leaves a field
 * out.
 */
export type RecordOverrides = Readonly<Record<string, unknown>>;

interface RecordOptions {
  readonly reference: string;
  readonly startedAtMs: number;
  readonly minutesAgo?: number;
  readonly overrides?: RecordOverrides;
}

/**
 * A full transaction object of the interface's section 2.2: a successful transfer, unless
 * overridden.
 */
export function transactionRecord({
  reference,
  startedAtMs,
  minutesAgo = 12,
  overrides,
}: RecordOptions) {
  const createdAt = startedAtMs - minutesAgo * 60_000;
  return {
    id: 19253,
    userId: 745,
    accountId: null,
    amount: '25000.00',
    charge: '10.00',
    netAmount: 25010,
    description: 'Rent for November',
    destinationAccountNumber: '0123456789',
    destinationAccountName: 'Jane Doe',
    destinationBankCode: '000013',
    destinationBankName: 'GTBANK PLC',
    sourceAccountNumber: '0001479098',
    sourceAccountName: 'Garo Enterprise',
    sourceBankCode: '000023',
    sourceBankName: 'PROVIDUS BANK',
    reference,
    transactionTypeName: 'bank_transfer',
    category: 'bank_transfer',
    type: 'credit',
    stampDuty: null,
    sessionId: '100004240926153311119822107551',
    status: 'successful',
    reversedFlag: 0,
    utilityType: null,
    details: {},
    completedAt: createdAt + 2_000,
    createdAt,
    updatedAt: createdAt + 2_000,
    ...overrides,
  };
}

/** A record that is found, with `overrides` over the successful transfer. */
export const record =
  (reference: string, overrides: RecordOverrides = {}, minutesAgo = 12): Answer =>
  (exchange) =>
    found(
      transactionRecord({ reference, startedAtMs: exchange.startedAtMs, overrides, minutesAgo }),
    )(exchange);

/** A sample that is found. */
export const transaction = (
  reference: string,
  title: string,
  overrides?: RecordOverrides,
  minutesAgo?: number,
): SampleAnswer => ({ key: reference, title, answer: record(reference, overrides, minutesAgo) });
