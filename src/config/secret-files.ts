import { readFileSync } from 'node:fs';

/** Each can be set directly or read from a file (`NAME_FILE`), because secrets are often mounted as files. */
const secretNames = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'SLACK_PROXY_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_PROXY_URL',
  'AUDIT_HASH_KEY',
  'REDIS_URL',
] as const;

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
