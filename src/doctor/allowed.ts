import { errorCode } from '../errors.ts';
import { type Check, type Context, type Finding, note, ok, problem, untilEnding } from './check.ts';
import { explainSlack, notAsked } from './explain.ts';

/** So many questions at once. */
const atOnce = 4;
/** Slack counts questions a minute, and those of the bot that runs are among them. */
const idsMax = 24;

interface AllowedOptions {
  name: string;
  variable: string;
  ids(context: Context): readonly string[];
  /** Slack's codes for an id that is not there. */
  unknown: readonly string[];
  /** What Slack says of one id. @throws SlackApiError */
  look(id: string, context: Context): Promise<Finding>;
  /** What an id that is not there is reported as. */
  missing(id: string): Finding;
}

/** Looks at every id that a variable names, as far as time and Slack allow. */
function allowed({ name, variable, ids, unknown, look, missing }: AllowedOptions): Check {
  return {
    name,
    needs: [variable, 'SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
    isAsked: (context) => ids(context).length > 0 || context.inspected.wrong.has(variable),
    async run(context) {
      const all = [...new Set(ids(context))];
      const left = all.slice(0, idsMax);
      if (!(await context.slack.identity().catch(() => undefined))) return [notAsked()];
      const findings = new Map(all.map((id): [string, Finding | undefined] => [id, undefined]));
      let refusal: Finding | undefined;
      const work = async () => {
        for (let id = left.shift(); id !== undefined && !refusal && !context.ending.aborted; id = left.shift()) {
          const asked = id;
          const found = await look(asked, context).catch((error: unknown) => {
            if (unknown.includes(errorCode(error))) return missing(asked);
            refusal = explainSlack(error, `to say what ${asked} of ${variable} is`);
            return undefined;
          });
          findings.set(asked, found);
        }
      };
      await untilEnding(Promise.all(Array.from({ length: atOnce }, work)), context.ending);
      const seen = [...findings.values()].filter((finding) => finding !== undefined);
      const unseen = findings.size - seen.length;
      const why = all.length > idsMax ? `: ${idsMax} at most are, to leave Slack's limits to the bot` : '';
      const rest = unseen > 0 ? [note(`${unseen} of ${all.length} ids of ${variable} were not looked at${why}.`)] : [];
      return [...seen, ...(refusal ? [refusal] : []), ...rest];
    },
  };
}

/** The conversations of `ALLOWED_CHANNELS`. */
export const allowedChannels: Check = allowed({
  name: 'channels',
  variable: 'ALLOWED_CHANNELS',
  ids: ({ inspected: { config } }) => config.access.channels,
  unknown: ['channel_not_found'],
  async look(id, { slack }) {
    const { channel = {} } = await slack.client.conversations.info({ channel: id });
    if (channel.is_im === true) return ok(`${id} is a direct message with txnbot.`);
    const what = `${id} is #${channel.name ?? 'without a name'}`;
    if (typeof channel.is_shared !== 'boolean' && typeof channel.is_ext_shared !== 'boolean')
      return note(
        `${what}, of which Slack says neither is_shared nor is_ext_shared: answers there go to the person alone.`,
      );
    return stateOf(what, {
      isArchived: channel.is_archived === true,
      isShared: channel.is_ext_shared === true || channel.is_pending_ext_shared === true,
      isOrgShared: channel.is_org_shared === true,
      isMember: channel.is_member === true,
    });
  },
  missing: (id) =>
    problem(
      `${id} of ALLOWED_CHANNELS is no channel that the bot can see.`,
      'Check the id; invite the bot first, if it is a private channel.',
    ),
});

interface ChannelState {
  isArchived: boolean;
  isShared: boolean;
  isOrgShared: boolean;
  isMember: boolean;
}

function stateOf(what: string, { isArchived, isShared, isOrgShared, isMember }: ChannelState): Finding {
  if (isArchived) return note(`${what}, which is archived.`, 'Take it out of ALLOWED_CHANNELS.');
  if (isShared || isOrgShared)
    return note(
      `${what}, which is shared with another ${isShared ? 'organisation' : 'workspace'}: answers there go to the person alone.`,
    );
  if (!isMember)
    return note(
      `${what}. The bot is no member: commands work, mentions are not heard.`,
      'Invite it there, if people are to mention it.',
    );
  return ok(`${what}.`);
}

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

/** The user groups of `ALLOWED_USER_GROUPS`. */
export const allowedGroups: Check = {
  name: 'user groups',
  needs: ['ALLOWED_USER_GROUPS', 'SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  isAsked: ({ inspected: { config, wrong } }) =>
    config.access.userGroups.length > 0 || wrong.has('ALLOWED_USER_GROUPS'),
  async run({ slack, inspected: { config } }) {
    const ids = [...new Set(config.access.userGroups)];
    if (!(await slack.identity().catch(() => undefined))) return [notAsked()];
    try {
      const { usergroups = [] } = await slack.client.usergroups.list({ include_disabled: true });
      return ids.map((id) => {
        const group = usergroups.find((each) => each.id === id);
        if (!group) return problem(`${id} of ALLOWED_USER_GROUPS is no user group here.`, 'Check the id.');
        const what = `${id} is @${group.handle ?? group.name ?? 'without a name'}`;
        const isDisabled = group.date_delete !== undefined && group.date_delete > 0;
        if (isDisabled) return note(`${what}, which is disabled and has no members.`, 'Enable it, or take it out.');
        return ok(`${what}.`);
      });
    } catch (error) {
      return [explainSlack(error, 'to list the user groups')];
    }
  },
};
