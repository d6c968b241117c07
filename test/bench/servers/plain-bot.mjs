import { Agent } from 'node:http';
import bolt from '@slack/bolt';
import axios from 'axios';

/**
 * The bot that one writes in an afternoon, with Bolt and axios as their documentation has them: `/txn` asks for one
 * record and answers in its ack. Its argument is the number of its other listeners: ten, or about as many as txnbot has
 * routes; each costs some 2 µs a request.
 */
const app = new bolt.App({
  token: process.env.SLACK_BOT_TOKEN,
  signingSecret: process.env.SLACK_SIGNING_SECRET,
  clientOptions: { slackApiUrl: process.env.SLACK_API_URL },
  logLevel: bolt.LogLevel.ERROR,
});
const service = axios.create({
  baseURL: process.env.TRANSFER_API_BASE_URL,
  headers: { authorization: `Bearer ${process.env.TRANSFER_API_TOKEN}` },
  timeout: 8000,
  httpAgent: new Agent({ keepAlive: true }),
});

const otherListeners = Number(process.argv[2]);
for (let each = 0; each < otherListeners; each += 1)
  app.action(`action:${each}`, ({ ack }) => ack());

app.command('/txn', async ({ ack, command }) => {
  const { data } = await service.get(
    `/v1/transactions/reference/${encodeURIComponent(command.text)}`,
  );
  const { reference, status, amount, destinationAccountName, destinationBankName, createdAt } =
    data.data;
  const text = `${reference} is ${status}`;
  const fields = [amount, destinationAccountName, destinationBankName, createdAt];
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text } },
    { type: 'section', fields: fields.map((field) => ({ type: 'mrkdwn', text: String(field) })) },
  ];
  await ack({ response_type: 'ephemeral', text, blocks });
});
app.command('/bank', ({ ack }) => ack());
await app.start(Number(process.env.PORT));
