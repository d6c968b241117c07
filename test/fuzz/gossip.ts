import { workspace } from 'slack-sandbox';
import type { Delivery } from './deliveries.ts';
import { number } from './stamp.ts';

/** Another app talks in a channel: it leaves no trace but that it has been heard. */
export const gossip: Delivery = {
  door: 'event',
  payload: {
    type: 'event_callback',
    event_id: `EvG${number}`,
    team_id: workspace.teamId,
    event: { type: 'message', channel_type: 'channel', channel: workspace.channelId, bot_id: 'B1', text: 'x' },
  },
};
