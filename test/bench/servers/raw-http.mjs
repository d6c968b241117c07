import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** The least there is: Slack's signature checked, an empty 200. */
createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const timestamp = request.headers['x-slack-request-timestamp'];
    const hmac = createHmac('sha256', process.env.SLACK_SIGNING_SECRET);
    const expected = `v0=${hmac.update(`v0:${timestamp}:${Buffer.concat(chunks)}`).digest('hex')}`;
    const given = String(request.headers['x-slack-signature']);
    const isRight = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    response.writeHead(isRight ? 200 : 401).end();
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
