import type { RequestListener } from 'node:http';
import { transactionBody } from '../fixtures/transaction.ts';

/** A transfer service that knows every reference, and takes so long for each. */
export function anyTransaction(delayMs = 0): RequestListener {
  return ({ url = '' }, response) => {
    const reference = decodeURIComponent(url.split('/').at(-1) ?? '');
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(transactionBody({ reference }));
    }, delayMs);
  };
}
