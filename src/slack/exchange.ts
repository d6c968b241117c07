import type { types } from '@slack/bolt';
import { type ButtonAction, type Reply, runAction } from '../blocks/blocks.ts';
import type { Asker, CommandHead } from '../command.ts';
import { cleanInput } from '../reading/characters.ts';
import type { SlackClient } from './client.ts';
import { sendSafely } from './deliver.ts';
import type { SlackOrigin } from './origin.ts';
import type { SlackPayload } from './payload-kinds.ts';
import { type Asked, type Destination, type Door, type HowToSend, Question, type QuestionOptions } from './question.ts';
import { openStacked, type ReplyRoutes, stacked, windowRoutes } from './replies.ts';
import { slackApiError } from './slack-errors.ts';

/**
 * What a listener answers; `undefined` when the person sees it already or another click brings it. `homeAfter` draws
 * the Home tab anew once the reply is there, as it shows what was asked lately.
 */
export type Answer =
  | { reply: Reply; to?: Destination; file?: NamedFile; homeAfter?: () => Promise<types.HomeView> }
  /** Replaces the modal that was clicked. */
  | { window: types.ModalView }
  | { home: types.HomeView }
  | { options: types.PlainTextOption[] }
  | undefined;

/** Goes to a direct message with the asker: a response_url cannot carry a file. */
interface NamedFile {
  name: string;
  content: string;
}

export interface ExchangeOptions extends QuestionOptions {
  client: SlackClient;
  /** Aborted when the process stops waiting for Slack. */
  givenUp: AbortSignal;
}

/** What a listener is given of it: it returns what it has to say, and cannot say it itself. */
export type Asking = Pick<
  Exchange,
  | 'origin'
  | 'asker'
  | 'door'
  | 'audience'
  | 'canShare'
  | 'mayAskInWindows'
  | 'isInWindow'
  | 'asks'
  | 'report'
  | 'openWindow'
>;

/** One of Slack's payloads and its answer. Everything that answers it goes to Slack through here. */
export class Exchange extends Question {
  readonly origin: SlackOrigin;
  readonly door: SlackDoor;
  readonly #incoming: SlackPayload;
  readonly #client: SlackClient;
  readonly #givenUp: AbortSignal;
  #routes: ReplyRoutes;
  #isOpening = false;

  constructor(
    {
      incoming,
      origin,
      door,
      routes,
    }: { incoming: SlackPayload; origin: SlackOrigin; door: SlackDoor; routes: ReplyRoutes },
    options: ExchangeOptions,
  ) {
    super(options);
    this.#incoming = incoming;
    this.origin = origin;
    this.door = door;
    this.#routes = routes;
    this.#client = options.client;
    this.#givenUp = options.givenUp;
  }

  /** Whether the answer is shown in a window: what stands in one, or on the Home tab, is answered in one. */
  get isInWindow(): boolean {
    return this.origin.viewType !== undefined;
  }

  /** Shows the listener's answer. @throws AuditError, DeliveryError, SlackApiError */
  async show(answer: Answer): Promise<void> {
    if (answer === undefined) return this.close();
    if ('reply' in answer) {
      if (answer.file) await this.#sendFile(answer.file);
      await this.deliver(answer.reply, answer.to);
      // It is drawn anew too when it is opened.
      const { homeAfter } = answer;
      if (homeAfter)
        await homeAfter()
          .then((view) => this.#publish(view))
          .catch(() => {});
      return;
    }
    if ('window' in answer) {
      await this.record();
      const { viewId = '' } = this.origin;
      await this.#client.views.update({ view_id: viewId, view: stacked(answer.window, this.origin) });
    } else if ('home' in answer) {
      if (this.door.command !== undefined) await this.record();
      this.close(); // a second one would stand over the first
      await this.#publish(answer.home);
    } else if (this.#incoming.kind === 'options') {
      await this.#incoming.ack({ options: answer.options });
    }
    this.close();
  }

  /**
   * Opens this modal, upon the one that was clicked in, and shows later answers in it. A trigger opens only one view, so
   * meanwhile no waiting line is sent.
   */
  async openWindow(view: types.ModalView): Promise<void> {
    this.#isOpening = true;
    try {
      this.#routes = windowRoutes(this.#client, await openStacked(this.#client, view, this.origin));
    } finally {
      this.#isOpening = false;
    }
  }

  /** Who asks, and the thread that the question stands in when others read there. */
  get asker(): Asker {
    const { userId = '', userTeamId, channelId, threadTs, messageTs, audience } = this.origin;
    const isPublic = audience === 'channel';
    return {
      personId: userId,
      teamId: userTeamId,
      channelId,
      threadTs: isPublic ? (threadTs ?? messageTs) : undefined,
      utcOffsetSeconds: this.utcOffsetSeconds,
      audited: () => this.record(),
    };
  }

  /** Acks a click; nothing else is acked before its answer. */
  async ackClick(): Promise<void> {
    const { kind } = this.#incoming;
    if (kind === 'action' || kind === 'view' || kind === 'shortcut') await this.#incoming.ack();
  }

  protected get canWait(): boolean {
    return !this.#isOpening && this.#routes.canWait;
  }

  protected async send(message: Reply, to: Destination, { isFirst, isAnswer }: HowToSend): Promise<unknown> {
    const { first, later } = this.#routes;
    const send = isFirst ? first : later;
    if (!isAnswer) return send(message, to);
    const patience = { startedAtMs: this.startedAtMs, givenUp: this.#givenUp };
    return sendSafely((inForm) => send(inForm(message), to), patience);
  }

  #publish(view: types.HomeView): Promise<unknown> {
    return this.#client.views.publish({ user_id: this.origin.userId ?? '', view });
  }

  async #sendFile({ name, content }: NamedFile): Promise<void> {
    await this.record();
    const { channel } = await this.#client.conversations.open({ users: this.origin.userId ?? '' });
    const file = { channel_id: channel?.id ?? '', filename: name, content, title: name };
    await this.#client.filesUploadV2(file).catch((error: unknown) => {
      throw slackApiError(error);
    });
  }
}

/** What is asked, as a door has read it. */
export interface NoteOptions extends Pick<Asked, 'audience' | 'syntax' | 'beside'> {
  command: CommandHead;
  text: string;
  /** What is asked, where the person's words do not hold it letter for letter. */
  mended?: string | undefined;
}

/**
 * Notes what is asked, for the log, a "Try Again" and the waiting line.
 * @param again the button of a "Try Again" that must do more than run the command
 * @returns the cleaned text
 */
export function noteAsked(
  { command, text: given, mended: readAs, audience, syntax, beside }: NoteOptions,
  exchange: Asking,
  again?: ButtonAction,
): string {
  // Whoever may ask for bank codes alone was let in by what the door declares.
  if (exchange.door.isAboutBanks && command.about !== 'banks')
    throw new Error(`${exchange.door.name} declares that it is about banks, and asks ${command.name}`);
  const text = cleanInput(given);
  again ??= runAction(command.name, text);
  exchange.asks({
    command: command.name,
    text,
    again,
    waiting: command.waiting(text),
    readAs,
    audience,
    syntax,
    beside,
  });
  return text;
}

/** The door for one of Slack's payloads. */
export interface SlackDoor extends Door {
  /** The modal to open before access is checked with Slack. */
  readonly window: types.ModalView | undefined;
  /** Whether to ignore a second click while the first is in flight. */
  readonly isOneAtATime: boolean;
  /** @throws UserError for a payload that another version of txnbot made */
  listen(asking: Asking): Promise<Answer>;
}
