import * as z from 'zod';
import { takeBackId } from '../blocks/offers.ts';
import { UserError } from '../errors.ts';
import { JsonText } from '../text.ts';
import {
  type BoltArgs,
  DeclaredRoute,
  openedFromPattern,
  type Route,
  type RouteOptions,
  readOrigin,
  type SlackPayload,
  toSlackPayload,
} from './payload.ts';
import { type Answer, replyRouteFor } from './reply-routes.ts';
import { type RequestOptions, SlackRequest } from './request.ts';

/**
 * Builds the schema of a button's payload, which yields the button's parsed `value`.
 * @example
 * const value = buttonValue(z.string().regex(/^\d{6}$/));
 * routes.action('bank:refresh', { command: bankHead, value }, (code, request) => answer(code));
 */
export function buttonValue<Value>(value: z.ZodType<Value>): z.ZodType<Value> {
  return z.object({ value }).transform((button) => button.value);
}

/** Builds the schema of a choice in a select, which yields the chosen option's parsed `value`. */
export function chosenOption<Value>(value: z.ZodType<Value>): z.ZodType<Value> {
  return z
    .object({ selected_option: buttonValue(value) })
    .transform((select) => select.selected_option);
}

/**
 * Builds the schema of a submitted modal, which yields the metadata without the channel from
 * `addModalOrigin`.
 */
export function modalMetadata<Value>(value: z.ZodType<Value, string>): z.ZodType<Value> {
  const withoutChannel = z.string().transform((text) => text.replace(openedFromPattern, ''));
  return z
    .object({ private_metadata: withoutChannel.pipe(value) })
    .transform((view) => view.private_metadata);
}

type Listener<Value> = (value: Value, request: SlackRequest) => Answer | Promise<Answer>;

/**
 * @param name as in Slack's payloads: a command with its slash, or `*`; an action id without its
 * trailing number
 */
export type Register = <Value>(
  name: string,
  options: RouteOptions<Value>,
  listener: Listener<Value>,
) => void;

/** Functions that register a route, one for each kind of payload. */
export type Routes = Record<SlackPayload['kind'], Register>;

/**
 * Creates a router that finds listeners by name. Bolt tries every listener on every payload: with
 * two dozen listeners, that took two thirds of a process's capacity.
 */
export function createRouter() {
  /** By kind and name: `action bank:run`, `event *`. */
  const bindersByName = new Map<string, BindRoute>();

  const registerFor =
    (kind: string): Register =>
    (name, options, listener) => {
      bindersByName.set(`${kind} ${name}`, createBinder(options, listener));
    };

  /**
   * For payloads without a registered route. The schema rejects all of them, so the audit line
   * shows the raw text.
   */
  const bindUnknown = createBinder({ value: z.never() }, () => undefined);
  const registrars: Routes = {
    command: registerFor('command'),
    action: registerFor('action'),
    options: registerFor('options'),
    shortcut: registerFor('shortcut'),
    view: registerFor('view'),
    event: registerFor('event'),
  };

  return {
    routes: registrars,
    /**
     * Turns a payload into a request; a payload without a registered route gets a route that
     * refuses it.
     * @returns `undefined` when the payload needs no reply: a deletion, an added link preview,
     *   another app's message
     */
    open(args: BoltArgs, options: RequestOptions): SlackRequest | undefined {
      const incoming = toSlackPayload(args);
      // The library's types claim that a name is always there.
      if (typeof incoming?.name !== 'string') return undefined;

      const origin = readOrigin(args.body);
      const replies = replyRouteFor(incoming, options.client, origin);
      if (replies === undefined) return undefined;

      // A trailing number distinguishes buttons of one message with the same action: `bank:run:2`.
      const name = incoming.kind === 'action' ? incoming.name.replace(/:\d+$/, '') : incoming.name;
      const { kind } = incoming;
      const bind =
        bindersByName.get(`${kind} ${name}`) ?? bindersByName.get(`${kind} *`) ?? bindUnknown;

      return new SlackRequest({ payload: incoming, origin, replies, ...bind(incoming) }, options);
    },
  };
}

/** Binds a route and its listener to one payload. */
type BindRoute = (incoming: SlackPayload) => {
  route: Route;
  listen: (request: SlackRequest) => Promise<Answer>;
};

function createBinder<Value>(options: RouteOptions<Value>, listener: Listener<Value>): BindRoute {
  return (incoming) => {
    const route = new DeclaredRoute(incoming, options);
    return { route, listen: async (request) => listener(route.read(), request) };
  };
}

/** Who shared the answer, and the code of that request, which the audit line quotes. */
const Shared = z.object({ by: z.string(), code: z.string() });

/**
 * Registers Take Back, which `SlackRequest.deliver` adds to what somebody shares, except codes of
 * banks. It deletes the message for everybody, and works only for the person who shared it: so a
 * wrong channel can be undone.
 */
export function registerTakeBack(routes: Routes): void {
  const value = buttonValue(JsonText.pipe(Shared));
  const route = { value, text: ({ code }: z.infer<typeof Shared>) => code, isOneAtATime: true };

  routes.action(takeBackId, route, ({ by }, request) => {
    if (request.origin.personId !== by)
      throw new UserError('Only the person who shared this can take it back.');
    request.outcome = 'taken_back';
    return { remove: true };
  });
}
