import type * as z from 'zod';
import {
  type Config,
  type Env,
  Environment,
  goneIn,
  goneSettings,
  readEnvironment,
  toConfig,
  variableOf,
} from './config.ts';
import { secretNames } from './values.ts';

export interface InspectedConfig {
  /** What `loadConfig` would throw. */
  problems: readonly string[];
  /** The variables that the problems are about. */
  wrong: ReadonlySet<string>;
  /** Every variable of txnbot's, and where its value comes from. */
  sources: ReadonlyMap<string, 'environment' | 'file' | 'default'>;
  /** A sentence for each setting of an earlier version. */
  gone: readonly string[];
  /** What looks like a variable of txnbot's and is none. */
  unknown: readonly string[];
  /** The variables that are set to nothing, and so count as not set. */
  empty: readonly string[];
  /** The variables whose value stands in quotation marks, which are a part of it here. */
  quoted: readonly string[];
  /** Right in all that depends on no variable of `wrong`. */
  config: Config;
}

/** A shorter one could be an ordinary word. */
const secretMin = 6;

/** Stand for the variables that are wrong and have no default; nothing is to be done with them. */
const standIns: Readonly<Record<string, string>> = {
  SLACK_BOT_TOKEN: 'xoxb-not-set',
  SLACK_SIGNING_SECRET: 'not-set-at-all',
  TRANSFER_API_BASE_URL: 'https://not-set.invalid',
  TRANSFER_API_TOKEN: 'not-set-at-all',
  HEALTH_PORT: '0',
};

/** Reads the environment as `loadConfig` does, and makes the best of a wrong one. */
export function inspectConfig(env: Env): InspectedConfig {
  const { variables, problems, tokenFile } = readEnvironment(env);
  const wrong = new Set(problems.map(variableOf));
  const sourceOf = (name: string) => {
    if (`${name}_FILE` in variables) return 'file';
    return name in variables ? 'environment' : 'default';
  };
  const inEnvironment = (isOne: (value: string) => boolean) =>
    names.filter((name) => env[name] !== undefined && isOne(env[name].trim()));
  return {
    problems,
    wrong,
    sources: new Map(Object.keys(Environment.shape).map((name) => [name, sourceOf(name)])),
    gone: goneIn(env),
    unknown: unknownIn(env),
    empty: inEnvironment((value) => value === ''),
    quoted: inEnvironment((value) => /^(["']).*\1$/s.test(value)),
    config: toConfig(mended(variables, wrong), tokenFile),
  };
}

/** The values of the variables that are secret, right or wrong. */
export function rawSecrets(env: Env): string[] {
  return secretNames.flatMap((name) => env[name]?.trim() || []).filter(({ length }) => length >= secretMin);
}

const prefixes =
  /^(?:SLACK|TRANSFER_API|BANK_LIST|ALLOWED|AUDIT|RATE_LIMIT|HEALTH|REDIS|STATE|WATCH|BATCH|REMEMBER|REVERSAL)_/;

const names = [...Object.keys(Environment.shape), ...secretNames.map((name) => `${name}_FILE`)];

function unknownIn(env: Env): string[] {
  const known = new Set([...names, ...Object.keys(goneSettings).flatMap((name) => [name, `${name}_FILE`])]);
  return Object.entries(env)
    .filter(([name, value]) => prefixes.test(name) && !known.has(name) && !isOfKubernetes(name, value))
    .map(([name]) => name);
}

/** Kubernetes tells each container of every Service, and one that is called `redis` is no slip of spelling. */
function isOfKubernetes(name: string, value = ''): boolean {
  const isAddress = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
  return isAddress || /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/.test(name);
}

/** Without what is wrong; what is wrong only then, as another mode wants it, is replaced as well. */
function mended(variables: Readonly<Record<string, string>>, wrong: ReadonlySet<string>): z.infer<typeof Environment> {
  const isRight = ([name]: [string, string]) => !wrong.has(name);
  const usable = Object.fromEntries([
    ...Object.entries(variables).filter(isRight),
    ...Object.entries(standIns).filter((standIn) => !isRight(standIn)),
  ]);
  const { data, error } = Environment.safeParse(usable);
  if (data) return data;
  const more = error.issues.map(({ path: [name] }) => String(name)).filter((name) => !wrong.has(name));
  if (more.length === 0) throw new Error('Nothing stands for a variable that is wrong.');
  return mended(usable, new Set([...wrong, ...more]));
}
