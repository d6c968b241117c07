import type { types } from '@slack/bolt';
import type * as z from 'zod';
import type { Spelling } from '../../command-names.ts';
import type { AnyCommand } from '../../commands/command.ts';
import { UserError } from '../../errors.ts';
import { code } from '../../views/mrkdwn.ts';
import type { Answer, Exchange } from '../exchange/exchange.ts';
import { doorNameOf, type SlackPayload } from '../exchange/payload-kinds.ts';
import type { SlackDoor } from '../exchange/slack-door.ts';

/** What a door declares: access, audit and the test of doors read it. What is not declared is not done. */
export interface DoorOptions<Value> {
  /** What the payload must hold, as the listener wants it. */
  value: z.ZodType<Value>;
  /** What it asks, by which it is decided who may ask. A door without one is about transfers. */
  command?: AnyCommand | ((value: Value) => AnyCommand | undefined);
  /** What is asked for, for the audit line about those who get no further. */
  text?: (value: Value) => string | undefined;
  /** Where everybody may read its answer. */
  posts?: SlackDoor['posts'];
  /** Whether a second click while the first is under way is to be ignored. */
  isOneAtATime?: boolean;
  /** Opened before Slack is asked who may ask; it holds nothing secret. */
  window?: types.ModalView;
}

export type Listener<Value> = (value: Value, exchange: Exchange) => Answer | Promise<Answer>;

/** @param name that Slack's payloads carry: a command with its slash, an action without the number behind it */
export type Register = <Value>(name: string, options: DoorOptions<Value>, listener: Listener<Value>) => void;

/** Where doors are registered, by the kind of payload. */
export type Routes = Record<SlackPayload['kind'], Register>;

export interface Router {
  routes: Routes;
  /** The one door that a payload is for. */
  find(incoming: SlackPayload): SlackDoor;
}

/**
 * Finds the listener by its name. Bolt's own way asks every listener about every payload: with two dozen of them that
 * took two thirds of what a process can answer.
 */
export function createRouter(slash: Spelling): Router {
  const doors = new Map<string, (incoming: SlackPayload) => SlackDoor>();
  const registerFor =
    (kind: string): Register =>
    (name, options, listener) =>
      void doors.set(`${kind} ${name}`, (incoming) => new RegisteredDoor(incoming, options, listener));
  const unknown = `This txnbot does not know that: it may come from an older one. Try ${code(slash.write('txn help'))}.`;
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

/** Reads the payload when it is first asked, which is after a person's limit. */
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
    return doorNameOf(this.#incoming);
  }

  get command(): string | undefined {
    return this.#command()?.name;
  }

  get text(): string | undefined {
    const { success, data } = this.#value();
    return success ? this.#options.text?.(data) : undefined;
  }

  get isAboutBanks(): boolean {
    return this.#command()?.about === 'banks';
  }

  get isTyping(): boolean {
    return this.#incoming.kind === 'options';
  }

  get posts(): SlackDoor['posts'] {
    return this.#options.posts;
  }

  get window(): types.ModalView | undefined {
    return this.#options.window;
  }

  get isOneAtATime(): boolean {
    return this.#options.isOneAtATime === true;
  }

  async listen(exchange: Exchange): Promise<Answer> {
    const { success, data } = this.#value();
    if (!success) throw new UserError('That button is from an older txnbot. Ask anew, with a slash command.');
    return this.#listener(data, exchange);
  }

  #value(): z.ZodSafeParseResult<Value> {
    this.#read ??= this.#options.value.safeParse(this.#incoming.payload);
    return this.#read;
  }

  #command(): AnyCommand | undefined {
    const { command } = this.#options;
    if (typeof command !== 'function') return command;
    const { success, data } = this.#value();
    return success ? command(data) : undefined;
  }
}

/** Of another txnbot, or of none. */
class UnknownDoor implements SlackDoor {
  readonly name: string;
  readonly isTyping: boolean;
  readonly command = undefined;
  readonly text = undefined;
  readonly isAboutBanks = false;
  readonly posts = undefined;
  readonly window = undefined;
  readonly isOneAtATime = false;
  readonly #sentence: string;

  constructor(incoming: SlackPayload, sentence: string) {
    this.name = doorNameOf(incoming);
    this.isTyping = incoming.kind === 'options';
    this.#sentence = sentence;
  }

  async listen(): Promise<never> {
    throw new UserError(this.#sentence);
  }
}

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
