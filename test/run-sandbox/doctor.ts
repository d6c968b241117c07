import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createSlackStandIn, workspace } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { botSettings } from './bot-settings.ts';

/** `npm run sandbox:doctor`: what `npm run doctor` prints, between the sandbox's stand-ins. */
const [slack, service] = await Promise.all([createSlackStandIn(), createSampleTransferService()]);
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const { channelId, otherChannelId, personId, userGroupId } = workspace;
const child = spawn(
  process.execPath,
  ['--import', import.meta.resolve('tsx'), main, 'check', ...process.argv.slice(2)],
  {
    cwd: tmpdir(), // where no `.env` of a developer's is
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HEALTH_PORT: '0',
      ...botSettings(slack, service, 'http'),
      ALLOWED_CHANNELS: `${channelId},${otherChannelId}`,
      ALLOWED_USERS: personId,
      ALLOWED_USER_GROUPS: userGroupId,
    },
    stdio: 'inherit',
  },
);
const [code] = await once(child, 'close');
await Promise.all([slack.close(), service.close()]);
process.exitCode = typeof code === 'number' ? code : 1;
