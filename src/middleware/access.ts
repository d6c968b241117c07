import { type AccessRequest, type AccessRules, authorize, type People } from '../access/policy.ts';
import type { Spelling } from '../command-names.ts';
import { commandSpoken, spokenIn } from '../reading/mention-text.ts';
import type { Middleware } from '../slack/exchange/exchange.ts';
import type { Origin } from '../slack/exchange/origin.ts';
import type { SlackPayload } from '../slack/exchange/payload-kinds.ts';
import { commandIn } from './said.ts';

/** Asked at every door, before anything is looked up: may this person ask this, here? */
export function access(rules: AccessRules, people: People, slash: Spelling): Middleware {
  return async (exchange, next) => {
    const { incoming, place } = exchange;
    const { aloneBecause } = await authorize(
      {
        userId: place.userId,
        channelId: place.channelId,
        isSharedChannel: place.isShared,
        isAboutBanks: isAboutBanks(incoming, slash),
        posting: postingOf(incoming, place),
      },
      rules,
      people,
    );
    exchange.admitted = true;
    exchange.aloneBecause = aloneBecause;
    await next();
  };
}

/** By the names under which the doors are registered; what is not known to be about banks is not. */
function isAboutBanks({ kind, payload }: SlackPayload, slash: Spelling): boolean {
  switch (kind) {
    case 'command':
      return commandIn(payload.command) === 'bank';
    case 'options':
    case 'action':
      return payload.action_id.startsWith('bank:');
    case 'view':
      return payload.callback_id.startsWith('bank:');
    case 'shortcut':
      return payload.callback_id === 'find_bank_code';
    case 'event':
      return 'text' in payload && commandSpoken(spokenIn(payload.text ?? ''), slash)?.name === 'bank';
  }
}

/** What is posted at a click was asked to be posted; a mention asks for an answer. */
function postingOf({ kind, payload }: SlackPayload, { audience }: Origin): AccessRequest['posting'] {
  switch (kind) {
    case 'event':
      return payload.type === 'app_mention' && audience === 'channel' ? 'preferred' : 'none';
    case 'view':
      return 'required';
    case 'action':
      return payload.action_id === 'txn:share' || (payload.action_id === 'txn:refresh' && audience === 'channel')
        ? 'required'
        : 'none';
    default:
      return 'none';
  }
}
