import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/slack/bolt.ts';

/** The app is of T0OURS, the person of T0THEIRS. */
const person = { id: 'U0ANN', team_id: 'T0THEIRS', username: 'ann' };
const team = { id: 'T0OURS' };
const payloads: Record<string, object> = {
  'a slash command': { command: '/txn', team_id: 'T0THEIRS', user_id: 'U0ANN', user_name: 'ann', channel_id: 'C0HERE' },
  'a button': { team, user: person, channel: { id: 'C0HERE' }, container: { message_ts: '1.2', is_ephemeral: false } },
  'a button in a view': { team, user: person, view: { id: 'V1', type: 'modal' } },
  'a submission': { team, user: person, view: { id: 'V1' }, response_urls: [{ channel_id: 'C0HERE' }] },
  'a mention': {
    team_id: 'T0OURS',
    event: { user: 'U0ANN', user_team: 'T0THEIRS', team: 'T0OURS', channel: 'C0HERE' },
  },
  'a message': { team_id: 'T0OURS', event: { user: 'U0ANN', team: 'T0THEIRS', channel: 'D0ANN' } },
};

describe('who asks, and where', () => {
  it.each(Object.entries(payloads))('is the person of %s, by their own organisation', (name, payload) => {
    const place = originOf(payload);
    expect(place).toMatchObject({ userId: 'U0ANN', userTeamId: 'T0THEIRS' });
    expect(place.channelId).toBe(name === 'a message' ? 'D0ANN' : name.endsWith('view') ? undefined : 'C0HERE');
  });

  it('has no organisation where the payload names only the app’s', () => {
    expect(originOf({ team_id: 'T0OURS', event: { type: 'app_home_opened', user: 'U0ANN' } })).toMatchObject({
      userId: 'U0ANN',
      userTeamId: undefined,
    });
    expect(originOf({ team, user: { id: 'U0ANN' } }).userTeamId).toBeUndefined();
  });

  it.each<['asker' | 'channel', object]>([
    ['channel', { channel: { id: 'C0HERE' }, container: { is_ephemeral: false } }],
    ['channel', { channel: { id: 'C0HERE' }, container: {} }],
    ['channel', { channel: { id: 'G0GROUP' } }],
    ['asker', { channel: { id: 'C0HERE' }, container: { is_ephemeral: true } }],
    ['asker', { channel: { id: 'D0ANN' } }],
    ['asker', {}],
  ])('is read by the %s: %j', (audience, payload) => {
    expect(originOf(payload).audience).toBe(audience);
  });

  it.each<[boolean, object]>([
    [true, { channel: { id: 'C0HERE' }, container: { is_ephemeral: true } }],
    [true, { channel: { id: 'G0GROUP' } }],
    [false, { channel: { id: 'D0ANN' } }],
    [false, { view: { id: 'V1', type: 'modal' } }],
  ])('is a channel: %j for %j', (isChannel, payload) => {
    expect(originOf(payload).isChannel).toBe(isChannel);
  });

  it('is shared where the event says so, and only then', () => {
    const event = { user: 'U0ANN', channel: 'C0HERE' };
    expect(originOf({ event, is_ext_shared_channel: true }).isShared).toBe(true);
    expect(originOf({ event, is_ext_shared_channel: false }).isShared).toBe(false);
    expect(originOf({ event }).isShared).toBe(false);
  });

  it.each<[number, object]>([
    [0, {}],
    [0, { view: { id: 'V1', previous_view_id: null, root_view_id: 'V1' } }],
    [1, { view: { id: 'V2', previous_view_id: 'V1', root_view_id: 'V1' } }],
    [2, { view: { id: 'V3', previous_view_id: 'V2', root_view_id: 'V1' } }],
  ])('has %d windows below it: %j', (below, payload) => {
    expect(originOf(payload).windowsBelow).toBe(below);
  });

  it('is nobody and nowhere in a payload of other types', () => {
    expect(originOf({ user_id: 7, team_id: [], channel: 'C0HERE', user: 'U0ANN', event: [] })).toMatchObject({
      userId: undefined,
      userTeamId: undefined,
      channelId: undefined,
    });
  });
});
