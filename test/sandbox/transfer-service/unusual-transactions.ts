import { LosslessNumber } from 'lossless-json';
import { found } from './answers.ts';
import { type SampleAnswer, transaction, transactionRecord } from './transaction-record.ts';

const longName = `Adébísí ${'Olúwaṣeun '.repeat(19)}Ọ̀ṣọ́`.slice(0, 200);

const someoneElse: SampleAnswer = {
  key: 'GARO-7m2e9z4',
  title: 'Another reference comes back',
  answer: (exchange) => {
    found(transactionRecord({ reference: 'GARO-7m2e9z5', startedAtMs: exchange.startedAtMs }))(exchange);
  },
};

/** Records that are still found, but hard to show: nulls, other scripts, mark-up, digits, holes and wrong types. */
export const unusualTransactions: readonly SampleAnswer[] = [
  transaction('GARO-9n0l2b3', 'Nulls and empty strings', {
    id: 19170,
    charge: '0.00',
    description: '',
    destinationBankCode: null,
    sourceAccountNumber: '',
    sourceAccountName: '',
    sourceBankCode: '',
    sourceBankName: '',
    sessionId: null,
    details: null,
    completedAt: null,
    updatedAt: null,
  }),
  transaction('GARO-3e8d5x6', 'Every optional field set', {
    id: 19171,
    accountId: 'acc_55120',
    stampDuty: '50.00',
    utilityType: 'electricity',
    details: { meter: '04123456789', token: '1111-2222-3333-4444-5555', units: 41.7, tariff: { band: 'A' } },
  }),
  transaction('GARO-1y6r4b8', 'Yoruba names', {
    id: 19172,
    destinationAccountName: 'Ọláòlúwa Adéṣọlá Ògúnbánwò',
    description: 'Owó ilé ẹ̀kọ́ fún ọmọ mi',
  }),
  transaction('GARO-8a2r7c4', 'Arabic names', {
    id: 19173,
    destinationAccountName: 'فاطمة الزهراء بللو',
    description: 'إيجار شهر نوفمبر 2024',
  }),
  transaction('GARO-5z9h3q1', 'Chinese names and emoji', {
    id: 19174,
    destinationAccountName: '王小明贸易有限公司',
    description: '货款 🎉 第三期 👩🏾‍💻',
  }),
  transaction('GARO-7l0n6g2', 'Name of 200 characters', {
    id: 19175,
    destinationAccountName: longName,
    description: 'A narration that goes on and on. '.repeat(60),
  }),
  transaction('GARO-6h4s1l9', 'Hostile narration', {
    id: 19176,
    description: '<!channel> *free* <https://evil.example|money>',
    destinationAccountName: '*Bold* _Ita_ ~Str~ `code` <@U0AMARA00> & Sons',
    sourceAccountName: '```\n> quoted\n<!here|here>\n```',
    destinationBankName: '<b>Bank</b> &lt;!everyone&gt;',
    status: 'success*ful*',
  }),
  transaction('GARO-2b8g5a3', 'Huge amount and ids', {
    id: 9007199254740993n,
    userId: 12345698690885579n,
    amount: '98765432109876543.21',
    netAmount: new LosslessNumber('98765432109876553.21'),
  }),
  transaction('GARO-0m5s8f1', 'Fields missing', {
    id: undefined,
    charge: undefined,
    netAmount: undefined,
    sourceAccountNumber: undefined,
    sourceAccountName: undefined,
    sourceBankCode: undefined,
    sourceBankName: undefined,
    sessionId: undefined,
    details: undefined,
    completedAt: undefined,
    type: undefined,
  }),
  transaction('GARO-4w1t7y6', 'Fields of other types', {
    id: '19178',
    amount: 25000,
    charge: { value: '10.00' },
    netAmount: '25010.00',
    destinationAccountNumber: 123456789,
    status: 3,
    reversedFlag: false,
    details: ['a', 'b'],
    createdAt: '2024-09-26T15:33:11Z',
    completedAt: 'yesterday',
  }),
  someoneElse,
];
