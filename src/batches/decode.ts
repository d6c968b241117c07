type Kind = 'workbook' | 'binary';

/** First bytes of files that hold no text, whatever the rest looks like. `.xlsx` and `.numbers` are ZIP files. */
const signatures: readonly [Kind, readonly number[]][] = [
  ['workbook', [0x50, 0x4b, 0x03, 0x04]],
  ['workbook', [0xd0, 0xcf, 0x11, 0xe0]], // `.xls`
  ['binary', [0x89, 0x50, 0x4e, 0x47]], // PNG
  ['binary', [0xff, 0xd8, 0xff]], // JPEG
  ['binary', [0x47, 0x49, 0x46, 0x38]], // GIF
  ['binary', [0x25, 0x50, 0x44, 0x46]], // PDF
  ['binary', [0x1f, 0x8b]], // gzip
  ['binary', [0x52, 0x61, 0x72, 0x21]], // RAR
  ['binary', [0x37, 0x7a, 0xbc, 0xaf]], // 7z
];

/** A text may have these shares of stray control characters; of compressed data, which is no UTF-8, they are an eighth. */
const straysMax = { 'utf-8': 0.3, 'windows-1252': 0.08 };

/** The text of a file in UTF-8, UTF-16 or Windows-1252; blanks stand for its control characters. */
export function decode(bytes: Uint8Array): { text: string } | Kind {
  const signature = signatures.find(([, marks]) => marks.every((mark, at) => bytes[at] === mark));
  if (signature) return signature[0];
  const wide = wideEncodingOf(bytes);
  const narrow = wide === undefined ? bytes.slice() : new TextEncoder().encode(new TextDecoder(wide).decode(bytes));
  const encoding = isUtf8(narrow) ? 'utf-8' : 'windows-1252'; // older versions of Windows save texts in it
  const strays = blankControls(narrow);
  if (strays > 2 && strays > narrow.length * straysMax[encoding]) return 'binary';
  return { text: new TextDecoder(encoding).decode(narrow) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const [blank, esc, del] = [0x20, 0x1b, 0x7f];

/** @returns how many there were, without padding at the end, and without Escape, which colours the lines of logs */
function blankControls(bytes: Uint8Array): number {
  let [count, countInText] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? blank;
    if ((byte >= blank && byte !== del) || (byte >= 0x09 && byte <= 0x0d)) {
      countInText = count;
      continue;
    }
    bytes[at] = blank;
    if (byte !== esc) count += 1;
  }
  return countInText;
}

/** UTF-16 has a mark, or zeros at every other byte of a Latin text. */
function wideEncodingOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [even, odd] = zeroShares(bytes);
  if (odd > 0.4 && even < 0.05) return 'utf-16le';
  return even > 0.4 && odd < 0.05 ? 'utf-16be' : undefined;
}

/** Shares of zeros among bytes at even and at odd places. */
function zeroShares(bytes: Uint8Array): [even: number, odd: number] {
  const counts: [number, number] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) counts[at % 2 === 0 ? 0 : 1] += 1;
  return [(counts[0] * 2) / bytes.length, (counts[1] * 2) / bytes.length];
}
