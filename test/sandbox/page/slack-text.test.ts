import { expect, test } from 'vitest';
import { toSlackText } from './slack-text.ts';

test.each([
  ['@txnbot txn GARO-1', '<@U0TXNBOT0> txn GARO-1'],
  ['ask @Amara, @bisi and @nobody', 'ask <@U0AMARA00>, <@U0BISI000> and @nobody'],
  ['a@txnbot.example <@U0AMARA00>', 'a@txnbot.example &lt;@U0AMARA00&gt;'],
  ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
  ['see https://a.example/?x=1&y=2 now', 'see <https://a.example/?x=1&amp;y=2> now'],
  ['<!channel>', '&lt;!channel&gt;'],
])('%j is handed over as %j', (typed, text) => {
  expect(toSlackText(typed)).toBe(text);
});
