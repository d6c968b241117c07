import type { IncomingMessage } from 'node:http';
import { type BufferedIncomingMessage, HTTPModuleFunctions } from '@slack/bolt';

/** Bytes of one body: it is read before its signature can be checked. */
export const bodyMax = 256 * 1024;
/** Bytes of all bodies that are being read. */
const readingMax = 16 * 1024 * 1024;

/** @throws Error when the body is too long, or its connection has ended */
export type ReadBody = (request: IncomingMessage) => Promise<BufferedIncomingMessage>;

/**
 * Reads bodies before their signature is checked, and limits the memory that all of them take together. Slack's bodies
 * arrive within moments, so when too much is being read, the oldest connection is closed.
 * @param onGivenWay called for each connection that was closed
 */
export function createBodyReader(onGivenWay: () => void): ReadBody {
  /** Oldest first, with the bytes read so far. */
  const reading = new Map<IncomingMessage, number>();
  let readingBytes = 0;

  const makeRoom = () => {
    for (const [request, bytes] of reading) {
      if (readingBytes <= readingMax) return;
      reading.delete(request);
      readingBytes -= bytes;
      onGivenWay();
      request.destroy();
    }
  };
  return async (request) => {
    reading.set(request, 0);
    request.on('data', (chunk: Buffer) => {
      const bytes = reading.get(request);
      if (bytes === undefined) return;
      reading.set(request, bytes + chunk.length);
      readingBytes += chunk.length;
      makeRoom();
    });
    try {
      return await HTTPModuleFunctions.bufferIncomingMessage(request, bodyMax);
    } finally {
      readingBytes -= reading.get(request) ?? 0;
      reading.delete(request);
    }
  };
}
