import type { types } from '@slack/bolt';
import * as z from 'zod';
import { code } from '../blocks/mrkdwn.ts';
import type { CommandHead } from '../command.ts';
import { UserError } from '../errors.ts';
import type { CommandSyntax } from '../reading/command-names.ts';
import { type BoltArgs, originOf, type SlackPayload, slackPayloadOf } from './bolt.ts';
import { type Answer, type Destination, replyRouteFor } from './replies.ts';
import { type RequestOptions, SlackRequest } from './request.ts';

/** What a route declares, for access, audit and the test of all routes. A route does nothing that it does not declare. */
interface RouteOptions<Value> {
  /** The schema of the payload, which also turns it into what the listener needs. */
  value: z.ZodType<Value>;
  /** The command that it asks, which decides who may ask. A route without one is about transfers. */
  command?: CommandHead | ((value: Value) => CommandHead | undefined);
  /** What is asked for, for the audit line of requests that are refused before the listener runs. */
  text?: (value: Value) => string | undefined;
  /**
   * Whether the person wrote that text themselves, and what they clicked does not carry it: it is named to them even
   * when they are refused.
   */
  isTyped?: boolean;
  /** Where its answer may be posted for everybody; a route that declares nothing posts nothing. */
  posts?: Exclude<Destination, 'asker'>;
  /** Whether to ignore a second click while the first is in flight. */
  isOneAtATime?: boolean;
  /** Whether a person may have only one in flight, whatever message they click on: files cost processor time. */
  isOneAPerson?: boolean;
  /** The modal to open before access is checked with Slack; it holds nothing secret. */
  window?: types.ModalView | ((value: Value) => types.ModalView);
}

/** The payload of a button, as what the button carries. */
export function buttonValue<Value>(value: z.ZodType<Value>): z.ZodType<Value> {
  return z.object({ value }).transform((button) => button.value);
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
export function createRouter(slash: CommandSyntax) {
  const routes = new Map<string, (incoming: SlackPayload) => Route>();
  const registerFor =
    (kind: string): Register =>
    (name, options, listener) =>
      void routes.set(`${kind} ${name}`, (incoming) => new DeclaredRoute(incoming, options, listener));
  const sentence = `Nothing here answers that: it may come from an older version. Try ${code(slash.write('txn help'))}.`;
  const refuse = (incoming: SlackPayload) =>
    new DeclaredRoute(incoming, { value: z.unknown(), text: () => rawText(incoming) }, () =>
      Promise.reject(new UserError(sentence)),
    );
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
      if (incoming === undefined) return undefined;
      const origin = originOf(args.body);
      const replies = replyRouteFor(incoming, options.client, origin);
      if (replies === undefined) return undefined;
      // A number at its end tells apart the buttons of one message that ask the same: `bank:run:2`.
      const name = incoming.kind === 'action' ? incoming.name.replace(/:\d+$/, '') : incoming.name;
      const route = (routes.get(`${incoming.kind} ${name}`) ?? refuse)(incoming);
      return new SlackRequest(incoming, { origin, route, replies }, options);
    },
  };
}

/** What a route declares about itself, and what it reads from one payload. */
export type Route = Pick<DeclaredRoute<unknown>, keyof DeclaredRoute<unknown>>;

/** What log and audit lines call the routes that are not named after what was clicked. */
const kindNames: Partial<Record<SlackPayload['kind'], string>> = { command: 'slash_command', options: 'typeahead' };

/**
 * Parses the payload on first use, which comes after the person's rate limit. A class, as an object with getters of its
 * own costs each request a sixth of its processor time.
 */
class DeclaredRoute<Value> {
  readonly name: string;
  readonly posts: RouteOptions<Value>['posts'];
  readonly isTyped: boolean;
  /** Whether the person is still typing and only gets options to choose from. */
  readonly isTyping: boolean;
  readonly isOneAtATime: boolean;
  readonly isOneAPerson: boolean;
  readonly #incoming: SlackPayload;
  readonly #options: RouteOptions<Value>;
  readonly #listener: Listener<Value>;
  #read: z.ZodSafeParseResult<Value> | undefined;

  constructor(incoming: SlackPayload, options: RouteOptions<Value>, listener: Listener<Value>) {
    this.name = kindNames[incoming.kind] ?? (incoming.name || incoming.kind);
    this.posts = options.posts;
    this.isTyped = options.isTyped === true;
    this.isTyping = incoming.kind === 'options';
    this.isOneAPerson = options.isOneAPerson === true;
    this.isOneAtATime = options.isOneAtATime === true || this.isOneAPerson;
    this.#incoming = incoming;
    this.#options = options;
    this.#listener = listener;
  }

  /** The command and text that the payload seems to ask for, before the listener reads it. */
  get command(): CommandHead | undefined {
    const { command } = this.#options;
    return typeof command === 'function' ? this.#ofValue(command) : command;
  }

  get text(): string | undefined {
    const { text } = this.#options;
    return this.#parsed().success ? text && this.#ofValue(text) : rawText(this.#incoming);
  }

  get window(): types.ModalView | undefined {
    const { window } = this.#options;
    return typeof window === 'function' ? this.#ofValue(window) : window;
  }

  /** @throws UserError for a payload that another version of txnbot made */
  async listen(request: SlackRequest): Promise<Answer> {
    const { success, data } = this.#parsed();
    if (!success) throw new UserError('That button is from an older version. Ask anew, with a slash command.');
    return this.#listener(data, request);
  }

  #parsed(): z.ZodSafeParseResult<Value> {
    this.#read ??= this.#options.value.safeParse(this.#incoming.payload);
    return this.#read;
  }

  #ofValue<T>(from: (value: Value) => T): T | undefined {
    const { success, data } = this.#parsed();
    return success ? from(data) : undefined;
  }
}

const rawMax = 200;

/** What a payload carries that no route reads: the audit log keeps it, as an old or a forged button is worth knowing. */
function rawText({ kind, payload }: SlackPayload): string | undefined {
  const text = kind === 'command' ? payload.text : kind === 'action' && 'value' in payload ? payload.value : undefined;
  return typeof text === 'string' ? text.slice(0, rawMax) : undefined;
}
