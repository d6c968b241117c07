import { found, json, never, refused, slowly, text } from './answers.ts';
import { record, type SampleAnswer, samplesOf } from './transaction-record.ts';

const bigId = '12345698690885579';

/** As text, so that the id stands in the body as a number of more digits than a double has. */
const withBigId = text(
  `{"success":true,"message":"Transfer status retrieved","data":{"transactionId":${bigId},"status":"SUCCESSFUL","amount":"25000.00","sessionId":"100004240926153311119822107551"}}`,
);
const bare = json({
  transactionId: '19253',
  transactionStatus: 'SUCCESSFUL',
  feedbackDescription: 'Approved or completed successfully',
  channelCode: 2,
  nameEnquiryRef: null,
});
const disagreeing = found({
  transactionId: 19261,
  status: 'SUCCESSFUL',
  responseCode: '00',
  amount: '1250000.00',
});
const codes = found({
  responseCode: '51',
  responseMessage: 'No sufficient funds',
  status: 'FAILED',
  retries: 2,
});
const list = json([
  { attempt: 1, status: 'TIMEOUT', at: 1727364791000 },
  { attempt: 2, status: 'SUCCESSFUL', at: 1727364853000 },
]);
const nested = found({
  result: {
    transfer: {
      id: 19198,
      state: { status: 'REVERSED', reason: { code: 'R01', text: 'Wrong account' } },
    },
    parties: {
      from: { name: 'Garo Enterprise', bank: '000023' },
      to: { name: 'Tunde Bakare', bank: '000004' },
    },
  },
  history: Array.from({ length: 60 }, (_, index) => ({
    step: index + 1,
    note: `Step ${index + 1} of the switch`,
  })),
});
const unsuccessful = json({
  success: false,
  message: 'Beneficiary bank not available',
  data: { status: 'PENDING', code: '91' },
});
const hostile = found({
  status: '<!channel> *paid*',
  'narration`<b>': '<https://evil.example|money>',
  empty: '',
  nothing: null,
});

/**
 * The interface does not show a requery's answer: here are several that it could be. Keys are
 * transaction ids.
 */
export const requeries: readonly SampleAnswer[] = samplesOf([
  [bigId, 'Requery a transfer', withBigId],
  ['19253', 'Outside any envelope', bare],
  ['19261', 'Disagrees with a pending record', disagreeing],
  ['19247', 'Response codes', codes],
  ['19260', 'A code and no status', found({ responseCode: '09', sessionID: '000023240926' })],
  ['19254', 'A list', list],
  ['19198', 'Nested', nested],
  ['19230', 'Looks like a transaction', record('GARO-4u7k1y9', { id: 19230 })],
  ['19172', 'No success, but with data', unsuccessful],
  ['19176', 'Hostile text', hostile],
  ['19999', 'Slow answer', slowly(found({ transactionId: '19999', status: 'SUCCESSFUL' }))],
  ['40400', 'Not found', refused(404, 'Transfer not found')],
  ['40100', 'Token refused', refused(401, 'Unauthenticated.')],
  ['42200', 'Rejected', refused(422, 'transactionId is not valid')],
  ['50000', 'Server error 500', json({ error: 'Internal Server Error' }, 500)],
  ['90000', 'No answer, ever', never],
]);
