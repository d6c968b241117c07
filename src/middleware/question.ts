import { AuditError, DeliveryError, errorCode } from '../errors.ts';
import { addContextLine } from '../views/add-context-line.ts';
import { type Audience, plainReply, type Reply } from '../views/blocks.ts';
import { unaudited } from '../views/error-reply.ts';
import { auditEntry } from './audit-entry.ts';
import type { Asked, Destination, Door, Origin } from './door.ts';
import { createInTurn, type HowToSend } from './in-turn.ts';
import type { Offered, QuestionOptions } from './question-options.ts';
import { wordsAtDoor } from './words-at-door.ts';

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
    this.reference = options.createReference();
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
  async deliver({ audience, lookedUp = [], ...reply }: Reply, to?: Destination): Promise<void> {
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
    this.#options.onAnswer({ command: this.#asked?.command, durationMs, userId: this.origin.userId, lookedUp });
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
