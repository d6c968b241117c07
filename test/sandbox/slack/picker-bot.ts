import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { fullSettings } from './full-settings.ts';
import { picker, zenith } from './picker-modal.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { startHttpApp } from './start-bolt-app.ts';
import type { ShownView, SlackStandIn } from './types.ts';

export interface PickerBot {
  readonly slack: SlackStandIn;
  /** What Slack sent after the modal was open, oldest first. */
  readonly heard: readonly object[];
  /** The topmost view. */
  view(): ShownView;
  stop(): Promise<void>;
}

/** A bare Bolt app with a modal on somebody's screen. */
export async function createPickerBot(
  start: typeof startHttpApp,
  register: (bolt: App) => void = () => {},
  shown: ModalView = picker(),
): Promise<PickerBot> {
  const slack = await createSlackStandIn(fullSettings);
  const heard: object[] = [];
  const app = await start(slack, (bolt) => {
    bolt.use(async ({ body, next }) => {
      heard.push(body);
      await next();
    });
    bolt.command('/bank', async ({ ack, body, client }) => {
      await client.views.open({ trigger_id: body.trigger_id, view: shown });
      await ack();
    });
    bolt.options('bank', ({ ack }) => ack({ options: [zenith] }));
    bolt.action(/bank|go/, ({ ack }) => ack());
    bolt.view({ callback_id: 'picker', type: 'view_closed' }, ({ ack }) => ack());
    register(bolt);
  });
  await slack.sendCommand({ command: '/bank', text: '' });
  heard.length = 0;

  return {
    slack,
    heard,
    view() {
      const top = slack.views.at(-1);
      if (!top) throw new Error('No view is open');
      return top;
    },
    async stop() {
      await app.stop();
      await slack.close();
    },
  };
}
