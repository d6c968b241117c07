import * as z from 'zod';
import { Exemptions, ProxyUrl, proxyFor } from './proxy-settings.ts';
import { type Env, readEnvironment, variableName } from './read-environment.ts';
import { Secret } from './secret.ts';
import {
  AnySecret,
  BaseUrl,
  CommandSuffix,
  CurrencyCode,
  Delays,
  ForeignSecret,
  idList,
  integer,
  oneOf,
  RedisUrl,
  ReferencePattern,
  slackToken,
} from './values.ts';

export type Config = z.infer<typeof Configuration>;

/** The form of account numbers in a channel. */
export type ShareAccountNumbers = Config['shareAccountNumbers'];

/**
 * The variables that are set, the problems with them and, if there are no problems, the
 * configuration.
 */
export type InspectedConfig = ReturnType<typeof inspectConfig>;

export function inspectConfig(env: Env) {
  const { variables, problems: environmentProblems, gone } = readEnvironment(env, settings);
  // Compiling the schema does not pay for one parse.
  const { data, error } = Configuration.safeParse(valuesIn(Settings, variables), { jitless: true });
  const valueProblems = (error?.issues ?? []).map(({ path, message }) => {
    const [setting] = settings.filter((each) => `${path.join('.')}.`.startsWith(`${each.path}.`));
    return `${setting?.variable} ${message}`;
  });
  const allProblems = [...environmentProblems, ...valueProblems];
  const variableNames = allProblems.map(variableName);

  return {
    gone,
    given: settings.map(({ variable }) => variable).filter((name) => variables.has(name)),
    /** For each variable with problems, the first one, as `NAME what is wrong`. */
    problems: allProblems.filter(
      (_problem, index) => variableNames.indexOf(variableNames[index] ?? '') === index,
    ),
    config: environmentProblems.length === 0 ? data : undefined,
  };
}

/** Collects every secret in a configuration, to be redacted from logs and reports. */
export function secretsIn(config: unknown): string[] {
  if (config instanceof Secret) return [config.reveal()];
  return config instanceof Object ? Object.values(config).flatMap(secretsIn) : [];
}

/**
 * Declares a setting.
 * @param variable the environment variable that holds the value
 * @example
 * timeoutMs: setting('TRANSFER_API_TIMEOUT_MS', integer(100, 120_000).default(8000)),
 */
const setting = <T extends z.ZodType>(variable: string, type: T): T => type.meta({ variable });
/**
 * Declares a secret, given in NAME or as a file at the path in NAME_FILE: secrets are often mounted
 * as files.
 */
const secretSetting = <T extends z.ZodType>(variable: string, type: T): T =>
  type.meta({ variable, isSecret: true });

const secondMs = 1_000;
const hourMs = 3_600_000;

