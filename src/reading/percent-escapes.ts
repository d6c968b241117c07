/** `%3D` and the like with a letter right before or behind: `20%25` may be a percentage. */
const ofAddress = /[a-z]%(?:2[0369CDF]|3[ABDF])|%(?:2[0369CDF]|3[ABDF])[a-z]/i;

/** Whether it is of an address, which logs write without its scheme and host as well: `/cb?ref%3DPAY77`. */
export function isPercentEscaped(chunk: string): boolean {
  return ofAddress.test(chunk);
}

/** What addresses escape, as its plain characters. */
export function openPercentEscapes(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
