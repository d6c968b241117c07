import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.ts';

/**
 * Pings, links, formats or hides wherever it is not escaped. The checks recognise it: the bot's own
 * words have no `zq`.
 */
const hostile = [
  '<!channel|zq>',
  '<!here> zq',
  '<!subteam^S0FUZZ|zq>',
  '<@U0FUZZ|zq>',
  '<#C0FUZZ|zq>',
  '<!date^1^{date} zq|zq>',
  ...[
    '<https://evil.example|zq>',
    '<mailto:zq@evil.example|zq>',
    '<tel:+2348012345678|zq>',
    'https://evil.example/zq',
  ],
  '<',
  '&',
  '&lt;!channel|zq&gt;',
  '*zq*',
  '_zq_',
  '~zq~',
  '`zq`',
  '` _zq_ `',
  '```zq```',
  ':zq:',
  '> zq',
  '\n> _zq_',
  '=HYPERLINK("zq")',
  '\u202ezq\u202c',
  '\u0000zq\u001b[31m',
  '\ud800',
  '%s zq',
  '__proto__',
  'null',
  'e\u0301\u0301\u0301\u0301'.repeat(20),
  '👩‍👩‍👧‍👦🇳🇬',
];
const plain = fc.constantFrom(
  ' ',
  '\n',
  '\u00a0',
  'Rent for November',
  'Jane Doe',
  'successful',
  'GARO',
  '0123456789',
);
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  { weight: 2, arbitrary: plain },
  anyCharacter,
);
/** A few words of a stranger's. */
export const outsideText = fc.string({ unit: word, minLength: 1, maxLength: 7 });
/** Mostly a few words, now and then far more than any limit. */
export const anyText = fc.oneof(
  { weight: 15, arbitrary: outsideText },
  fc
    .tuple(outsideText, fc.constantFrom(2, 10, 100, 1_000))
    .map(([text, times]) => text.repeat(times)),
);

export const anyJson = fc.anything({
  key: fc.oneof(
    fc.constantFrom('status', 'message', 'data', 'id', 'transactionId', 'code', 'type', 'text'),
    outsideText,
  ),
  values: [
    anyText,
    anyText,
    fc.constantFrom(null, true, 0, -1, 1.5, 1e21, ''),
    fc.maxSafeInteger(),
  ],
});
export const jsonText = anyJson.map((value) => JSON.stringify(value));
/** Deep enough to overflow a stack. */
export const deepJson = fc
  .constantFrom(20, 300, 3_000, 40_000)
  .map((depth) => `${'{"status":'.repeat(depth)}"zq"${'}'.repeat(depth)}`);

/**
 * Whether outside text in this part of a message or a view is mark-up to Slack. The stand-in sees
 * what is no mark-up of Slack's; `*` alone does not tell: the bot's own emphasis may stand around a
 * stranger's word.
 */
export function isMisread({ type, text }: Record<string, unknown>, path: string): boolean {
  if (typeof text !== 'string' || (type !== 'mrkdwn' && path !== '')) return false;
  const withoutCode = path === '' ? '' : text.replace(/```[^`]*```|`[^`\n]*`/g, '');
  return (
    /<[^<>]*zq|&(?!(?:amp|lt|gt);)/.test(text) || /[_~:]zq[_~:]|:\/\/|^&gt;|zq@/m.test(withoutCode)
  );
}
