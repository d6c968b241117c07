import { outside } from './mrkdwn.ts';

const namesMax = 300;

/** `2 fields withheld: bvn, nin`; mrkdwn, `undefined` for none. A name may itself hold somebody's number. */
export function withheldLine(names: readonly string[], what = 'withheld'): string | undefined {
  if (names.length === 0) return undefined;
  const listed = names.map((name) => name.replace(/\d{4,}/g, '…')).join(', ');
  return `${names.length} ${names.length === 1 ? 'field' : 'fields'} ${what}: ${outside(listed, namesMax)}`;
}
