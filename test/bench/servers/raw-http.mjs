import { createHmac, timingSafeEqual } from 'node:crypto';
import { Agent, createServer, get } from 'node:http';
import { text } from 'node:stream/consumers';

const agent = new Agent({ keepAlive: true });
const headers = { authorization: `Bearer ${process.env.TRANSFER_API_TOKEN}` };

/** The least there is: Slack's signature checked, one GET for `/txn`, and its body or nothing in a 200. */
createServer(async (request, response) => {
  const body = await text(request);
  const timestamp = request.headers['x-slack-request-timestamp'];
  const hmac = createHmac('sha256', process.env.SLACK_SIGNING_SECRET);
  const expected = `v0=${hmac.update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const given = String(request.headers['x-slack-signature']);
  const isRight =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!isRight) return response.writeHead(401).end();
  const fields = new URLSearchParams(body);
  if (fields.get('command') !== '/txn') return response.end();
  const url = `${process.env.TRANSFER_API_BASE_URL}/v1/transactions/reference/${fields.get('text')}`;
  get(url, { agent, headers }, async (answer) => response.end(await text(answer)));
}).listen(Number(process.env.PORT), '127.0.0.1');
