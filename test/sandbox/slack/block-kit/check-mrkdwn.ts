const dateTokens = new Set([
  'date_num',
  'date_slash',
  'date_long',
  'date_long_full',
  'date_long_pretty',
  'date',
  'date_pretty',
  'date_short',
  'date_short_pretty',
  'time',
  'time_secs',
  'ago',
]);

/**
 * What is wrong with the `<…>` tokens of a mrkdwn text. Slack would take such a text all the same, and ping, link or
 * swallow what stands between the brackets: a sign that outside text was not escaped.
 */
export function checkMrkdwn(text: string, mayMention = false): string[] {
  return [...text.matchAll(/<([^<>]*)>|</g)].flatMap(([token, inside]) => {
    const problem = inside === undefined ? 'an unescaped <' : checkToken(inside, mayMention);
    return problem ? [`has ${problem}${inside === undefined ? '' : `: ${token}`}`] : [];
  });
}

function checkToken(inside: string, mayMention: boolean): string | undefined {
  if (mayMention && /^@[UW][A-Z0-9]+$/.test(inside)) return undefined;
  if (/^(@|!(channel|here|everyone|group|subteam)\b)/.test(inside)) return 'a ping';
  if (/^!date\b/.test(inside)) return isDate(inside) ? undefined : 'a malformed date';
  if (/^(https?:\/\/|mailto:|tel:)[^|\s]+(\|[^|]+)?$/.test(inside)) return undefined;
  if (/^#[CG][A-Z0-9]+(\|[^|]*)?$/.test(inside)) return undefined;
  return 'an unescaped <…>';
}

/** `!date^UNIX_SECONDS^FORMAT|FALLBACK`, with a link between format and fallback if there is one. */
function isDate(inside: string): boolean {
  const format = /^!date\^\d+\^([^^|]+)(?:\^https?:\/\/[^|]+)?\|[^|]+$/.exec(inside)?.[1];
  const tokens = [...(format ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  return tokens.length > 0 && tokens.every((name) => dateTokens.has(name));
}
