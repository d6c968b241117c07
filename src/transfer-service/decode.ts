import { promisify, TextDecoder } from 'node:util';
import zlib from 'node:zlib';
import { errorCode } from '../errors.ts';

type Decompress = (
  bytes: Uint8Array,
  bounds: { maxOutputLength: number },
  done: (error: Error | null, plain: Uint8Array) => void,
) => void;

/** Node has `zstdDecompress` from 22.15 on. */
const methods: {
  brotliDecompress: Decompress;
  gunzip: Decompress;
  inflate: Decompress;
  inflateRaw: Decompress;
  zstdDecompress?: Decompress;
} = zlib;

/** Some servers send deflate without the zlib header that RFC 9110, section 8.4.1.2, asks for. */
const deflate: Decompress = (bytes, bounds, done) => {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8;
  (hasHeader ? methods.inflate : methods.inflateRaw)(bytes, bounds, done);
};

const codings: Readonly<Record<string, Decompress | undefined>> = {
  br: methods.brotliDecompress,
  deflate,
  gzip: methods.gunzip,
  'x-gzip': methods.gunzip,
  zstd: methods.zstdDecompress,
};

/** More codings than any gateway stacks; each costs another pass over the whole body. */
const codingsMax = 4;

/** A response's body as text. */
interface Decoded {
  text: string;
  /** The `Content-Encoding` or the charset that could not be undone; the text may be unreadable. */
  undecodable: string | undefined;
}

/**
 * Decodes a body as its headers label it. Although the bot asks for no compression, some gateways
 * compress. A body that does not match its label stays as it came: others decompress a body, and
 * leave the label.
 * @param maxBytes the limit of the decompressed body
 * @throws Error with the code `ERR_BUFFER_TOO_LARGE`
 */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string,
  contentType: string,
  maxBytes: number,
): Promise<Decoded> {
  const applied = contentEncoding
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  const toUndo = applied.toReversed(); // the last one applied is the first to undo
  let bytes = body;
  let undecodable = toUndo.length > codingsMax ? 'too many' : undefined;

  for (const label of toUndo.slice(0, codingsMax)) {
    const decompress = Object.hasOwn(codings, label) ? codings[label] : undefined;
    try {
      if (decompress) bytes = await promisify(decompress)(bytes, { maxOutputLength: maxBytes });
      else undecodable ??= label;
    } catch (error) {
      if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw error;
      undecodable ??= label;
    }
  }

  const charset = /;\s*charset\s*=\s*"?([\w:.+-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const decoder = createDecoder(bytes, charset);

  return {
    text: (decoder ?? new TextDecoder()).decode(bytes),
    undecodable: decoder ? undecodable : (undecodable ?? charset),
  };
}

/**
 * JSON begins with an ASCII character, so its first two bytes show whether it is UTF-16, whatever
 * the label says. @returns `undefined` for a charset that Node does not know
 */
function createDecoder(bytes: Uint8Array, charset: string): TextDecoder | undefined {
  const [first = 1, second = 1] = bytes;
  if (first === 0 || first === 0xfe) return new TextDecoder('utf-16be');
  if (second === 0 || first === 0xff) return new TextDecoder('utf-16le');

  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding.startsWith('utf-16') ? new TextDecoder() : decoder;
  } catch {
    return undefined;
  }
}
