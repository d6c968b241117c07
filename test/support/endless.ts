import type { RequestListener } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

/** Answers with a body that ends only when its reader hangs up. */
export function endless(headers: Record<string, string>): RequestListener {
  return (_request, response) => {
    response.writeHead(200, headers);
    const zeros = Readable.from(repeat(Buffer.alloc(65_536)));
    const hungUp = () => {};
    if (headers['content-encoding'] === 'gzip') pipeline(zeros, createGzip(), response, hungUp);
    else pipeline(zeros, response, hungUp);
  };
}

function* repeat<T>(each: T): Generator<T> {
  for (;;) yield each;
}
