/** Each can be set directly or read from a file (`NAME_FILE`), because secrets are often mounted as files. */
export const secretNames = [
  'SLACK_BOT_TOKEN',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'SLACK_PROXY_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_PROXY_URL',
  'AUDIT_HASH_KEY',
  'REDIS_URL',
] as const;
