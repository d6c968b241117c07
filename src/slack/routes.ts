import type { types } from '@slack/bolt';
import type * as z from 'zod';
import { code } from '../blocks/mrkdwn.ts';
import type { CommandHead } from '../command.ts';
import type { CommandSyntax } from '../command-names.ts';
import { UserError } from '../errors.ts';
import type { Answer, Asking, SlackDoor } from './exchange.ts';
import { routeNameOf, type SlackPayload } from './payload-kinds.ts';

/** What a door declares, for access, audit and the test of doors. A door does nothing that it does not declare. */
interface DoorOptions<Value> {
  /** The schema of the payload, which also turns it into what the listener needs. */
  value: z.ZodType<Value>;
  /** The command that it asks, which decides who may ask. A door without one is about transfers. */
  command?: CommandHead | ((value: Value) => CommandHead | undefined);
  /** What is asked for, for the audit line of questions that are refused before the listener runs. */
  text?: (value: Value) => string | undefined;
  /** Whether the person wrote that text themselves: it is named to them even when they are refused. */
  isTyped?: boolean;
  /** Where its answer may be posted for everybody. */
  posts?: SlackDoor['posts'];
  /** Whether to ignore a second click while the first is in flight. */
  isOneAtATime?: boolean;
  /** The modal to open before access is checked with Slack; it holds nothing secret. */
  window?: types.ModalView | ((value: Value) => types.ModalView);
}

type Listener<Value> = (value: Value, exchange: Asking) => Answer | Promise<Answer>;

/** @param name as in Slack's payloads: a command with its slash, an action id without its trailing number */
export type Register = <Value>(name: string, options: DoorOptions<Value>, listener: Listener<Value>) => void;

/** Registers doors, by the kind of payload. */
export type Routes = Record<SlackPayload['kind'], Register>;

export interface Router {
  routes: Routes;
  /** The door for a payload; an unknown payload gets a door that refuses it. */
  find(incoming: SlackPayload): SlackDoor;
}

/**
 * Finds the listener by its name. Bolt asks every listener about every payload: with two dozen of them, that took two
 * thirds of a process's capacity.
 */
export function createRouter(slash: CommandSyntax): Router {
  const doors = new Map<string, (incoming: SlackPayload) => SlackDoor>();
  const registerFor =
    (kind: string): Register =>
    (name, options, listener) =>
      void doors.set(`${kind} ${name}`, (incoming) => new RegisteredDoor(incoming, options, listener));
  const unknown = `Nothing here answers that: it may come from an older version. Try ${code(slash.write('txn help'))}.`;
  return {
    routes: {
      command: registerFor('command'),
      action: registerFor('action'),
      options: registerFor('options'),
      shortcut: registerFor('shortcut'),
      view: registerFor('view'),
      event: registerFor('event'),
    },
    find(incoming) {
      const open = doors.get(`${incoming.kind} ${routeOf(incoming)}`);
      return open?.(incoming) ?? new UnknownDoor(incoming, unknown);
    },
  };
}

/** Parses the payload on first use, which comes after the person's rate limit. */
class RegisteredDoor<Value> implements SlackDoor {
  readonly #incoming: SlackPayload;
  readonly #options: DoorOptions<Value>;
  readonly #listener: Listener<Value>;
  #read: z.ZodSafeParseResult<Value> | undefined;

  constructor(incoming: SlackPayload, options: DoorOptions<Value>, listener: Listener<Value>) {
    this.#incoming = incoming;
    this.#options = options;
    this.#listener = listener;
  }

  get name(): string {
    return routeNameOf(this.#incoming);
  }

  get command(): string | undefined {
    return this.#command()?.name;
  }

  get text(): string | undefined {
    const { success, data } = this.#value();
    return success ? this.#options.text?.(data) : rawText(this.#incoming);
  }

  get isAboutBanks(): boolean {
    return this.#command()?.about === 'banks';
  }

  get isTyped(): boolean {
    return this.#options.isTyped === true;
  }

  get isTyping(): boolean {
    return this.#incoming.kind === 'options';
  }

  get posts(): SlackDoor['posts'] {
    return this.#options.posts;
  }

  get window(): types.ModalView | undefined {
    const { window } = this.#options;
    if (typeof window !== 'function') return window;
    const { success, data } = this.#value();
    return success ? window(data) : undefined;
  }

  get isOneAtATime(): boolean {
    return this.#options.isOneAtATime === true;
  }

  async listen(exchange: Asking): Promise<Answer> {
    const { success, data } = this.#value();
    if (!success) throw new UserError('That button is from an older version. Ask anew, with a slash command.');
    return this.#listener(data, exchange);
  }

  #value(): z.ZodSafeParseResult<Value> {
    this.#read ??= this.#options.value.safeParse(this.#incoming.payload);
    return this.#read;
  }

  #command(): CommandHead | undefined {
    const { command } = this.#options;
    if (typeof command !== 'function') return command;
    const { success, data } = this.#value();
    return success ? command(data) : undefined;
  }
}

/** For a payload that no door is registered for: it may come from another version of txnbot. */
class UnknownDoor implements SlackDoor {
  readonly name: string;
  readonly isTyping: boolean;
  readonly isTyped = false;
  readonly command = undefined;
  readonly text: string | undefined;
  readonly isAboutBanks = false;
  readonly posts = undefined;
  readonly window = undefined;
  readonly isOneAtATime = false;
  readonly #sentence: string;

  constructor(incoming: SlackPayload, sentence: string) {
    this.name = routeNameOf(incoming);
    this.text = rawText(incoming);
    this.isTyping = incoming.kind === 'options';
    this.#sentence = sentence;
  }

  async listen(): Promise<never> {
    throw new UserError(this.#sentence);
  }
}

/** What a door is registered under. */
function routeOf({ kind, payload }: SlackPayload): string {
  switch (kind) {
    case 'command':
      return payload.command;
    case 'action':
      return payload.action_id.replace(/:\d+$/, ''); // `bank:run:2` is the third of the buttons that run `/bank`
    case 'options':
      return payload.action_id;
    case 'shortcut':
    case 'view':
      return payload.callback_id;
    case 'event':
      return payload.type;
  }
}

const rawMax = 200;

/** What a payload carries that no door reads: the audit log keeps it, as an old or a forged button is worth knowing. */
function rawText({ kind, payload }: SlackPayload): string | undefined {
  const text = kind === 'command' ? payload.text : kind === 'action' && 'value' in payload ? payload.value : undefined;
  return typeof text === 'string' ? text.slice(0, rawMax) : undefined;
}
