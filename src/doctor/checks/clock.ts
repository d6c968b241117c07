import { type Check, note, ok, problem } from '../check.ts';

/** Slack's signatures are good for so long. */
const signatureMs = 5 * 60_000;
const noticeableMs = 30_000;

/** This machine's clock against Slack's. */
export const clock: Check = {
  name: 'clock',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL', 'SLACK_APP_TOKEN'],
  async run({ slack, inspected: { config } }) {
    await slack.identity().catch(() => {}); // a refusal says the time as well
    const clockAheadMs = slack.clockAheadMs();
    if (clockAheadMs === undefined) return [note('Not tried: Slack did not say what time it is.', 'See bot token.')];
    const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
    const seen = `This machine's clock is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} Slack's.`;
    const todo = 'Let the clock be set by NTP.';
    if (seconds * 1_000 < noticeableMs) return [ok(seconds === 0 ? "This machine's clock agrees with Slack's." : seen)];
    if (seconds * 1_000 < signatureMs || config.connection.appToken) return [note(seen, todo)];
    return [problem(`${seen} Slack's requests will be refused, as their signatures are good for five minutes.`, todo)];
  },
};
