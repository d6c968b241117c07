import { type RecordOverrides, type SampleAnswer, transaction } from './transaction-record.ts';

const wema = { destinationBankCode: '000017', destinationBankName: 'WEMA BANK' };
const toWema = (index: number, overrides: RecordOverrides): SampleAnswer =>
  transaction(
    `WEMA-700000${index}`,
    'To a bank in trouble',
    { id: 19_300 + index, ...wema, ...overrides },
    index,
  );
const underWay = { status: 'pending', completedAt: null };

/** Most of the transfers to one bank are not settled. */
export const toBankInTrouble: readonly SampleAnswer[] = [
  ...[1, 2, 3, 4].map((index) => toWema(index, underWay)),
  toWema(5, { status: 'failed' }),
  toWema(6, { status: 'failed' }),
  toWema(7, {}),
];

const merchantCount = 300;
/** Created within a day; from three hours ago on, what goes to one bank is not settled. */
const troubleFromMinutesAgo = 180;
const banks = [
  ['000013', 'GTBANK PLC'],
  ['000014', 'ACCESS BANK'],
  ['000015', 'ZENITH BANK'],
  ['000017', 'WEMA BANK'],
] as const;

/** A merchant's list: hundreds at once, some of which are stuck. */
export const ofMerchant: readonly SampleAnswer[] = Array.from(
  { length: merchantCount },
  (_, index) => {
    const minutesAgo = Math.round(((merchantCount - index) / merchantCount) * 24 * 60);
    const [destinationBankCode, destinationBankName] = banks[index % banks.length] ?? banks[0];
    const isStuck = destinationBankCode === '000014' && minutesAgo <= troubleFromMinutesAgo;
    const stuck = isStuck ? underWay : index % 41 === 7 ? { status: 'failed' } : {};
    const amount = `${1_000 + index * 25}.00`;
    const overrides = {
      id: 30_000 + index,
      amount,
      destinationBankCode,
      destinationBankName,
      ...stuck,
    };
    return transaction(`SHOP-${5_000_001 + index}`, 'Of a merchant', overrides, minutesAgo);
  },
);

/**
 * As a merchant exports it: some rows are of no payment, one is there twice, and one the service
 * does not know.
 */
export const merchantFile = {
  name: 'complaints.csv',
  content: [
    'Order,Paid at,Payment reference,Customer',
    ...ofMerchant.map(
      ({ key }, index) =>
        `${9_000 + index},"10:${10 + (index % 50)}",${key},"Customer, no. ${index}"`,
    ),
    '9300,,,Cash on delivery',
    `9301,,${ofMerchant[0]?.key},"Customer, no. 0"`,
    '9302,,SHOP-5999999,Unknown',
    '9303,,,Cash on delivery',
  ].join('\r\n'),
};
