import type { AnyMiddlewareArgs } from '@slack/bolt';
import { type AccessRules, authorize, type Directory } from '../access/policy.ts';
import { commandSpoken, spokenIn } from '../commands/spoken.ts';
import type { Spelling } from '../views/spelling.ts';
import type { BotArgs, BotMiddleware } from './exchange.ts';
import type { Place } from './place.ts';
import { commandIn } from './said.ts';

/** Asked at every door, before anything is looked up: may this person ask this, here? */
export function access(rules: AccessRules, directory: Directory, slash: Spelling): BotMiddleware {
  return async (args, next) => {
    const { place } = args.context.exchange;
    await authorize(
      {
        userId: place.userId,
        teamId: place.userTeamId,
        channelId: place.channelId,
        isSharedChannel: place.isShared,
        isAboutBanks: isAboutBanks(args, slash),
        isPosted: isPosted(args, place),
      },
      rules,
      directory,
    );
    args.context.exchange.admitted = true;
    await next();
  };
}

/** By the names under which the doors are registered; what is not known to be about banks is not. */
function isAboutBanks(args: BotArgs, slash: Spelling): boolean {
  if ('command' in args) return commandIn(args.command.command) === 'bank';
  if ('options' in args) return args.options.type === 'block_suggestion' && args.options.action_id.startsWith('bank:');
  if ('action' in args) return 'action_id' in args.action && args.action.action_id.startsWith('bank:');
  if ('view' in args) return args.view.callback_id.startsWith('bank:');
  if ('shortcut' in args) return args.shortcut.callback_id === 'find_bank_code';
  if (!('event' in args && 'text' in args.event)) return false;
  return commandSpoken(spokenIn(args.event.text ?? ''), slash)?.name === 'bank';
}

function isPosted(args: AnyMiddlewareArgs, place: Place): boolean {
  if ('event' in args) return args.event.type === 'app_mention' && place.audience === 'channel';
  if ('view' in args) return true;
  if (!('action' in args && 'action_id' in args.action)) return false;
  const { action_id: actionId } = args.action;
  return actionId === 'txn:share' || (actionId === 'txn:refresh' && place.audience === 'channel');
}
