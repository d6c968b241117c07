import { found, json, never, refused, slowly, text } from './answers.ts';
import { type SampleAnswer, transactionRecord } from './transaction-record.ts';

const bigId = '12345698690885579';

/** The interface does not show a requery's answer: here are several that it could be. Keys are transaction ids. */
export const requeries: readonly SampleAnswer[] = [
  {
    key: bigId,
    title: 'Requery a transfer',
    // As text, so that the id stands in the body as a number of more digits than a double has.
    answer: text(
      `{"success":true,"message":"Transfer status retrieved","data":{"transactionId":${bigId},"status":"SUCCESSFUL","amount":"25000.00","sessionId":"100004240926153311119822107551"}}`,
    ),
  },
  {
    key: '19253',
    title: 'Outside any envelope',
    answer: json({
      transactionId: '19253',
      transactionStatus: 'SUCCESSFUL',
      feedbackDescription: 'Approved or completed successfully',
      channelCode: 2,
      nameEnquiryRef: null,
    }),
  },
  {
    key: '19261',
    title: 'Disagrees with a pending record',
    answer: found({ transactionId: 19261, status: 'SUCCESSFUL', responseCode: '00', amount: '1250000.00' }),
  },
  {
    key: '19247',
    title: 'Response codes',
    answer: found({ responseCode: '51', responseMessage: 'No sufficient funds', status: 'FAILED', retries: 2 }),
  },
  { key: '19260', title: 'A code and no status', answer: found({ responseCode: '09', sessionID: '000023240926' }) },
  {
    key: '19254',
    title: 'A list',
    answer: json([
      { attempt: 1, status: 'TIMEOUT', at: 1727364791000 },
      { attempt: 2, status: 'SUCCESSFUL', at: 1727364853000 },
    ]),
  },
  {
    key: '19198',
    title: 'Nested',
    answer: found({
      result: {
        transfer: { id: 19198, state: { status: 'REVERSED', reason: { code: 'R01', text: 'Wrong account' } } },
        parties: { from: { name: 'Garo Enterprise', bank: '000023' }, to: { name: 'Tunde Bakare', bank: '000004' } },
      },
      history: Array.from({ length: 60 }, (_, index) => ({ step: index + 1, note: `Step ${index + 1} of the switch` })),
    }),
  },
  {
    key: '19230',
    title: 'Looks like a transaction',
    answer: (exchange) => {
      const { startedAtMs } = exchange;
      found(transactionRecord({ reference: 'GARO-4u7k1y9', startedAtMs, overrides: { id: 19230 } }))(exchange);
    },
  },
  {
    key: '19172',
    title: 'No success, but with data',
    answer: json({
      success: false,
      message: 'Beneficiary bank not available',
      data: { status: 'PENDING', code: '91' },
    }),
  },
  {
    key: '19176',
    title: 'Hostile text',
    answer: found({
      status: '<!channel> *paid*',
      'narration`<b>': '<https://evil.example|money>',
      empty: '',
      nothing: null,
    }),
  },
  { key: '19999', title: 'Slow answer', answer: slowly(found({ transactionId: '19999', status: 'SUCCESSFUL' })) },
  { key: '40400', title: 'Not found', answer: refused(404, 'Transfer not found') },
  { key: '40100', title: 'Token refused', answer: refused(401, 'Unauthenticated.') },
  { key: '42200', title: 'Rejected', answer: refused(422, 'transactionId is not valid') },
  { key: '50000', title: 'Server error 500', answer: json({ error: 'Internal Server Error' }, 500) },
  { key: '90000', title: 'No answer, ever', answer: never },
];
