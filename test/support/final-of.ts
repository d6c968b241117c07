/** Without the lines that say to wait, which a busy machine may make more of. */
export function finalOf<T extends { text: string }>(messages: readonly T[]): T[] {
  return messages.filter(({ text }) => !text.startsWith('Still waiting'));
}
