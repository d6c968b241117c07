import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { isFromThePage } from './same-origin.ts';

/** A file of somewhat more than a bot reads, as base64. */
const maxBodyBytes = 2 * 1024 * 1024;

/** An answer other than 200, with a sentence for the person at the page. */
export class RefusedPost extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // What is too long is still read to its end: who is cut off in the middle hears no reason.
    if (bytes <= maxBodyBytes) {
      chunks.push(chunk);
    }
  }
  if (bytes > maxBodyBytes) {
    throw new RefusedPost(413, 'That is too long.');
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RefusedPost(400, 'That is not JSON.');
  }
}

async function answerOrThrow<Body>(
  request: IncomingMessage,
  schema: z.ZodType<Body>,
  answer: (body: Body) => Promise<unknown>,
): Promise<unknown> {
  if (!isFromThePage(request)) {
    throw new RefusedPost(403, 'Only the page itself may post here.');
  }
  if (!/^application\/json(?:;|$)/.test(request.headers['content-type'] ?? '')) {
    throw new RefusedPost(415, 'Only JSON is taken here.');
  }
  const body = schema.safeParse(await readBody(request));
  if (!body.success) {
    throw new RefusedPost(400, 'That JSON is not what is expected here.');
  }
  return answer(body.data);
}

/** A route that takes JSON from the page alone and answers with JSON: what `answer` returns, or `{ error }`. */
export function createJsonPost<Body>(schema: z.ZodType<Body>, answer: (body: Body) => Promise<unknown>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let status = 200;
    const result = await answerOrThrow(request, schema, answer).catch((error: unknown) => {
      status = error instanceof RefusedPost ? error.status : 502;
      return { error: error instanceof Error ? error.message : String(error) };
    });
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(result));
  };
}
