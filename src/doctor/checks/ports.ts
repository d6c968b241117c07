import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from '../../errors.ts';
import { type Check, type Finding, note, ok, problem } from '../check.ts';
import { runningTxnbot, takesSlackRequests } from '../running-txnbot.ts';

interface Port {
  variable: string;
  port: number;
  host: string | undefined;
  use: string;
  /** What to say of the txnbot that has it; `undefined` when none does. */
  holder(): Promise<string | undefined>;
}

const requestUrl =
  "HTTP mode: the app's settings want https://<host>/slack/events as request URL, for commands, interactivity and events. <host> is yours, and leads to PORT.";

/** Whether the bot can listen, or one does already. */
export const ports: Check = {
  name: 'ports',
  needs: ['PORT', 'HEALTH_PORT', 'HEALTH_HOST', 'SLACK_APP_TOKEN'],
  async run({ inspected: { config } }) {
    const { connection, healthPort, healthHost } = config;
    const health = {
      variable: 'HEALTH_PORT',
      port: healthPort,
      host: healthHost,
      use: 'health and metrics',
      async holder() {
        const version = await runningTxnbot(healthPort, healthHost);
        return version === undefined ? undefined : `txnbot ${version} runs here`;
      },
    };
    if (connection.appToken) return [await tryPort(health)];
    const slack = {
      variable: 'PORT',
      port: connection.port,
      host: undefined,
      use: "Slack's requests",
      holder: async () => ((await takesSlackRequests(connection.port)) ? 'a txnbot answers there' : undefined),
    };
    return [note(requestUrl), await tryPort(slack), await tryPort(health)];
  },
};

async function tryPort({ variable, port, host, use, holder }: Port): Promise<Finding> {
  const code = await bindingError(port, host);
  if (code === undefined)
    return ok(port === 0 ? `A free port is found for ${use}.` : `Port ${port} is free for ${use}.`);
  if (code === 'EADDRINUSE') {
    const what = await holder();
    if (what !== undefined) return ok(`Port ${port} is in use, and ${what}.`);
    return problem(`Port ${port} is in use, and not by a txnbot.`, `Set ${variable} to another one.`);
  }
  if (code === 'EACCES')
    return problem(`Port ${port} may not be used by this user.`, `Set ${variable} to one above 1023.`);
  return problem(
    `Nothing can listen at port ${port} (${code}).`,
    host === undefined ? `Set ${variable} to another one.` : 'Set HEALTH_HOST to an address of this machine.',
  );
}

/** `undefined` when it could be listened to. */
async function bindingError(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return errorCode(error);
  }
  server.close();
  await once(server, 'close');
  return undefined;
}