/** The schema of all settings; the metadata of each setting names its environment variable. */
const Settings = z.object({
  slackBotToken: secretSetting('SLACK_BOT_TOKEN', slackToken('xoxb-', 'a bot token')),
  /** Ends with a slash, like Slack's own address, which is the default. */
  slackApiUrl: setting('SLACK_API_URL', BaseUrl.transform((url) => `${url}/`).optional()),
  proxies: z.object({
    https: secretSetting('HTTPS_PROXY', ProxyUrl.optional()),
    http: secretSetting('HTTP_PROXY', ProxyUrl.optional()),
    exempt: setting('NO_PROXY', Exemptions),
  }),
  connection: z.object({
    /** Set in Socket Mode only. */
    appToken: secretSetting(
      'SLACK_APP_TOKEN',
      slackToken('xapp-', 'an app-level token').optional(),
    ),
    signingSecret: secretSetting('SLACK_SIGNING_SECRET', ForeignSecret.optional()),
    port: setting('PORT', integer(0, 65_535).default(3000)),
  }),
  healthPort: setting('HEALTH_PORT', integer(0, 65_535).default(8080)),
  /** The address to listen on; `undefined` means all addresses of this machine. */
  healthHost: setting('HEALTH_HOST', z.string().optional()),
  transferApi: z.object({
    baseUrl: setting('TRANSFER_API_BASE_URL', BaseUrl),
    token: secretSetting('TRANSFER_API_TOKEN', ForeignSecret),
    /** The token's file, which is read again when the service refuses the token. */
    tokenFile: setting('TRANSFER_API_TOKEN_FILE', z.string().optional()),
    timeoutMs: setting('TRANSFER_API_TIMEOUT_MS', integer(100, 120_000).default(8000)),
    /** The most requests in flight at once. */
    concurrency: setting('TRANSFER_API_CONCURRENCY', integer(1, 100).default(50)),
  }),
  banks: z.object({
    ttlMs: setting('BANK_LIST_TTL_SECONDS', integer(1, 604_800, secondMs).default(hourMs)),
    maxStaleMs: setting(
      'BANK_LIST_MAX_STALE_SECONDS',
      integer(0, 2_592_000, secondMs).default(24 * hourMs),
    ),
  }),
  access: z.object({
    channels: setting('ALLOWED_CHANNELS', idList('CGD', 'channels, C…, G… or D…')),
    users: setting('ALLOWED_USERS', idList('UW', 'people, U… or W…')),
    userGroups: setting('ALLOWED_USER_GROUPS', idList('S', 'user groups, S…')),
    listUserGroups: setting('BATCH_USER_GROUPS', idList('S', 'user groups, S…')),
    bankAllowed: setting('BANK_ALLOWED', oneOf('same', 'everyone').default('same')),
    contact: setting('ACCESS_CONTACT', z.string().max(200, 'is too long').optional()),
  }),
  rateLimits: z.object({
    perPersonPerMinute: setting('RATE_LIMIT_PER_MINUTE', integer(1, 100_000).default(60)),
    totalPerMinute: setting('RATE_LIMIT_TOTAL_PER_MINUTE', integer(1, 1_000_000).default(1200)),
  }),
  audit: z.object({
    log: setting('AUDIT_LOG', z.string().default('stdout')),
    hashKey: secretSetting('AUDIT_HASH_KEY', AnySecret.optional()),
  }),
  /** The Redis in which processes share their state; `undefined` means that they share none. */
  redisUrl: secretSetting('REDIS_URL', RedisUrl.optional()),
  commandSuffix: setting('COMMAND_SUFFIX', CommandSuffix),
  currency: setting('CURRENCY', CurrencyCode.optional()),
  /**
   * `auto` uses the current form of blocks if Slack accepts a sample of it, and otherwise the
   * classic form.
   */
  blocks: setting('BLOCKS', oneOf('auto', 'classic').default('auto')),
  shareAccountNumbers: setting(
    'SHARE_ACCOUNT_NUMBERS',
    oneOf('masked', 'full', 'never').default('masked'),
  ),
  /** The pattern of references in RE2 syntax; `undefined` means the built-in rules. */
  referencePattern: setting('REFERENCE_PATTERN', ReferencePattern.optional()),
  /** How long past look-ups are remembered; 0: not at all. */
  rememberMs: setting('REMEMBER_HOURS', integer(0, 168, hourMs).default(24 * hourMs)),
  watches: z.object({
    /** Delays between a watch's look-ups; the last delay repeats. */
    waitsMs: setting('WATCH_SCHEDULE', Delays.prefault('30s,1m,2m,5m,10m,15m,30m')),
    lastsMs: setting('WATCH_HOURS', integer(1, 168, hourMs).default(24 * hourMs)),
    totalMax: setting('WATCH_MAX', integer(1, 10_000).default(1000)),
  }),
  lists: z.object({
    /** The most references in one list. */
    max: setting('BATCH_MAX', integer(26, 5_000).default(1000)),
    /** The most references that one person can have looked up in lists per day. */
    perDay: setting('BATCH_PER_DAY', integer(100, 100_000).default(5000)),
  }),
  /**
   * `isNamed`: whether the operator set STATE_DIR. If so, the process does not start unless it can
   * use the folder.
   */
  state: setting(
    'STATE_DIR',
    z
      .string()
      .optional()
      .transform((path) => ({ path: path ?? 'state', isNamed: path !== undefined })),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  ),
});

/** Each variable with the path of its value in the configuration: `connection.port` for `PORT`. */
export const settings = settingsIn(Settings);

function settingsIn(
  schema: z.ZodType,
  path: readonly string[] = [],
): { path: string; variable: string; isSecret: boolean }[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => settingsIn(part, [...path, key]));
  const { variable, isSecret } = schema.meta() ?? {};
  return [{ path: path.join('.'), variable: String(variable), isSecret: isSecret === true }];
}

/** Arranges the values of variables in the shape of the configuration. */
function valuesIn(schema: z.ZodType, variables: ReadonlyMap<string, string>): unknown {
  if (!(schema instanceof z.ZodObject)) return variables.get(String(schema.meta()?.variable));

  const values = Object.entries(schema.shape).map(([key, part]) => [
    key,
    valuesIn(part, variables),
  ]);
  return Object.fromEntries(values);
}

const Configuration = Settings.refine(
  ({ connection: { appToken, signingSecret } }) =>
    appToken !== undefined || signingSecret !== undefined,
  {
    path: ['connection', 'signingSecret'],
    message: 'is missing: HTTP mode needs it (or set SLACK_APP_TOKEN for Socket Mode)',
    when: () => true,
  },
)
  .refine(
    ({ connection: { appToken, port }, healthPort }) =>
      appToken || port === 0 || port !== healthPort,
    {
      path: ['healthPort'],
      message: 'must be another one than PORT',
    },
  )
  .transform(({ proxies, connection, transferApi, ...others }) => ({
    ...others,
    connection: { ...connection, signingSecret: connection.signingSecret ?? new Secret('') },
    /** Kept in the configuration even when unused, so that `secretsIn` finds their passwords. */
    proxies,
    /**
     * The proxy for all of Slack's hosts, chosen for `slack.com` or the host of `SLACK_API_URL`.
     */
    slackProxy: proxyFor(others.slackApiUrl ?? 'https://slack.com', proxies),
    transferApi: { ...transferApi, proxy: proxyFor(transferApi.baseUrl, proxies) },
  }));
