import fc from 'fast-check';
import { walk } from 'slack-sandbox/slack/block-kit/walk.ts';

/**
 * Pings, links, formats or hides wherever it is not escaped. The checks recognise it: the bot's own words have no `zq`.
 */
const hostile = [
  ...['<!channel|zq>', '<!here> zq', '<!subteam^S0FUZZ|zq>', '<@U0FUZZ|zq>', '<#C0FUZZ|zq>', '<!date^1^{date} zq|zq>'],
  ...['<https://evil.example|zq>', '<mailto:zq@evil.example|zq>', '<tel:+2348012345678|zq>', 'https://evil.example/zq'],
  ...['<', '&', '&lt;!channel|zq&gt;', '*zq*', '_zq_', '~zq~', '`zq`', '` _zq_ `', '```zq```', ':zq:', '> zq'],
  ...['\n> _zq_', '=HYPERLINK("zq")', '\u202ezq\u202c', '\u0000zq\u001b[31m', '\ud800', '%s zq', '__proto__', 'null'],
  ...['e\u0301\u0301\u0301\u0301'.repeat(20), '👩‍👩‍👧‍👦🇳🇬'],
];
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostile) },
  fc.constantFrom('Rent for November', 'Jane Doe', 'successful', 'GARO', '0123456789', 'bank'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
/** A few words of a stranger's. */
export const outsideText = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '', '\n', '\u00a0'))
  .map(([words, blank]) => words.join(blank));
/** Mostly a few words, now and then far more than any limit. */
export const anyText = fc.oneof(
  { weight: 15, arbitrary: outsideText },
  fc.tuple(outsideText, fc.constantFrom(2, 10, 100, 1_000)).map(([text, times]) => text.repeat(times)),
);

export const anyJson = fc.anything({
  key: fc.oneof(
    fc.constantFrom('status', 'message', 'data', 'id', 'transactionId', 'code', 'type', 'text'),
    outsideText.filter((text) => text !== '__proto__'),
  ),
  values: [anyText, anyText, fc.constantFrom(null, true, 0, -1, 1.5, 1e21, ''), fc.maxSafeInteger()],
  maxKeys: 5,
  depthSize: 'small',
});

/** JSON deep enough to overflow a stack. */
export const deepJson = fc
  .constantFrom(20, 300, 3_000, 40_000)
  .map((depth) => `${'{"status":'.repeat(depth)}"zq"${'}'.repeat(depth)}`);

const marked = /<[^<>]*zq|&(?!(?:amp|lt|gt);)/;
// `*` alone does not tell: the bot's own emphasis may stand around a stranger's word.
const formatted = /[_~:]zq[_~:]|:\/\/|^&gt;|zq@/m;

/** Outside text of a message or a view that Slack would read as mark-up. The stand-in sees what is no mark-up of Slack's. */
export function misread(payload: unknown): string[] {
  const wrong: string[] = [];
  walk(payload, ({ type, text }, path) => {
    if (typeof text !== 'string' || (type !== 'mrkdwn' && path !== '')) return;
    const isFormatted = path !== '' && formatted.test(text.replace(/```[^`]*```|`[^`\n]*`/g, ''));
    if (marked.test(text) || isFormatted) wrong.push(`outside text is not escaped: ${JSON.stringify(text)}`);
  });
  return wrong;
}
