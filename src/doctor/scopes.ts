/** What manifest.yml asks for, and what is missing without it. */
export const scopes: Readonly<Record<string, string>> = {
  'app_mentions:read': 'txnbot hears no mention',
  'channels:read': 'Slack does not say whether a public channel is shared, and nothing is posted there',
  'chat:write': 'mentions and direct messages get no answer, and nobody is told what became of a watch',
  commands: 'there are no slash commands and no shortcuts',
  'files:write': 'no table can be sent as a file',
  'groups:read': 'Slack does not say whether a private channel is shared, and nothing is posted there',
  'im:history': 'txnbot hears no direct message',
  'im:read': 'Slack does not say whose direct message it is',
  'im:write':
    'no table can be sent as a file, and with direct messages in ALLOWED_CHANNELS nobody is told what became of a watch in one',
  'mpim:read': 'Slack does not say whether a group conversation is shared, and nothing is posted there',
  'usergroups:read': 'ALLOWED_USER_GROUPS lets nobody in',
  'users:read': 'Slack does not say who somebody is, and nobody is answered',
};
