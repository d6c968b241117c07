import type { types } from '@slack/bolt';
import type * as z from 'zod';
import type { CommandHead } from '../command.ts';
import { UserError } from '../errors.ts';
import type { SlackPayload } from './bolt.ts';
import type { Destination } from './replies.ts';

/** What a route declares, for access, audit and the test of all routes. A route does nothing that it does not declare. */
export interface RouteOptions<Value> {
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

/** What a route declares about itself, and what it reads from one payload. */
export type Route = Pick<DeclaredRoute<unknown>, keyof DeclaredRoute<unknown>>;

/** What log and audit lines call the routes that are not named after what was clicked. */
const kindNames: Partial<Record<SlackPayload['kind'], string>> = { command: 'slash_command', options: 'typeahead' };

/**
 * Parses the payload on first use, which comes after the person's rate limit. A class, as an object with getters of its
 * own costs each request a sixth of its processor time.
 */
export class DeclaredRoute<Value> {
  readonly name: string;
  readonly posts: RouteOptions<Value>['posts'];
  readonly isTyped: boolean;
  /** Whether the person is still typing and only gets options to choose from. */
  readonly isTyping: boolean;
  readonly isOneAtATime: boolean;
  readonly isOneAPerson: boolean;
  readonly #incoming: SlackPayload;
  readonly #options: RouteOptions<Value>;
  #read: z.ZodSafeParseResult<Value> | undefined;

  constructor(incoming: SlackPayload, options: RouteOptions<Value>) {
    this.name = kindNames[incoming.kind] ?? (incoming.name || incoming.kind);
    this.posts = options.posts;
    this.isTyped = options.isTyped === true;
    this.isTyping = incoming.kind === 'options';
    this.isOneAPerson = options.isOneAPerson === true;
    this.isOneAtATime = options.isOneAtATime === true || this.isOneAPerson;
    this.#incoming = incoming;
    this.#options = options;
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
  read(): Value {
    const { success, data } = this.#parsed();
    if (!success) throw new UserError('That button is from an older version. Ask anew, with a slash command.');
    return data;
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
