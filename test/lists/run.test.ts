import { createSlackStandIn, workspace } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { ListRun } from '../../src/lists/run.ts';
import { createEmbeddedLists } from '../../src/lists/store.ts';
import { createEvents } from '../../src/ops/events.ts';
import { slackAddress } from '../../src/slack/client.ts';
import { createFiles } from '../../src/slack/message.ts';
import { createPeople } from '../../src/slack/people.ts';
import { createNotify } from '../../src/slack/send.ts';
import { createStateFolder } from '../../src/store/state-folder.ts';
import { clientOf } from '../slack/support.ts';
import { anyTransaction } from '../support/changing-service.ts';
import { startServer } from '../support/http-server.ts';
import { logLines } from '../support/log-lines.ts';
import { resourcesFor } from '../support/services.ts';

it('answers of a list are stored together, and all of them by its end', async (test) => {
  const service = await startServer(anyTransaction());
  const slack = await createSlackStandIn();
  test.onTestFinished(async () => {
    await Promise.all([service.close(), slack.close()]);
  });
  const { logger } = logLines();
  const store = createEmbeddedLists(createStateFolder({ path: '', isNamed: false, logger }));
  const references = Array.from({ length: 60 }, (_, at) => `GARO-1a2b${String(at).padStart(3, '0')}`);
  const list = {
    ...{ id: 'sample-batch', personId: workspace.personId, isRequery: false, offeredAtMs: 0 },
    ...{ count: references.length, references, answers: {} },
  };
  await store.add(list);
  let writes = 0;
  const counting = {
    ...store,
    change: async (...change: Parameters<typeof store.change>) => {
      writes += 1;
      await store.change(...change);
    },
  };
  const client = clientOf(slack);
  const { services, presentation } = resourcesFor(service.url);
  await new ListRun(list, new AbortController(), {
    ...{ store: counting, services, presentation, logger, events: createEvents() },
    ...{ people: createPeople(client, logger), notify: createNotify(client, new AbortController().signal) },
    files: createFiles(client, slackAddress({ slackApiUrl: slack.apiUrl, slackProxy: undefined })),
    rules: {
      ...{ channels: [], users: [], userGroups: [], listUserGroups: [] },
      ...{ bankAllowed: 'same', contact: undefined },
    },
    audit: async () => {},
    isDown: () => false,
  }).run();
  expect(Object.keys((await store.find(list.id))?.answers ?? {})).toHaveLength(references.length);
  expect(writes).toBeLessThan(references.length / 2);
});
