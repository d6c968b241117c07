import { AuditError, DeliveryError, errorCode } from '../errors.ts';
import type { Audit } from '../ops/audit-log.ts';
import { type Audience, plainReply, type Reply } from '../views/blocks.ts';
import { withLine } from '../views/with-line.ts';
import { auditEntry } from './audit.ts';
import type { Asked, Destination, Door, Origin } from './door.ts';

export interface HowToSend {
  /** What it goes through may be open only once. */
  isFirst: boolean;
  /** Tried again where that can only help, as nothing comes after it. */
  isAnswer: boolean;
}

export interface QuestionOptions {
  createReference: () => string;
  audit: Audit;
  /** Told how long the person waited for the answer, once it is delivered. */
  onAnswer: (answer: { command: string | undefined; durationMs: number }) => void;
}

const unaudited =
  'txnbot cannot write its audit log, and answers nothing without it. Tell whoever runs txnbot; nothing was wrong with the question.';

/** One question and its answer, from whichever door it came. Its subclass knows the way back to the person. */
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
  #interrupt: (reason: Error) => void = () => {};
  #sending: Promise<unknown> | undefined;

  constructor(options: QuestionOptions) {
    this.reference = options.createReference();
    this.#options = options;
  }

  abstract readonly origin: Origin;
  abstract readonly door: Door;
  /** Whether something can be sent before the answer: a line that says to wait, an empty list of options. */
  protected abstract readonly canWait: boolean;
  /** @throws DeliveryError for an answer */
  protected abstract send(message: Reply, to: Destination, how: HowToSend): Promise<unknown>;

  /** What is asked; the listener says so, once it knows. */
  get asked(): Asked | undefined {
    return this.#asked;
  }

  asks(asked: Asked): void {
    this.#asked = asked;
  }

  /** For the lines about those who get no further too. */
  get command(): string | undefined {
    return this.#asked?.command ?? this.door.command;
  }

  /** What became of the question, for the audit line that goes before the answer. */
  get outcome(): string {
    return this.#outcome;
  }

  end(outcome: string): void {
    this.#outcome = outcome;
  }

  /** Whether the person has got an answer, or needs none; a line that says to wait is none. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** From now on the person may be answered here; until then whatever is said is for them alone. */
  admit(aloneBecause: string | undefined): void {
    this.#isAdmitted = true;
    this.#aloneBecause = aloneBecause;
  }

  /** Who will read an answer that is posted, or replaces what stands there. */
  get audience(): Audience {
    return this.#aloneBecause === undefined ? this.origin.audience : 'asker';
  }

  /** Whether a card can be posted for everybody from where its answer goes. */
  get canShare(): boolean {
    return this.origin.isChannel && this.#aloneBecause === undefined;
  }

  /** Says how far a long look-up is, in place of the command's own line that says to wait; mrkdwn. */
  report(progress: string): void {
    this.#progress = progress;
  }

  /** Runs to its end, or until `interrupt`. @throws the reason for the interruption, too */
  async untilInterrupted(run: () => Promise<void>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#interrupt = reject;
      run().then(resolve, reject);
    });
  }

  /** Ends the wait with a reason that the person is told; nothing when there is an answer. */
  interrupt(reason: Error): void {
    if (!this.#isAnswered) this.#interrupt(reason);
  }

  /**
   * Writes the audit line, before anything is shown.
   * @throws AuditError when it cannot be written, which the person has been told then; DeliveryError when it is too late
   */
  protected async record(): Promise<void> {
    if (this.#isDelivered) throw new DeliveryError('too_late');
    if (this.#recorded === this.#outcome) return;
    const outcome = this.#outcome;
    try {
      await this.#options.audit(auditEntry(this, outcome));
      this.#recorded = outcome;
    } catch (error) {
      await this.#sendLast(plainReply(unaudited), 'asker');
      throw new AuditError(errorCode(error));
    }
  }

  /** Nothing more is to be said. */
  protected close(): void {
    this.#isAnswered = true;
  }

  /**
   * Sends the answer, the quickest way still open. There is one answer: a second one is not sent.
   * @param to where the door's answers go, when it is left out
   * @throws AuditError, DeliveryError; Error when the door has not declared that it posts
   */
  async deliver(reply: Reply, to?: Destination): Promise<void> {
    if (to !== undefined && to !== 'asker' && to !== this.door.posts)
      throw new Error(`${this.door.name} does not declare that it posts ${to}`);
    await this.record();
    if (this.#isDelivered) throw new DeliveryError('too_late'); // interrupted while the line was written
    const why = to === undefined ? this.#aloneBecause : undefined;
    await this.#sendLast(why === undefined ? reply : withLine(reply, why), to ?? this.#home());
    this.#options.onAnswer({ command: this.#asked?.command, durationMs: performance.now() - this.startedAtMs });
  }

  /** Says that the answer takes its time; nothing when there is one, or nowhere to say so. */
  sayWaiting(): void {
    if (this.#isAnswered || !this.canWait) return;
    const line = this.#progress ?? this.#asked?.waiting ?? 'Still waiting. The answer will follow here.';
    this.#inTurn(plainReply(line), this.#home(), false).catch(() => {});
  }

  #home(): Destination {
    return this.door.posts === 'thread' ? 'thread' : 'asker';
  }

  #sendLast(message: Reply, to: Destination): Promise<void> {
    this.#isAnswered = true;
    this.#isDelivered = true;
    return this.#inTurn(message, to, true);
  }

  /** One after the other: a line that says to wait must not overtake the answer. */
  async #inTurn(message: Reply, to: Destination, isAnswer: boolean): Promise<void> {
    const before = this.#sending;
    const where = this.#isAdmitted && this.#aloneBecause === undefined ? to : 'asker';
    const sent = before
      ? before.catch(() => {}).then(() => this.send(message, where, { isFirst: false, isAnswer }))
      : this.send(message, where, { isFirst: true, isAnswer });
    this.#sending = sent;
    await sent;
  }
}
