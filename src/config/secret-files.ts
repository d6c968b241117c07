import { readFileSync } from 'node:fs';
import { secretNames } from './secret-names.ts';

/**
 * Sets NAME to the content of the file at `NAME_FILE`.
 * @returns the problems, one per entry
 */
export function readSecretFiles(given: Map<string, string>): string[] {
  return secretNames.flatMap((name) => readSecretFile(name, given) ?? []);
}

function readSecretFile(name: string, given: Map<string, string>): string | undefined {
  const file = given.get(`${name}_FILE`);
  if (file === undefined) return undefined;
  if (given.has(name)) return `${name}_FILE and ${name} are both set: give one of them`;
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') return `${name}_FILE is empty`;
    given.set(name, text);
    return undefined;
  } catch {
    return `${name}_FILE cannot be read`;
  }
}
