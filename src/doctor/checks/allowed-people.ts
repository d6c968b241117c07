import type { Check } from '../check.ts';
import { note, ok, problem } from '../check.ts';
import { allowed } from './allowed.ts';

/** The people of `ALLOWED_USERS`. */
export const allowedPeople: Check = allowed({
  name: 'people',
  variable: 'ALLOWED_USERS',
  ids: ({ inspected: { config } }) => config.access.users,
  unknown: ['user_not_found', 'user_not_visible', 'users_not_found'],
  async look(id, { slack }) {
    const { user = {} } = await slack.client.users.info({ user: id });
    const what = `${id} is ${user.real_name ?? user.name ?? 'without a name'}`;
    const why = [
      user.deleted === true && 'deactivated',
      user.is_bot === true && 'a bot',
      (user.is_restricted === true || user.is_ultra_restricted === true || user.is_stranger === true) && 'a guest',
    ].find((word) => word !== false);
    return why ? note(`${what}, ${why}, and may never ask.`, 'Take the id out of ALLOWED_USERS.') : ok(`${what}.`);
  },
  missing: (id) => problem(`${id} of ALLOWED_USERS is nobody in this workspace.`, 'Check the id.'),
});
