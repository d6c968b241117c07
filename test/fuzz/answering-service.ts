import { startServer, type TestServer } from '../support/http-server.ts';
import { numberIn } from './stamp.ts';
import type { UpstreamAnswer } from './upstream-answers.ts';

export interface Answers {
  /** To what the input with this number asks. */
  answerTo(index: number): UpstreamAnswer;
  bankList(): string;
}

/**
 * A transfer service that says whatever it is given to say; what bears no number gets any of it.
 * @param onRequest told of every request
 */
export async function startAnsweringService(
  { answerTo, bankList }: Answers,
  onRequest: () => void,
): Promise<TestServer> {
  let count = 0;
  const service = await startServer(({ url = '' }, response) => {
    onRequest();
    service.requests.length = 0; // nobody reads them, and there are many
    if (url.endsWith('/v1/transfer/banks')) return response.end(bankList());
    count += 1;
    const asked = decodeURIComponent(url.split(/reference\/|transactionId=/).at(-1) ?? '');
    const { status, headers, body } = answerTo((numberIn(asked) ?? count) + 307 * placeIn(asked));
    response.writeHead(status, headers).end(body.replaceAll('REFERENCE', JSON.stringify(asked).slice(1, -1)));
  });
  return service;
}

/** Of one among many: each gets an answer of its own. */
function placeIn(asked: string): number {
  return Number(/-(\d{1,2})$/.exec(asked)?.[1] ?? 0);
}
