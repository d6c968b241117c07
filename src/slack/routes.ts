import * as z from 'zod';
import {
  type BoltArgs,
  DeclaredRoute,
  openedFrom,
  originOf,
  type Route,
  type RouteOptions,
  type SlackPayload,
  slackPayloadOf,
} from './payload.ts';
import { type Answer, replyRouteFor } from './replies.ts';
import { type RequestOptions, SlackRequest } from './request.ts';

/** The payload of a button, as what the button carries. */
export function buttonValue<Value>(value: z.ZodType<Value>): z.ZodType<Value> {
  return z.object({ value }).transform((button) => button.value);
}

/** The payload of a submitted window, as what its metadata carries: see `stacked`. */
export function windowValue<Value>(value: z.ZodType<Value, string>): z.ZodType<Value> {
  const carried = z.string().transform((text) => text.replace(openedFrom, ''));
  return z.object({ private_metadata: carried.pipe(value) }).transform((view) => view.private_metadata);
}

type Listener<Value> = (value: Value, request: SlackRequest) => Answer | Promise<Answer>;

/** @param name as in Slack's payloads: a command with its slash, an action id without its trailing number */
export type Register = <Value>(name: string, options: RouteOptions<Value>, listener: Listener<Value>) => void;

/** Registers routes, by the kind of payload. */
export type Routes = Record<SlackPayload['kind'], Register>;

/**
 * Finds the listener by its name. Bolt asks every listener about every payload: with two dozen of them, that took two
 * thirds of a process's capacity.
 */
export function createRouter() {
  const routes = new Map<string, Declared>();
  const registerFor =
    (kind: string): Register =>
    (name, options, listener) =>
      void routes.set(`${kind} ${name}`, declare(options, listener));
  /** It takes no payload, so the audit line names what this one carries. */
  const refuse = declare({ value: z.never() }, () => undefined);
  const registers: Routes = {
    command: registerFor('command'),
    action: registerFor('action'),
    options: registerFor('options'),
    shortcut: registerFor('shortcut'),
    view: registerFor('view'),
    event: registerFor('event'),
  };
  return {
    routes: registers,
    /**
     * A payload as a request; one that no route is registered for gets a route that refuses it.
     * @returns `undefined` when the payload needs no reply: an edit, a deletion, another app's message
     */
    open(args: BoltArgs, options: RequestOptions): SlackRequest | undefined {
      const incoming = slackPayloadOf(args);
      if (typeof incoming?.name !== 'string') return undefined; // the library's types promise one
      const origin = originOf(args.body);
      const replies = replyRouteFor(incoming, options.client, origin);
      if (replies === undefined) return undefined;
      // A number at its end tells apart the buttons of one message that ask the same: `bank:run:2`.
      const name = incoming.kind === 'action' ? incoming.name.replace(/:\d+$/, '') : incoming.name;
      const declared = (routes.get(`${incoming.kind} ${name}`) ?? refuse)(incoming);
      return new SlackRequest({ payload: incoming, origin, replies, ...declared }, options);
    },
  };
}

/** A route, and its listener, for one payload. */
type Declared = (incoming: SlackPayload) => { route: Route; listen: (request: SlackRequest) => Promise<Answer> };

function declare<Value>(options: RouteOptions<Value>, listener: Listener<Value>): Declared {
  return (incoming) => {
    const route = new DeclaredRoute(incoming, options);
    return { route, listen: async (request) => listener(route.read(), request) };
  };
}
