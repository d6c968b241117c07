import { readFileSync } from 'node:fs';

/** Each may be given as it is, or in a file of its own (`NAME_FILE`); files are how secrets are mounted. */
const secretNames = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'TRANSFER_API_TOKEN',
  'AUDIT_HASH_KEY',
] as const;

/**
 * Puts what stands in `NAME_FILE` where NAME would be.
 * @returns what is wrong, a line a problem
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
