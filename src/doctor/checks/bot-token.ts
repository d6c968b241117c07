import { type Check, ok, problem } from '../check.ts';
import { explainSlack } from '../explain-slack.ts';

/** Whether Slack is reached and takes the bot token, and whose it is. */
export const botToken: Check = {
  name: 'bot token',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  async run({ slack, inspected: { config } }) {
    try {
      const { team, teamId, bot, isOrgWide } = await slack.identity();
      if (isOrgWide)
        return [
          problem(
            'The app is installed for a whole organisation, and it answers one workspace.',
            'Install it in that workspace, and set SLACK_BOT_TOKEN to its token.',
          ),
        ];
      if (teamId === undefined)
        return [problem('Slack does not say which workspace the token is of.', 'Copy the token again.')];
      const way = config.slackProxy ? ', through SLACK_PROXY_URL' : '';
      return [ok(`Slack was reached${way}: workspace ${team} (${teamId}), bot ${bot}.`)];
    } catch (error) {
      return [explainSlack(error, 'SLACK_BOT_TOKEN')];
    }
  },
};
