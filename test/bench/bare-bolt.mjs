import bolt from '@slack/bolt';

/** Bolt as its documentation begins: default settings, a command that only acks. */
const app = new bolt.App({
  token: process.env.SLACK_BOT_TOKEN,
  signingSecret: process.env.SLACK_SIGNING_SECRET,
  clientOptions: { slackApiUrl: process.env.SLACK_API_URL },
  logLevel: bolt.LogLevel.ERROR,
});
app.command('/bank', ({ ack }) => ack());
app.command('/txn', ({ ack }) => ack());
await app.start(Number(process.env.PORT));
