import { getHeapSnapshot } from 'node:v8';

/**
 * Which of some texts can be reached in this process's memory, as a heap snapshot shows it.
 * @param encoded the texts in base64, so that the test itself does not hold them
 */
export async function textsInHeap(encoded: readonly string[]): Promise<string[]> {
  const snapshot = getHeapSnapshot();
  const found = new Set<string>();
  let end = '';
  for await (const chunk of snapshot) {
    const text = end + String(chunk);
    for (const each of encoded) if (text.includes(decodeBase64(each))) found.add(each);
    end = text.slice(-100);
  }
  return encoded.filter((each) => found.has(each));
}

export function decodeBase64(encoded: string): string {
  return Buffer.from(encoded, 'base64').toString();
}
