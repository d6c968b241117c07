import { type Audience, type ButtonAction, plainReply, type Reply } from '../blocks/blocks.ts';
import { addContextLine, type Extras } from '../blocks/offers.ts';
import type { CommandSyntax } from '../command-names.ts';
import { type Query, unaudited } from '../error-reply.ts';
import { AuditError, DeliveryError, errorCode } from '../errors.ts';
import type { Audit, AuditEntry } from '../ops/audit.ts';
import type { RecentLookUp } from '../recent-look-ups.ts';

/** One question and its answer, from any door. The subclass knows how to reach the person. */
export abstract class Question {
  readonly startedAtMs = performance.now();
  /** Short, for people to quote; the log line carries it too. */
  readonly reference: string;
  readonly #options: QuestionOptions;
  #asked: Asked | undefined;
  #progress: string | undefined;
  #outcome = 'answered';
  #recorded: string | undefined;
  #isAnswered = false;
  #isDelivered = false;
  #isAdmitted = false;
  #aloneBecause: string | undefined;
  #offered: Offered = { canShare: async () => false, mayAskInWindows: false };
  #interrupt: (reason: Error) => void = () => {};
  readonly #inTurn = createInTurn();

  constructor(options: QuestionOptions) {
    this.reference = options.createShortCode();
    this.#options = options;
  }

  abstract readonly origin: Origin;
  abstract readonly door: Door;
  /** Whether something can be sent before the answer: a waiting line, an empty list of options. */
  protected abstract readonly canWait: boolean;
  /** @throws DeliveryError when an answer cannot be delivered */
  protected abstract send(message: Reply, to: Destination, how: HowToSend): Promise<unknown>;

  /** What is asked; the listener sets it once it knows. */
  get asked(): Asked | undefined {
    return this.#asked;
  }

  /** For words about it; a listener may not have read it yet. */
  get askedWords() {
    return this.#asked ?? wordsAtDoor(this.door, this.#isAdmitted);
  }

  asks(asked: Asked): void {
    this.#asked = asked;
  }

  /** For log and audit lines, also about questions that are refused before their listener runs. */
  get command(): string | undefined {
    return this.#asked?.command ?? this.door.command;
  }

  /** How the question ends, for the audit line, which is written before the answer. */
  get outcome(): string {
    return this.#outcome;
  }

  end(outcome: string): void {
    this.#outcome = outcome;
  }

  /** Whether the person has an answer or needs none; a waiting line is not an answer. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Allows answers to be posted here; until then every message goes to the asker alone. */
  admit(aloneBecause: string | undefined, offered = this.#offered): void {
    this.#isAdmitted = true;
    this.#aloneBecause = aloneBecause;
    this.#offered = offered;
  }

  /** Who reads an answer that is posted or replaces the clicked message. */
  get audience(): Audience {
    return this.#aloneBecause === undefined ? this.origin.audience : 'asker';
  }

  /** Whether a card can be shared with everybody from where its answer goes. */
  get canShare(): Promise<boolean> {
    return this.#offered.canShare();
  }

  get mayAskInWindows(): boolean {
    return this.#offered.mayAskInWindows;
  }

  get utcOffsetSeconds(): number | undefined {
    return this.#offered.utcOffsetSeconds;
  }

  /** Sets the progress of a long look-up, shown instead of the waiting line; mrkdwn. */
  report(progress: string): void {
    this.#progress = progress;
  }

