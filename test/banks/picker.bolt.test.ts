import { expect, it, onTestFinished } from 'vitest';
import { answering, startServer } from '../support/http-server.ts';
import { runApp } from '../support/run-app.ts';
import { pressOf, sendForged } from '../support/signed-post.ts';

it('the picker knows a bank before the list is loaded, and cuts a long name to fit an option', async () => {
  const institution = {
    institutionCode: '090899',
    institutionName: `ZETA ${'LONG '.repeat(20)}MFB`,
  };
  const service = await startServer(
    answering(200, { success: true, message: '', data: [institution] }),
  );
  const app = await runApp({ transferApi: { baseUrl: service.url } });
  onTestFinished(async () => {
    app.slack.forget(); // the forged click's answer goes nowhere
    await app.stop();
    await service.close();
  });

  await sendForged(app, pressOf({ action_id: 'bank:pick', selected_option: { value: '090899' } }));
  await app.bot.inFlight.settled();
  expect(app.log.entries().at(-1)?.outcome).not.toBe('user_error');

  const typing = { type: 'block_suggestion', action_id: 'bank:pick', value: 'zeta' };
  const name = expect.objectContaining({ text: expect.stringMatching(/^.{66,75}$/) });
  expect(JSON.parse((await sendForged(app, typing)).text)).toEqual({
    options: [{ value: '090899', text: name }],
  });
});
