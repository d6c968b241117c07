import { Exchange, type ExchangeOptions } from './exchange.ts';
import { originOf } from './origin.ts';
import { type BoltArgs, type SlackPayload, slackPayloadOf } from './payload-kinds.ts';
import { replyRoutesFor } from './replies.ts';
import type { SlackDoor } from './slack-door.ts';

/** `undefined` when the payload needs no reply: an edit, a deletion, another app's message. */
export function openExchange(
  args: BoltArgs,
  findDoor: (incoming: SlackPayload) => SlackDoor,
  options: ExchangeOptions,
): Exchange | undefined {
  const incoming = slackPayloadOf(args);
  if (!incoming) return undefined;
  const origin = originOf(args.body);
  const routes = replyRoutesFor(incoming, options.client, origin);
  return routes && new Exchange({ incoming, origin, routes, door: findDoor(incoming) }, options);
}
