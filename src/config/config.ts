import * as z from 'zod';
import { type Env, readEnvironment, variableOf } from './environment.ts';
import { Secret } from './secret.ts';
import {
  baseUrl,
  CommandSuffix,
  host,
  ids,
  integer,
  noSlackToken,
  pattern,
  proxyFor,
  proxyUrl,
  redisUrl,
  secret,
  waits,
} from './values.ts';

export type Config = ReturnType<typeof toConfig>;

/** What is set, what is wrong with it, and the configuration where nothing is. */
export type InspectedConfig = ReturnType<typeof inspectConfig>;

export function inspectConfig(env: Env) {
  const names = Object.keys(Settings.shape);
  const { variables, problems: found, gone, empty } = readEnvironment(env, names);
  const { data, error } = Environment.safeParse(Object.fromEntries(variables), { jitless: true }); // compiling pays for many parses
  /** The first of each variable. */
  const problems = new Map<string, string>();
  const invalid = (error?.issues ?? []).map(({ path: [name = ''], message }) => `${String(name)} ${message}`);
  for (const problem of [...found, ...invalid]) {
    const variable = variableOf(problem);
    if (!problems.has(variable)) problems.set(variable, problem);
  }
  const given = names.filter((name) => variables.has(name));
  return {
    ...{ gone, empty, given },
    /** Everything wrong with the environment, one problem per entry: `NAME what is wrong`. */
    problems: [...problems.values()],
    /** Of settings that have their default. */
    unsetCount: names.length - given.length,
    config: data && found.length === 0 ? toConfig(data, variables.get('TRANSFER_API_TOKEN_FILE'), gone) : undefined,
  };
}

/** What no line of a log or a report may hold. */
export function secretsIn(config: Config): string[] {
  const { slackBotToken, connection, transferApi, audit, redisUrl } = config;
  const proxies = config.proxies.flatMap(({ secrets }) => secrets);
  const { appToken, signingSecret } = connection;
  const all = [slackBotToken, appToken, signingSecret, transferApi.token, audit.hashKey, redisUrl, ...proxies];
  return all.flatMap((secret) => secret?.reveal() ?? []);
}

