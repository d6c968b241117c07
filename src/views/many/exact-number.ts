/** The number that a decimal text is, unless it would lose a digit: zeros that say nothing are not lost. */
export function exactNumber(text: string): number | undefined {
  const [, sign = '', whole, fraction = ''] = /^([+-]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const shortest = `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const number = Number(shortest);
  return String(number) === shortest ? number : undefined;
}