  /** Runs to the end or until `interrupt`. @throws the error of `run`, or the reason for the interruption */
  async untilInterrupted(run: () => Promise<void>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#interrupt = reject;
      run().then(resolve, reject);
    });
  }

  /** Ends the wait with a reason that the person is told; does nothing once there is an answer. */
  interrupt(reason: Error): void {
    if (!this.#isAnswered) this.#interrupt(reason);
  }

  /**
   * Writes the audit line, before anything is shown.
   * @throws AuditError when it cannot be written, after telling the person; DeliveryError when an answer was already
   *   sent
   */
  protected async record(): Promise<void> {
    if (this.#isDelivered) throw new DeliveryError('too_late');
    if (this.#recorded === this.#outcome) return;
    const outcome = this.#outcome;
    try {
      await this.#options.audit(auditEntry(this, outcome));
      this.#recorded = outcome;
    } catch (error) {
      await this.#sendLast(plainReply(unaudited(this.askedWords)), 'asker');
      throw new AuditError(errorCode(error));
    }
  }

  /** Marks the question as needing no further message. */
  protected close(): void {
    this.#isAnswered = true;
  }

  /**
   * Sends the answer by the quickest open route. There is only one answer: a second call throws.
   * @param to defaults to where the door's answers go
   * @throws AuditError; DeliveryError; Error where the door declares no post, or the reply was masked for the asker
   */
  async deliver({ audience, recentLookUps = [], ...reply }: Reply, to?: Destination): Promise<void> {
    const where = to ?? this.#home();
    if (where !== 'asker' && where !== this.door.posts)
      throw new Error(`${this.door.name} does not declare that it posts ${where}`);
    if (audience === 'asker' && this.#isPublic(where))
      throw new Error(`${this.door.name} would post what was made for the asker`);
    await this.record();
    if (this.#isDelivered) throw new DeliveryError('too_late'); // interrupted while the audit line was written
    const why = to === 'asker' ? undefined : this.#aloneBecause;
    await this.#sendLast(why === undefined ? reply : addContextLine(reply, why), where);
    const durationMs = performance.now() - this.startedAtMs;
    this.#options.onAnswer({ command: this.#asked?.command, durationMs, userId: this.origin.userId, recentLookUps });
  }

  /** Sends a waiting line, unless there is an answer already or nowhere to send the line. */
  sayWaiting(): void {
    if (this.#isAnswered || !this.canWait) return;
    const line = this.#progress ?? this.#asked?.waiting ?? 'Still waiting. The answer will follow here.';
    this.#sendInTurn(plainReply(line), this.#home(), false).catch(() => {});
  }

  #home(): Destination {
    return this.door.posts === 'thread' ? 'thread' : 'asker';
  }

  #isPublic(where: Destination): boolean {
    return where === 'channel' || (where !== 'asker' && this.audience === 'channel');
  }

  #sendLast(message: Reply, to: Destination): Promise<unknown> {
    this.#isAnswered = true;
    this.#isDelivered = true;
    return this.#sendInTurn(message, to, true);
  }

  #sendInTurn(message: Reply, to: Destination, isAnswer: boolean): Promise<unknown> {
    const where = this.#isAdmitted && this.#aloneBecause === undefined ? to : 'asker';
    return this.#inTurn((isFirst) => this.send(message, where, { isFirst, isAnswer }));
  }
}

export interface QuestionOptions {
  createShortCode: () => string;
  audit: Audit;
  /** Called once the answer is delivered. */
  onAnswer: (answer: DeliveredAnswer) => void;
}

export interface DeliveredAnswer {
  command: string | undefined;
  /** How long the person waited. */
  durationMs: number;
  userId: string | undefined;
  /** What it was about, if a transfer. */
  recentLookUps: readonly RecentLookUp[];
}

/** What an answer may offer to the one who asks, because it would not be refused. */
interface Offered {
  /** Slack may have to be asked, so ask beside a look-up. */
  canShare: () => Promise<boolean>;
  /** Whether they may ask the next question in a window. */
  mayAskInWindows: boolean;
  /** Of the person's clock, for times in a text that Slack does not format. */
  utcOffsetSeconds?: number | undefined;
}

/** The audit line about a question in its current state. */
function auditEntry(question: Question, outcome: string): AuditEntry {
  const { origin, door, asked, command, reference, startedAtMs } = question;
  return {
    team: origin.userTeamId,
    user: origin.userId,
    channel: origin.channelId,
    door: door.name,
    command,
    asked: asked ? asked.text : door.text,
    outcome,
    durationMs: Math.round(performance.now() - startedAtMs),
    reference,
  };
}

/**
 * What a payload seems to ask for, before the listener has read it. A person who is not admitted is told only what they
 * typed themselves: what a button carries may not be theirs to read.
 */
function wordsAtDoor({ command, text = '', isTyped }: Door, isAdmitted: boolean): Query | undefined {
  return command === undefined || text === '' || !(isTyped || isAdmitted) ? undefined : { command, text };
}

export interface HowToSend {
  /** Whether it is the first message: its route (an ack, a trigger) may work only once. */
  isFirst: boolean;
  /** Whether it is the last message, which is retried where that is safe. */
  isAnswer: boolean;
}

/** @param send told whether it is the first: its route (an ack, a trigger) may work only once */
type InTurn = (send: (isFirst: boolean) => Promise<unknown>) => Promise<unknown>;

/** Sends one message after the other: a waiting line must not arrive after the answer. */
function createInTurn(): InTurn {
  let last: Promise<unknown> | undefined;
  return (send) => {
    last = last === undefined ? send(true) : last.catch(() => {}).then(() => send(false));
    return last;
  };
}

/** Who asks, and where. */
export interface Origin {
  userId: string | undefined;
  /** The team that the payload gives for the person, not for the app. */
  userTeamId: string | undefined;
  channelId: string | undefined;
  /** Whether the payload itself says that another organisation reads there. */
  isShared: boolean;
  /** Whether others can read there: it is neither a modal nor a direct message. */
  isChannel: boolean;
  /** Who reads an answer that replaces the clicked message or is posted beside it. */
  audience: Audience;
}

/**
 * Where an answer goes: to the asker alone, into the thread (which everybody reads), in place of the clicked message,
 * or into the channel for everybody.
 */
export type Destination = 'asker' | 'thread' | 'in place' | 'channel';

/** What a door declares about itself and reads from the payload. */
export interface Door {
  /** The kind of door, or the name of what was clicked. */
  readonly name: string;
  /** The command and text that the payload seems to ask for, before the listener reads it. */
  readonly command: string | undefined;
  readonly text: string | undefined;
  /** Whether it asks only for bank codes, which are not customer data. */
  readonly isAboutBanks: boolean;
  /** Where its answer may be posted for everybody; a door that declares nothing posts nothing. */
  readonly posts: Exclude<Destination, 'asker'> | undefined;
  /** Whether the person wrote that text themselves, and what they clicked does not carry it. */
  readonly isTyped: boolean;
  /** Whether the person is still typing and only gets options to choose from. */
  readonly isTyping: boolean;
}

/** What a listener knows about the question after it has read the payload. */
export interface Asked {
  command: string;
  text: string;
  /** The button that asks the same again. */
  again: ButtonAction;
  /** How a command is written at this door. */
  syntax: CommandSyntax;
  audience: Audience;
  /** What was read, where the person did not write it so. */
  readAs?: string | undefined;
  /** What stands beside what is asked for, and is not asked for itself. */
  beside?: Extras | undefined;
  /** The waiting line: shown while the answer is pending; mrkdwn. */
  waiting: string;
}
