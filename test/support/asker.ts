import { type Admission, type Asker, askerAlone, type Place } from '../../src/policy.ts';

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

/** The two ways to be read: by the asker alone, and by everybody in the channel of a thread. */
export const places = {
  asker: askerAlone,
  channel: { to: 'thread', isPublic: true },
} satisfies Record<string, Place>;
export type Audience = keyof typeof places;

/** What the access policy says of somebody who may ask, and is answered there. */
export function admittedTo(place: Place): Admission {
  return {
    place,
    whyClosed: async () => undefined,
    mayAskInWindows: true,
    mayAskMany: async () => false,
  };
}
