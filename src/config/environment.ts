import * as z from 'zod';
import { proxyUrl } from './proxy-url.ts';
import { baseUrl, CommandSuffix, host, ids, integer, pattern, redisUrl, secret, waits } from './values.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const bankModes = ['same', 'everyone'] as const;
const blockForms = ['auto', 'classic'] as const;
const shareModes = ['masked', 'full', 'never'] as const;

/** All variables, checked one by one and together. */
export const Environment = z
  .object({
    SLACK_BOT_TOKEN: secret.startsWith('xoxb-', 'must be a bot token, xoxb-…'),
    SLACK_SIGNING_SECRET: secret.optional(),
    SLACK_APP_TOKEN: secret.startsWith('xapp-', 'must be an app-level token, xapp-…').optional(),
    SLACK_API_URL: baseUrl.optional(),
    SLACK_PROXY_URL: proxyUrl.optional(),
    PORT: integer(0, 65_535).default(3000),
    HEALTH_PORT: integer(0, 65_535).default(8080),
    HEALTH_HOST: host.optional(),
    TRANSFER_API_BASE_URL: baseUrl,
    TRANSFER_API_TOKEN: secret,
    TRANSFER_API_PROXY_URL: proxyUrl.optional(),
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
    BLOCKS: z.enum(blockForms, `must be one of ${blockForms.join(', ')}`).default('auto'),
    REDIS_URL: redisUrl.optional(),
    REFERENCE_PATTERN: pattern.optional(),
    REMEMBER_HOURS: integer(0, 168).default(24),
    REVERSAL_REFERENCE: z.string().optional(),
    WATCH_SCHEDULE: waits.prefault('30s,1m,2m,5m,10m,15m,30m'),
    WATCH_HOURS: integer(1, 168).default(24),
    WATCH_MAX: integer(1, 10_000).default(1000),
    STATE_DIR: z.string().optional(),
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
