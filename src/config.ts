import { readFileSync } from 'node:fs';
import { RE2JS } from 're2js';
import * as z from 'zod';
import { Secret } from './secret.ts';

/** The environment, read once and whole: every problem is named, by variable and never by value. */

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A secret is trimmed; a control character inside would be dropped silently on its way into a header. */
const secret = z
  .string('is missing')
  .regex(/^[\x21-\x7e]+$/, 'holds blanks or characters that no token has')
  .min(8, 'is too short to be a secret'); // and, taken out of the log, would take ordinary words with it

/** Each may be given as it is, or in a file of its own (`NAME_FILE`); files are how secrets are mounted. */
const secretNames = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'TRANSFER_API_TOKEN',
  'AUDIT_HASH_KEY',
] as const;

const ids = (letters: string, what: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((id) => id !== ''))
    .pipe(z.array(z.string().regex(new RegExp(`^[${letters}][A-Z0-9]{2,}$`), `must be ids of ${what}`)))
    .default([]);

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const baseUrl = z.string('is missing').transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLoopback = url && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const problem = !url
    ? 'must be a URL'
    : url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)
      ? 'must be https, or http on loopback'
      : url.username || url.password || url.search || url.hash
        ? 'must hold no user, query or fragment'
        : undefined;
  if (url && problem === undefined) return (url.origin + url.pathname).replace(/\/+$/, '');
  context.addIssue(problem ?? 'must be a URL');
  return z.NEVER;
});

/** What follows the name of each slash command; Slack takes 32 characters with the slash, and `/bank` is the longest. */
export const CommandSuffix = z
  .string()
  .regex(
    /^[-_][a-z0-9_-]*$/,
    'must be lower-case letters, digits, hyphens and underscores after a hyphen or underscore',
  )
  .max(27, 'is too long: Slack takes 32 characters for a command')
  .default('');

const bankModes = ['same', 'everyone'] as const;
const shareModes = ['masked', 'full', 'never'] as const;

function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}

const Environment = z
  .object({
    SLACK_BOT_TOKEN: secret.startsWith('xoxb-', 'must be a bot token, xoxb-…'),
    SLACK_SIGNING_SECRET: secret.optional(),
    SLACK_APP_TOKEN: secret.startsWith('xapp-', 'must be an app-level token, xapp-…').optional(),
    SLACK_API_URL: baseUrl.optional(),
    PORT: integer(0, 65_535).default(3000),
    HEALTH_PORT: integer(0, 65_535).default(8080),
    TRANSFER_API_BASE_URL: baseUrl,
    TRANSFER_API_TOKEN: secret,
    TRANSFER_API_TIMEOUT_MS: integer(100, 120_000).default(8000),
    BANK_LIST_TTL_SECONDS: integer(1, 604_800).default(3600),
    BANK_LIST_MAX_STALE_SECONDS: integer(0, 2_592_000).default(86_400),
    COMMAND_SUFFIX: CommandSuffix,
    CURRENCY: z
      .string()
      .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'must be an ISO 4217 code such as NGN')
      .optional(),
    ALLOWED_CHANNELS: ids('CGD', 'channels, C…'),
    ALLOWED_USERS: ids('UW', 'people, U…'),
    ALLOWED_USER_GROUPS: ids('S', 'user groups, S…'),
    BANK_ALLOWED: z.enum(bankModes, `must be one of ${bankModes.join(', ')}`).default('same'),
    ACCESS_CONTACT: z.string().max(200, 'is too long').optional(),
    RATE_LIMIT_PER_MINUTE: integer(1, 100_000).default(60),
    RATE_LIMIT_TOTAL_PER_MINUTE: integer(1, 1_000_000).default(1200),
    AUDIT_LOG: z.string().default('stdout'),
    AUDIT_HASH_KEY: secret.optional(),
    SHARE_ACCOUNT_NUMBERS: z.enum(shareModes, `must be one of ${shareModes.join(', ')}`).default('masked'),
    REFERENCE_PATTERN: z.string().refine(isPattern, 'is no regular expression in RE2 syntax').optional(),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  })
  .refine((env) => env.SLACK_APP_TOKEN !== undefined || env.SLACK_SIGNING_SECRET !== undefined, {
    path: ['SLACK_SIGNING_SECRET'],
    message: 'is missing: HTTP mode needs it (or set SLACK_APP_TOKEN for Socket Mode)',
    when: () => true,
  })
  .refine((env) => env.SLACK_APP_TOKEN !== undefined || env.PORT === 0 || env.PORT !== env.HEALTH_PORT, {
    path: ['HEALTH_PORT'],
    message: 'must be another one than PORT',
  });

export type Config = ReturnType<typeof toConfig>;

/** What is wrong with the environment, a line a problem: `NAME what is wrong`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** @throws ConfigError with every problem at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = new Map(Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));
  const problems = secretNames.flatMap((name) => readSecretFile(name, given) ?? []);
  const parsed = Environment.safeParse(Object.fromEntries(given));
  const named = new Set(problems.map((problem) => problem.split(/_FILE\b| /)[0]));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name = ''] = path;
    if (!named.has(String(name))) problems.push(`${String(name)} ${message}`);
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data, given.get('TRANSFER_API_TOKEN_FILE'));
}

/** Puts what stands in `NAME_FILE` where NAME would be; what is wrong, if anything. */
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

function toConfig(env: z.infer<typeof Environment>, transferApiTokenFile: string | undefined) {
  return {
    slackBotToken: new Secret(env.SLACK_BOT_TOKEN),
    /** Ends with a slash, as Slack's own does; undefined is Slack's own. */
    slackApiUrl: env.SLACK_API_URL === undefined ? undefined : `${env.SLACK_API_URL}/`,
    connection: {
      /** Set: Socket Mode. */
      appToken: env.SLACK_APP_TOKEN === undefined ? undefined : new Secret(env.SLACK_APP_TOKEN),
      signingSecret: new Secret(env.SLACK_SIGNING_SECRET ?? ''),
      port: env.PORT,
    },
    healthPort: env.HEALTH_PORT,
    transferApi: {
      baseUrl: env.TRANSFER_API_BASE_URL,
      token: new Secret(env.TRANSFER_API_TOKEN),
      /** Read again when the service refuses the token. */
      tokenFile: transferApiTokenFile,
      timeoutMs: env.TRANSFER_API_TIMEOUT_MS,
    },
    banks: {
      ttlMs: env.BANK_LIST_TTL_SECONDS * 1000,
      maxStaleMs: env.BANK_LIST_MAX_STALE_SECONDS * 1000,
    },
    access: {
      channels: env.ALLOWED_CHANNELS,
      users: env.ALLOWED_USERS,
      userGroups: env.ALLOWED_USER_GROUPS,
      bankAllowed: env.BANK_ALLOWED,
      contact: env.ACCESS_CONTACT,
    },
    rateLimits: {
      perPersonPerMinute: env.RATE_LIMIT_PER_MINUTE,
      totalPerMinute: env.RATE_LIMIT_TOTAL_PER_MINUTE,
    },
    audit: {
      log: env.AUDIT_LOG,
      hashKey: env.AUDIT_HASH_KEY === undefined ? undefined : new Secret(env.AUDIT_HASH_KEY),
    },
    commandSuffix: env.COMMAND_SUFFIX,
    currency: env.CURRENCY,
    shareAccountNumbers: env.SHARE_ACCOUNT_NUMBERS,
    /** RE2 syntax; undefined is the built-in idea of a reference. */
    referencePattern: env.REFERENCE_PATTERN,
    logLevel: env.LOG_LEVEL,
  };
}
