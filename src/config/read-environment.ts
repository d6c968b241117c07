import { closestMatch } from 'leven';
import { errorCode } from '../errors.ts';
import { readSecretFile } from './regular-file.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Variables that other programs use too. If the name is also set in lower case, that value is used,
 * as in curl.
 */
const sharedNames = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

const withFile = (name: string) => [name, `${name}_FILE`];

/** Settings of earlier versions, which are no longer used. */
const goneNames = ['SLACK_PROXY_URL', 'TRANSFER_API_PROXY_URL'].flatMap(withFile);

/**
 * Beginnings of names that are txnbot's alone: any other name with one is a slip, also one far from
 * every setting.
 */
const ownPrefixes = ['ALLOWED_', 'AUDIT_', 'RATE_LIMIT', 'REFERENCE_', 'SHARE_', 'TRANSFER_API_'];

const isRestriction = (name: string) => name.toUpperCase().startsWith('ALLOWED_');

/**
 * Reads the settings. A blank value counts as unset, except for `ALLOWED_…`, which would admit
 * everybody when unset.
 * @param settings those with `isSecret` may also be given as a file, whose path is in `NAME_FILE`
 */
export function readEnvironment(
  env: Env,
  settings: readonly { variable: string; isSecret: boolean }[],
) {
  const names = settings.flatMap(({ variable, isSecret }) =>
    isSecret ? withFile(variable) : variable,
  );
  const variables = new Map<string, string>();
  // The last value of a name wins, so the lower-case ones come last.
  const namedValues = [
    ...Object.entries(env),
    ...sharedNames.map((shared) => [shared, env[shared.toLowerCase()]] as const),
  ];

  for (const [name, value] of namedValues) {
    const trimmed = value?.trim();
    if (trimmed || (trimmed === '' && isRestriction(name))) variables.set(name, trimmed);
  }

  const secretProblems = settings
    .map(({ variable, isSecret }) => (isSecret ? readSecret(variable, variables) : undefined))
    .filter((problem) => problem !== undefined);
  const inQuotes = names.filter((name) => /^(["']).*\1$/s.test(variables.get(name) ?? ''));

  return {
    problems: [
      ...inQuotes.map(
        (name) => `${name} stands in quotation marks, which count as a part of it: leave them out`,
      ),
      ...secretProblems,
      ...slipsIn(env, names).map(
        ([name, meant]) => `${name} is no setting: perhaps you mean ${meant}`,
      ),
    ],
    /** The variables that are set, including secrets read from files. */
    variables,
    /** A sentence for each setting that is set but no longer used. */
    gone: goneNames
      .filter((name) => variables.has(name))
      .map(
        (name) =>
          `${name} is not used any more: set HTTPS_PROXY, and NO_PROXY for what it must not lead to`,
      ),
  };
}

/** Returns the variable that a problem is about. */
export function variableName(problem: string): string {
  return problem.split(/_FILE\b| /, 1).join('');
}

/**
 * If NAME_FILE is set, sets NAME to the content of the file at that path. @returns the problem, if
 * there is one
 */
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
    return `${name}_FILE cannot be read (${errorCode(error)}): it must be a regular file of at most 64 kB`;
  }
}

/** Maximum edit distance of a typo in a name with no prefix of txnbot's own. */
const slipMax = 2;
/** Shorter names are near to those of other programs: `PORT` to `HOST`. */
const slipLengthMin = 8;
/** Names of other programs that are near to a setting's. */
const foreignNames = /^(?:FTP|WS|GO|GIT|NPM)_?PROXY$/i;
/** Names that Kubernetes and Docker set for a service called, say, `transfer-api`. */
const ofService = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_|$)/;

/**
 * Finds misspelt settings, also in lower case. @returns each unknown name with the settings that it
 * may stand for
 */
function slipsIn(env: Env, names: readonly string[]): (readonly [name: string, meant: string])[] {
  const shared = sharedNames.map((name) => name.toLowerCase());
  const known = new Set([...names, ...goneNames, ...shared]);
  const candidates = names.filter(({ length }) => length >= slipLengthMin);
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || foreignNames.test(name)) return [];

    const upper = name.toUpperCase();
    const ownPrefix = ofService.test(name)
      ? undefined
      : ownPrefixes.find((each) => upper.startsWith(each));
    const sameGroup = candidates.filter(
      (each) => ownPrefix && each.startsWith(ownPrefix) && !each.endsWith('_FILE'),
    );
    const meant =
      closestMatch(upper, candidates, { maxDistance: slipMax }) ??
      (ownPrefix && sameGroup.join(', '));

    return meant === undefined ? [] : [[name, meant] as const];
  });
}
