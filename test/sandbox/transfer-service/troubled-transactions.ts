import { byTurns, drip, found, json, never, redirect, refused, slowly, text } from './answers.ts';
import { type SampleAnswer, transactionRecord } from './transaction-record.ts';

/** A reference that is found after some trouble, or never. */
const afterTrouble = (
  reference: string,
  title: string,
  trouble: (answer: SampleAnswer['answer']) => SampleAnswer['answer'],
) => ({
  key: reference,
  title,
  answer: trouble((exchange) => {
    found(transactionRecord({ reference, startedAtMs: exchange.startedAtMs }))(exchange);
  }),
});

const busy = refused(503, 'Service temporarily unavailable');

/** The ways in which the service does not answer the question. */
export const troubledTransactions: readonly SampleAnswer[] = [
  { key: 'GARO-0a0a0a0', title: 'Not found', answer: refused(404, 'Transaction not found') },
  { key: 'GARO-4t0k3n1', title: 'Token refused', answer: refused(401, 'Unauthenticated.') },
  {
    key: 'GARO-2r0j3c1',
    title: 'Rejected, with status 200',
    answer: refused(200, 'Reference is not valid for this account'),
  },
  {
    key: 'GARO-4r0j3c2',
    title: 'Rejected, with status 400',
    answer: refused(400, 'Reference must be <alphanumeric> & *short*'),
  },
  { key: 'GARO-4r0j3c3', title: 'Rejected, with status 422', answer: refused(422, '') },
  afterTrouble('GARO-3s1o0w1', 'Slow answer', slowly),
  { key: 'GARO-9h4n9u1', title: 'No answer, ever', answer: never },
  {
    key: 'GARO-1d2i1p1',
    title: 'A byte a second',
    answer: drip('{"success":true,"message":"","data":{"status":"successful"}}'),
  },
  {
    key: 'GARO-2h7m1l1',
    title: 'HTML instead of JSON',
    answer: text('<!doctype html><title>Welcome</title><h1>Gateway</h1>', { contentType: 'text/html; charset=utf-8' }),
  },
  {
    key: 'GARO-7r9n5c1',
    title: 'JSON cut short',
    answer: text('{"success":true,"message":"","data":{"id":19253,"amo'),
  },
  { key: 'GARO-3m9t1y1', title: 'Empty body', answer: text('') },
  { key: 'GARO-1l1s7d1', title: 'A list instead of a record', answer: found([{ reference: 'GARO-1l1s7d1' }]) },
  { key: 'GARO-5e0r0r1', title: 'Server error 500', answer: json({ error: 'Internal Server Error' }, 500) },
  afterTrouble('GARO-5o3n0c1', 'Busy once, then found', (answer) => byTurns(busy, answer)),
  afterTrouble('GARO-4w9a1t1', 'Asked to wait a second, then found', (answer) =>
    byTurns(refused(429, 'Too many requests', { 'retry-after': '1' }), answer),
  ),
  {
    key: 'GARO-4w9a6t0',
    title: 'Asked to wait a minute',
    answer: refused(429, 'Too many requests', { 'retry-after': '60' }),
  },
  { key: 'GARO-3o2d1r1', title: 'Redirect to another host', answer: redirect('/elsewhere') },
];
