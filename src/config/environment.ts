import { closestMatch } from 'leven';
import { IrregularFileError, readSecretFile } from './secret.ts';

/** What stands in the environment, before the values are judged. */

export type Env = Readonly<Record<string, string | undefined>>;

/** Names that other programs share; their lower-case form wins, as with curl. */
const sharedNames = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Each can be set directly or read from a file (`NAME_FILE`), because secrets are often mounted as files. */
export const secretNames = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'TRANSFER_API_TOKEN',
  'AUDIT_HASH_KEY',
  'REDIS_URL',
  'HTTPS_PROXY',
  'HTTP_PROXY',
] as const;

/** Settings of earlier versions, and what to do instead. */
const goneSettings: Readonly<Record<string, string>> = {
  SLACK_PROXY_URL: 'set HTTPS_PROXY',
  TRANSFER_API_PROXY_URL: 'set HTTPS_PROXY',
};

const quoted =
  "stands in quotation marks, which count as a part of it: leave them out (Docker's --env-file takes every character)";

/**
 * Blank is unset, but for a restriction: that would admit everybody.
 * @param settings the names of all settings
 */
export function readEnvironment(env: Env, settings: readonly string[]) {
  const names = [...settings, ...secretNames.map((name) => `${name}_FILE`)];
  const variables = new Map<string, string>();
  for (const [name, value] of [
    ...Object.entries(env),
    ...sharedNames.map((shared) => [shared, env[shared.toLowerCase()]] as const),
  ]) {
    const trimmed = value?.trim();
    if (trimmed || (trimmed === '' && name.startsWith('ALLOWED_'))) variables.set(name, trimmed);
  }
  const unread = secretNames.flatMap((name) => readSecret(name, variables) ?? []);
  const inQuotes = names.filter((name) => /^(["']).*\1$/s.test(variables.get(name) ?? ''));
  const strangers = strangersIn(env, names);
  const isSlip = ({ meant }: Stranger) => meant !== undefined && !variables.has(meant);
  const gone = Object.entries(goneSettings).flatMap(([name, todo]) =>
    withFile(name).flatMap((each) => (variables.has(each) ? `${each} is not used any more: ${todo}` : [])),
  );
  return {
    problems: [
      ...inQuotes.map((name) => `${name} ${quoted}`),
      ...unread,
      ...strangers.filter(isSlip).map(({ name, meant }) => `${name} is no setting: did you mean ${meant}?`),
    ],
    /** What is set, secrets of files included. */
    variables,
    /** What begins like a setting and is none. */
    unknown: strangers.flatMap((stranger) => (isSlip(stranger) ? [] : stranger.name)),
    /** A sentence for each setting of an earlier version that is set. */
    gone,
    /** The settings that are set to nothing. */
    empty: names.filter((name) => env[name]?.trim() === '' && !variables.has(name)),
  };
}

/** The variable that a problem is about. */
export function variableOf(problem: string): string {
  return problem.split(/_FILE\b| /, 1).join('');
}

const withFile = (name: string) => [name, `${name}_FILE`];

/** Sets NAME to the content of the file at `NAME_FILE`. @returns the problem, if there is one */
function readSecret(name: string, variables: Map<string, string>): string | undefined {
  const file = variables.get(`${name}_FILE`);
  if (file === undefined) return undefined;
  if (variables.has(name)) return `${name}_FILE and ${name} are both set: give one of them`;
  try {
    const text = readSecretFile(file);
    if (text === '') return `${name}_FILE is empty`;
    variables.set(name, text);
    return undefined;
  } catch (error) {
    const isIrregular = error instanceof IrregularFileError;
    return `${name}_FILE ${isIrregular ? 'must name a regular file of at most 64 kB' : 'cannot be read'}`;
  }
}

interface Stranger {
  name: string;
  /** The setting that is spelt nearly so. */
  meant: string | undefined;
}

/** What is no setting, and begins like one or is spelt nearly as one. */
function strangersIn(env: Env, names: readonly string[]): Stranger[] {
  const known = new Set([...names, ...Object.keys(goneSettings).flatMap(withFile)]);
  const own = names.filter((name) => name.includes('_') && !sharedNames.includes(name));
  const beginningOf = (name: string) => name.slice(0, name.indexOf('_'));
  const beginnings = new Set(own.map(beginningOf));
  const unknown = Object.entries(env).filter(([name, value]) => !known.has(name) && !isOfKubernetes(name, value));
  return unknown.flatMap(([name]) => {
    const meant = closestMatch(name, own, name.startsWith('ALLOWED_') ? {} : { maxDistance: slipMax });
    return meant !== undefined || beginnings.has(beginningOf(name)) ? { name, meant } : [];
  });
}

/** More letters lead to another word. A name that begins as a restriction ends the start anyway: it would open the bot. */
const slipMax = 2;

/** Kubernetes tells each container of every Service, and one that is called `redis` is no slip of spelling. */
function isOfKubernetes(name: string, value = ''): boolean {
  const isAddress = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
  return isAddress || /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/.test(name);
}
