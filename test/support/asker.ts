import type { Asker } from '../../src/policy.ts';

/** Somebody who asks with a slash command. */
export const asker: Asker = {
  personId: 'U0ASKER',
  teamId: 'T0TEAM',
  channelId: 'C0SUPPORT',
  threadTs: undefined,
  audited: async () => {},
  mayAskMany: async () => false,
  tell: async () => false,
  report: () => {},
};