function toConfig(
  env: z.infer<typeof Settings>,
  transferApiTokenFile: string | undefined,
  goneSettings: readonly string[],
) {
  const { HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: exempt } = env;
  const proxyOf = (url: string) => proxyFor(url, { https, http, exempt });
  return {
    slackBotToken: new Secret(env.SLACK_BOT_TOKEN),
    /** Ends with a slash, like Slack's own; `undefined` means Slack's own. */
    slackApiUrl: env.SLACK_API_URL === undefined ? undefined : `${env.SLACK_API_URL}/`,
    /** Slack's hosts go one way: the way to `slack.com`, or to the host of `SLACK_API_URL`. */
    slackProxy: proxyOf(env.SLACK_API_URL ?? 'https://slack.com'),
    /** Used or not: none of their passwords may reach a log. */
    proxies: [https ?? [], http ?? []].flat(),
    connection: {
      /** Set in Socket Mode only. */
      appToken: env.SLACK_APP_TOKEN === undefined ? undefined : new Secret(env.SLACK_APP_TOKEN),
      signingSecret: new Secret(env.SLACK_SIGNING_SECRET ?? ''),
      port: env.PORT,
    },
    healthPort: env.HEALTH_PORT,
    /** `undefined` means all addresses. */
    healthHost: env.HEALTH_HOST,
    transferApi: {
      baseUrl: env.TRANSFER_API_BASE_URL,
      proxy: proxyOf(env.TRANSFER_API_BASE_URL),
      token: new Secret(env.TRANSFER_API_TOKEN),
      /** Read again when the service refuses the token. */
      tokenFile: transferApiTokenFile,
      timeoutMs: env.TRANSFER_API_TIMEOUT_MS,
      /** Requests at once. */
      concurrency: env.TRANSFER_API_CONCURRENCY,
    },
    banks: {
      ttlMs: env.BANK_LIST_TTL_SECONDS * 1000,
      maxStaleMs: env.BANK_LIST_MAX_STALE_SECONDS * 1000,
    },
    access: {
      channels: env.ALLOWED_CHANNELS,
      users: env.ALLOWED_USERS,
      userGroups: env.ALLOWED_USER_GROUPS,
      listUserGroups: env.BATCH_USER_GROUPS,
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
    /** `undefined` means that this process shares nothing with others. */
    redisUrl: env.REDIS_URL === undefined ? undefined : new Secret(env.REDIS_URL),
    commandSuffix: env.COMMAND_SUFFIX,
    currency: env.CURRENCY,
    /** `auto` lets Slack choose the form of answers. */
    blocks: env.BLOCKS,
    shareAccountNumbers: env.SHARE_ACCOUNT_NUMBERS,
    /** RE2 syntax; `undefined` means the built-in rules for references. */
    referencePattern: env.REFERENCE_PATTERN,
    /** How long is remembered what was asked; 0 when nothing is. */
    rememberMs: env.REMEMBER_HOURS * 3_600_000,
    watches: {
      /** From one question to the next; the last one repeats. */
      waitsMs: env.WATCH_SCHEDULE,
      lastsMs: env.WATCH_HOURS * 3_600_000,
      totalMax: env.WATCH_MAX,
    },
    lists: {
      /** References of one. */
      max: env.BATCH_MAX,
      /** References of one person. */
      perDay: env.BATCH_PER_DAY,
    },
    state: {
      path: env.STATE_DIR ?? 'state',
      /** Whether the operator named it: then the process does not start without it. */
      isNamed: env.STATE_DIR !== undefined,
    },
    logLevel: env.LOG_LEVEL,
    /** A sentence for each setting of an earlier version that is set. */
    goneSettings,
  };
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const bankModes = ['same', 'everyone'] as const;
const blockForms = ['auto', 'classic'] as const;
const shareModes = ['masked', 'full', 'never'] as const;
/** How account numbers appear where a whole channel reads. */
export type ShareAccountNumbers = (typeof shareModes)[number];

/** All settings, checked one by one. */
export const Settings = z.object({
  SLACK_BOT_TOKEN: secret.startsWith('xoxb-', 'must be a bot token, xoxb-…'),
  SLACK_SIGNING_SECRET: noSlackToken.optional(),
  SLACK_APP_TOKEN: secret.startsWith('xapp-', 'must be an app-level token, xapp-…').optional(),
  SLACK_API_URL: baseUrl.optional(),
  PORT: integer(0, 65_535).default(3000),
  HEALTH_PORT: integer(0, 65_535).default(8080),
  HEALTH_HOST: host.optional(),
  TRANSFER_API_BASE_URL: baseUrl,
  TRANSFER_API_TOKEN: noSlackToken,
  TRANSFER_API_TIMEOUT_MS: integer(100, 120_000).default(8000),
  TRANSFER_API_CONCURRENCY: integer(1, 100).default(10),
  BANK_LIST_TTL_SECONDS: integer(1, 604_800).default(3600),
  BANK_LIST_MAX_STALE_SECONDS: integer(0, 2_592_000).default(86_400),
  COMMAND_SUFFIX: CommandSuffix,
  CURRENCY: z
    .string()
    .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'must be an ISO 4217 code such as NGN')
    .optional(),
  ALLOWED_CHANNELS: ids('CGD', 'channels, C…, G… or D…'),
  ALLOWED_USERS: ids('UW', 'people, U… or W…'),
  ALLOWED_USER_GROUPS: ids('S', 'user groups, S…'),
  BANK_ALLOWED: z.enum(bankModes, `must be one of ${bankModes.join(', ')}`).default('same'),
  ACCESS_CONTACT: z.string().max(200, 'is too long').optional(),
  RATE_LIMIT_PER_MINUTE: integer(1, 100_000).default(60),
  RATE_LIMIT_TOTAL_PER_MINUTE: integer(1, 1_000_000).default(1200),
  AUDIT_LOG: z.string().default('stdout'),
  AUDIT_HASH_KEY: secret.optional(),
  SHARE_ACCOUNT_NUMBERS: z.enum(shareModes, `must be one of ${shareModes.join(', ')}`).default('masked'),
  BLOCKS: z.enum(blockForms, `must be one of ${blockForms.join(', ')}`).default('auto'),
  REDIS_URL: redisUrl.optional(),
  REFERENCE_PATTERN: pattern.optional(),
  REMEMBER_HOURS: integer(0, 168).default(24),
  WATCH_SCHEDULE: waits.prefault('30s,1m,2m,5m,10m,15m,30m'),
  WATCH_HOURS: integer(1, 168).default(24),
  WATCH_MAX: integer(1, 10_000).default(1000),
  BATCH_MAX: integer(26, 5_000).default(1000),
  BATCH_PER_DAY: integer(100, 100_000).default(5000),
  BATCH_USER_GROUPS: ids('S', 'user groups, S…'),
  STATE_DIR: z.string().optional(),
  HTTPS_PROXY: proxyUrl.optional(),
  HTTP_PROXY: proxyUrl.optional(),
  NO_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

const Environment = Settings.refine(
  (env) => env.SLACK_APP_TOKEN !== undefined || env.SLACK_SIGNING_SECRET !== undefined,
  {
    path: ['SLACK_SIGNING_SECRET'],
    message: 'is missing: HTTP mode needs it (or set SLACK_APP_TOKEN for Socket Mode)',
    when: () => true,
  },
).refine((env) => env.SLACK_APP_TOKEN !== undefined || env.PORT === 0 || env.PORT !== env.HEALTH_PORT, {
  path: ['HEALTH_PORT'],
  message: 'must be another one than PORT',
});
