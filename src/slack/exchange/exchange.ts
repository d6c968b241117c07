import type { types, webApi } from '@slack/bolt';
import type { Spelling } from '../../command-names.ts';
import type { Command, CommandRequest, Reply } from '../../commands/command.ts';
import { AuditError, DeliveryError } from '../../errors.ts';
import { type Said, saidIn } from '../../middleware/said.ts';
import type { Audit, AuditEntry } from '../../ops/audit-log.ts';
import type { ButtonAction } from '../../views/blocks.ts';
import { plainReply } from '../../views/plain-reply.ts';
import { withLine } from '../../views/with-line.ts';
import { type Origin, originOf } from './origin.ts';
import { type BoltArgs, doorOf, type SlackPayload, slackPayloadOf } from './payload-kinds.ts';
import { type Destination, type ReplyRoutes, replyRoutesFor, viewWays } from './reply-routes.ts';
import { codeOf, sendSafely } from './send.ts';

/** What stands between a question and its listener; all of them stand before every door. */
export type Middleware = (exchange: Exchange, next: () => Promise<void>) => Promise<void>;

export interface ExchangeOptions {
  client: webApi.WebClient;
  createReference: () => string;
  audit: Audit;
  /** How the slash commands are written. */
  slash: Spelling;
  /** Aborted when the process waits no longer for Slack. */
  givenUp: AbortSignal;
  /** Told how long the person waited for the answer, once it is delivered. */
  onAnswer: (answer: { command: string | undefined; durationMs: number }) => void;
}

/** `undefined` for what nobody waits for an answer to. */
export function openExchange(args: BoltArgs, options: ExchangeOptions): Exchange | undefined {
  const incoming = slackPayloadOf(args);
  if (!incoming) return undefined;
  const place = originOf(args.body);
  const ways = replyRoutesFor(incoming, options.client, place);
  return ways && new Exchange(incoming, place, ways, options);
}

export interface Asking {
  command: Command;
  request: CommandRequest;
  /** The button that asks the same again. */
  again: ButtonAction;
}

const unaudited =
  'txnbot cannot write its audit log, and answers nothing without it. Tell whoever runs txnbot; nothing was wrong with the question.';

/** One question and its answer, from whichever door it came. */
export class Exchange {
  readonly startedAtMs = performance.now();
  /** Short, for people to quote; the log line carries it too. */
  readonly reference: string;
  readonly incoming: SlackPayload;
  readonly client: webApi.WebClient;
  readonly place: Origin;
  /** Set by the listener as soon as it knows. */
  asking: Asking | undefined;
  /** What became of the question, for the audit line that goes before the answer. */
  outcome = 'answered';
  /** Whether the person has got an answer, or needs none; a line that says to wait is none. */
  answered = false;
  /** Whether the person may be answered here. Until then whatever is said is for them alone. */
  admitted = false;
  /** Set by the policy: why the answer is for the person alone, though they asked where everybody reads. */
  aloneBecause: string | undefined;
  /** How far a long look-up is, in words; replaces the command's own line that says to wait. */
  progress: string | undefined;
  /** Set by the error boundary: ends the wait with a reason that the person is told. */
  cut: (reason: Error) => void = () => {};
  #ways: ReplyRoutes;
  #sending: Promise<unknown> | undefined;
  #isDelivered = false;
  #isOpening = false;
  #recorded: string | undefined;
  #said: Said | undefined;
  readonly #options: ExchangeOptions;

  constructor(incoming: SlackPayload, place: Origin, ways: ReplyRoutes, options: ExchangeOptions) {
    this.reference = options.createReference();
    this.incoming = incoming;
    this.client = options.client;
    this.place = place;
    this.#ways = ways;
    this.#options = options;
  }

  /** Who will read an answer that is posted, or replaces what stands there. */
  get audience(): Origin['audience'] {
    return this.aloneBecause === undefined ? this.place.audience : 'asker';
  }

  /** Whether a card can be posted for everybody from where its answer goes. */
  get canShare(): boolean {
    return this.place.isChannel && this.aloneBecause === undefined;
  }

  /** What the payload seems to ask, for the lines about those who get no further. */
  said(): Said {
    this.#said ??= saidIn(this.incoming.payload, this.#options.slash);
    return this.#said;
  }

  /**
   * Writes the audit line. Part of `deliver`; to be called before what goes another way.
   * @throws AuditError when it cannot be written, which the person has been told then
   */
  async record(): Promise<void> {
    if (this.#isDelivered) throw new DeliveryError('too_late');
    if (this.#recorded === this.outcome) return;
    try {
      const { outcome } = this;
      await this.#options.audit(auditEntry(this));
      this.#recorded = outcome;
    } catch (error) {
      await this.#sendLast(plainReply(unaudited), 'alone');
      throw new AuditError(codeOf(error));
    }
  }

  /**
   * Sends the answer, the quickest way still open. There is one answer: a second one is not sent.
   * @throws AuditError, DeliveryError
   */
  async deliver(reply: Reply, to: Destination = 'asker'): Promise<void> {
    await this.record();
    if (this.#isDelivered) throw new DeliveryError('too_late'); // cut while the line was written
    const why = to === 'asker' ? this.aloneBecause : undefined;
    await this.#sendLast(why === undefined ? reply : withLine(reply, why), to);
    this.#options.onAnswer({ command: this.asking?.command.name, durationMs: performance.now() - this.startedAtMs });
  }

  /** Says that the answer takes its time; nothing when there is one, or nowhere to say so. */
  sayWaiting(): void {
    if (this.answered || this.#isOpening || !this.#ways.canWait) return;
    const { command, request } = this.asking ?? {};
    const line = this.progress ?? (command && request && command.waiting(request.text));
    const message = plainReply(line ?? 'Still waiting. The answer will follow here.');
    this.#inTurn('asker', (send) => send(message)).catch(() => {}); // tried again it would hold up the answer
  }

  /** Opens this window; from then on answers are shown in it. Its trigger opens one, so until then nobody is told to wait. */
  async openWindow(view: types.ModalView): Promise<void> {
    this.#isOpening = true;
    try {
      const opened = await this.client.views.open({ trigger_id: this.place.triggerId ?? '', view });
      this.#ways = viewWays(this.client, { ...this.place, viewId: opened.view?.id, viewType: 'modal' });
    } finally {
      this.#isOpening = false;
    }
  }

  #sendLast(message: Reply, to: Destination): Promise<void> {
    this.answered = true;
    this.#isDelivered = true;
    const patience = { startedAtMs: this.startedAtMs, givenUp: this.#options.givenUp };
    return this.#inTurn(to, (send) => sendSafely(send, message, patience));
  }

  /** One after the other: a line that says to wait must not overtake the answer. */
  async #inTurn(to: Destination, say: (send: (message: Reply) => Promise<unknown>) => Promise<unknown>): Promise<void> {
    const before = this.#sending;
    const audience = this.admitted && this.aloneBecause === undefined ? to : 'alone';
    const sent = before
      ? before.catch(() => {}).then(() => say((message) => this.#ways.later(message, audience)))
      : say((message) => this.#ways.first(message, audience));
    this.#sending = sent;
    await sent;
  }
}

function auditEntry(exchange: Exchange): AuditEntry {
  const { place, incoming, asking, outcome, reference, startedAtMs } = exchange;
  return {
    team: place.userTeamId,
    user: place.userId,
    channel: place.channelId,
    door: doorOf(incoming),
    command: asking?.command.name ?? exchange.said().command,
    asked: asking?.request.text ?? exchange.said().asked,
    outcome,
    durationMs: Math.round(performance.now() - startedAtMs),
    reference,
  };
}
