/** What addresses escape, as its plain characters. */
export function openPercentEscapes(text: string): string {
  return text.replace(/%([2-7][\da-f])/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
