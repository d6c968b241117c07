/**
 * Matches a token within JSON, where any character may be escaped: some writers escape a slash, others all but
 * letters. The expression is made once for each new token, as making it takes longer than reading an answer with it.
 * It is for `replace` alone: `test` and `exec` would keep their place in it.
 */
export function createQuotedToken(): (token: string) => RegExp {
  let known: { token: string; expression: RegExp } | undefined;
  return (token) => {
    if (known?.token !== token) known = { token, expression: asQuoted(token) };
    return known.expression;
  };
}

function asQuoted(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex})`;
  });
  return new RegExp(characters.join(''), 'gi');
}
