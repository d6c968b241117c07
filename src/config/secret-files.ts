import { IrregularFileError, readSecretFile } from '../regular-file.ts';
import { secretNames } from './secret-names.ts';

/**
 * Sets NAME to the content of the file at `NAME_FILE`.
 * @returns the problems, one per entry
 */
export function readSecretFiles(given: Map<string, string>): string[] {
  return secretNames.flatMap((name) => readSecret(name, given) ?? []);
}

function readSecret(name: string, given: Map<string, string>): string | undefined {
  const file = given.get(`${name}_FILE`);
  if (file === undefined) return undefined;
  if (given.has(name)) return `${name}_FILE and ${name} are both set: give one of them`;
  try {
    const text = readSecretFile(file);
    if (text === '') return `${name}_FILE is empty`;
    given.set(name, text);
    return undefined;
  } catch (error) {
    const isIrregular = error instanceof IrregularFileError;
    return `${name}_FILE ${isIrregular ? 'must name a regular file of at most 64 kB' : 'cannot be read'}`;
  }
}
