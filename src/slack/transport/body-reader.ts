import type { IncomingMessage } from 'node:http';
import { type BufferedIncomingMessage, HTTPModuleFunctions } from '@slack/bolt';
import { createBag } from '../../bag.ts';

/**
 * Bytes of one body, which is read before its signature can be checked. The message shortcut brings the longest: an
 * app's message of 40,000 characters, as text and again as blocks, each character with up to 16 bytes
 * (`%5Cud83d%5Cude00`). That is 1.28 MB; the rest is for attachments and the envelope.
 */
export const bodyMax = 1.5 * 1024 * 1024;
/** Bytes of all bodies that are being read, signed or not. */
const readingMax = 16 * 1024 * 1024;

interface Reading {
  request: IncomingMessage;
  /** The lower it is, the earlier the reading began. */
  number: number;
  end: () => void;
}

/** @throws Error when the body is too long, or its connection has ended */
export type ReadBody = (request: IncomingMessage) => Promise<BufferedIncomingMessage>;

/**
 * Reads bodies before their signature is checked, and limits the memory that all of them take together. Slack's bodies
 * arrive within moments, so when too much is being read, the oldest connection is closed.
 * @param onGivenWay called for each connection that was closed
 */
export function createBodyReader(onGivenWay: () => void): ReadBody {
  const reading = createBag<Reading>();
  let readingBytes = 0;
  let begun = 0;

  const makeRoom = () => {
    while (readingBytes > readingMax) {
      const oldest = reading.all.reduce((one, other) => (one.number < other.number ? one : other));
      oldest.end();
      onGivenWay();
      oldest.request.destroy();
    }
  };
  return async (request) => {
    let bytes = 0;
    let isReading = true;
    const end = () => {
      if (!isReading) return;
      isReading = false;
      readingBytes -= bytes;
      remove();
    };
    begun += 1;
    const remove = reading.add({ request, number: begun, end });
    request.on('data', (chunk: Buffer) => {
      if (!isReading) return;
      bytes += chunk.length;
      readingBytes += chunk.length;
      makeRoom();
    });
    try {
      return await HTTPModuleFunctions.bufferIncomingMessage(request, bodyMax);
    } finally {
      end();
    }
  };
}
