import type { types } from '@slack/bolt';
import { elapsedMs } from '../async.ts';
import { mrkdwnReply, type Reply } from '../blocks/blocks.ts';
import { explainAuditFailure, type NamedQuery } from '../blocks/failure-words.ts';
import { addContextLine, type CommandSyntax, takeBackId } from '../blocks/offers.ts';
import type { Query, Reader } from '../command.ts';
import { AuditError, DeliveryError, errorCode } from '../errors.ts';
import type { Audit } from '../ops/audit.ts';
import { type Admission, type Asker, askerAlone, type Place } from '../policy.ts';
import type { Subject } from '../reading/question.ts';
import type { RecentLookUp } from '../recent-look-ups.ts';
import { createShortCode } from '../text.ts';
import type { SlackClient } from './client.ts';
import type { Origin, Route, SlackPayload } from './payload.ts';
import { assertMasked, sendByFirst, sendFile } from './posts.ts';
import {
  type Answer,
  addModalOrigin,
  listSendMethods,
  openModal,
  publishHome,
  type ReplyRoute,
} from './reply-routes.ts';

export interface RequestOptions {
  client: SlackClient;
  audit: Audit;
  /** Aborted when the process stops waiting for Slack. */
  givenUp: AbortSignal;
  /** Tells a person that the requester took a transaction over; returns whether they were told. */
  tellTakeOver: (request: SlackRequest, personId: string, reference: string) => Promise<boolean>;
  /**
   * Called once the answer or the explanation of an error is delivered, with the look-ups that it
   * shows, and what the rows of its table are about.
   */
  onAnswer: (
    request: SlackRequest,
    recentLookUps: readonly RecentLookUp[],
    subject?: Subject,
  ) => void;
}

interface RequestParts {
  payload: SlackPayload;
  origin: Origin;
  route: Route;
  replies: ReplyRoute;
  /** Runs the route's listener. @throws UserError for a payload from another version of txnbot */
  listen: (request: SlackRequest) => Promise<Answer>;
}

/** A Slack payload and its single answer. Everything sent in reply goes through this class. */
export class SlackRequest {
  readonly startedAtMs = performance.now();
  /** A short code for people to quote; the log line has it too. */
  readonly code = createShortCode();
  readonly origin: Origin;
  readonly route: Route;
  /** The query, set by `ask` once the listener has read the payload. */
  query: Query | undefined;
  /** The outcome in the audit line, which is written before the answer. */
  outcome = 'answered';
  /** The person who asks, and the question's thread if others can read it. */
  asker: Asker;
  /** Whether the answer has been sent, or is being sent. */
  isAnswered = false;
  /** Ends the wait for the answer with an error that the person sees. */
  interrupt: (reason: Error) => void = () => {};
  readonly #parts: RequestParts;
  readonly #options: RequestOptions;
  #replies: ReplyRoute;
  /** What the access policy allows. */
  #admission: Admission | undefined;
  #place = askerAlone;
  #lastSent: Promise<unknown> = Promise.resolve();
  /** How far the query's look-ups are, for the waiting line. */
  #progress: string | undefined;
  /** The last audit line written, and its outcome. */
  #audited: { outcome: string; written: Promise<void> } | undefined;

  constructor(parts: RequestParts, options: RequestOptions) {
    this.origin = parts.origin;
    this.route = parts.route;
    this.#replies = parts.replies;
    this.#parts = parts;
    this.#options = options;
    this.asker = this.#createAsker();
  }

  /**
   * Where the answer goes, and who reads it: to the asker alone until the access policy has
   * decided.
   */
  get place(): Place {
    return this.#place;
  }

  /** Lets the person be answered as the access policy says. */
  admit(admission: Admission): void {
    const { place, mayAskMany, utcOffsetSeconds } = admission;
    const name = admission.name ?? this.asker.name; // an event states no name
    this.#admission = admission;
    this.#place = place;
    this.asker = { ...this.asker, name, mayAskMany, utcOffsetSeconds };
  }

  /** Narrows `place` to the asker, wherever the answer could be posted. */
  restrictToAsker(): void {
    this.#place = askerAlone;
  }

  /** Records the query for the log, the audit line, "Ask Again" and the waiting line. */
  ask(query: Query): void {
    // A person with access to bank codes alone was admitted because the route declares that it is
    // about banks.
    if (this.isAboutBanks && query.command.about !== 'banks')
      throw new Error(
        `${this.route.name} declares that it is about banks, and asks ${query.command.name}`,
      );

    this.query = query;
  }

  /**
   * The query, for messages that repeat it. Before the listener runs, a person who is not admitted
   * sees only what they typed themselves: a button's value may not be theirs to read.
   */
  get namedQuery(): NamedQuery | undefined {
    if (this.query) return { command: this.query.command.name, text: this.query.text };

    const { command, text = '', declared } = this.route;
    const mayRead = declared.isTyped || this.#admission !== undefined;
    return command === undefined || text === '' || !mayRead
      ? undefined
      : { command: command.name, text };
  }

  /**
   * The command's name for log and audit lines, known even for a request refused before its
   * listener runs.
   */
  get command(): string | undefined {
    return (this.query?.command ?? this.route.command)?.name;
  }

  /** Whether the request is only for bank codes, which are not customer data. */
  get isAboutBanks(): boolean {
    return this.route.command?.about === 'banks';
  }

  /**
   * Whether a card for the asker alone has a Share button. A click there checks again if the
   * channel is shared.
   */
  get canShare(): boolean {
    const { isChannel, isShared } = this.origin;
    const { isPublic, aloneBecause } = this.#admission?.place ?? askerAlone;
    const isForAsker = !isPublic && aloneBecause === undefined;
    return isChannel && !isShared && isForAsker && !this.isAboutBanks;
  }

  /** Whether the person may make the next request from a window. */
  get mayAskInWindows(): boolean {
    return this.#admission?.mayAskInWindows === true;
  }

  /** Whether the answer is shown in a window, which cannot show a table. */
  get isInWindow(): boolean {
    return this.#replies.isWindow === true;
  }

  /** Who reads an inquiry's answer, and where. @param syntax how commands are written there */
  readerIn(syntax: CommandSyntax): Reader {
    const { asker, place, canShare, isInWindow, code: reference } = this;
    return { asker, place, syntax, canShare, isInWindow, reference };
  }

  #createAsker(): Asker {
    const { personId, personTeamId, personName, channelId, threadTs, messageTs, isPublic } =
      this.origin;
    return {
      personId: personId ?? '',
      teamId: personTeamId,
      name: personName,
      channelId,
      threadTs: isPublic ? (threadTs ?? messageTs) : undefined,
      audited: () => this.#record(),
      mayAskMany: async () => false,
      tell: (toldId, reference) => this.#options.tellTakeOver(this, toldId, reference),
      report: (progress) => {
        this.#progress = progress;
      },
    };
  }

  /**
   * Acks a click. Bolt acks events; the first message acks a command, even if it is a waiting line.
   */
  async ackClick(): Promise<void> {
    const { payload } = this.#parts;
    if (payload.kind === 'action' || payload.kind === 'view' || payload.kind === 'shortcut')
      await payload.ack();
  }

  /**
   * Opens this modal, on top of a clicked modal, and shows later answers in it: a trigger opens
   * only one modal.
   */
  openWindow(view: types.ModalView): Promise<unknown> {
    return this.#inTurn(async () => {
      this.#replies = await openModal(this.#options.client, view, this.origin);
    });
  }

  /**
   * Runs the listener and shows its answer. @throws the listener's errors, AuditError,
   * DeliveryError, SlackApiError
   */
  async answer(): Promise<void> {
    const { client } = this.#options;
    const answer = await this.#parts.listen(this);
    if (answer === undefined) return;

    if ('reply' in answer) {
      const { file, ...reply } = answer.reply;
      if (file) {
        await this.#record();
        await sendFile(client, this.asker.personId, file);
      }

      await this.deliver(reply);

      // A failure does no harm: the Home tab is also redrawn whenever it is opened.
      const redrawn = answer.homeAfter?.().then((view) => publishHome(client, this.origin, view));
      await redrawn?.catch(() => {});
    } else if ('window' in answer) {
      await this.#record();
      const view = addModalOrigin(answer.window, this.origin);
      await client.views.update({ view_id: this.origin.viewId ?? '', view });
    } else if ('home' in answer) {
      if (this.route.command !== undefined) await this.#record();
      await publishHome(client, this.origin, answer.home);
    } else if ('remove' in answer) {
      await this.#record();
      await this.#inTurn(async () => this.#replies.remove?.());
      this.isAnswered = true;
    } else if (this.#parts.payload.kind === 'options')
      await this.#parts.payload.ack({ options: answer.options });
  }

  /**
   * Sends the answer to its place, by the quickest available method. There is only one answer: a
   * second call throws.
   * @throws AuditError; DeliveryError; Error if others would read a reply that was not masked
   */
  async deliver({ isMasked, recentLookUps = [], subject, ...reply }: Reply): Promise<void> {
    const place = this.#place;
    assertMasked(isMasked, place);
    await this.#record();

    // The request was interrupted while the audit line was written.
    if (this.isAnswered) throw new DeliveryError('too_late');

    await this.#sendLast(addContextLine(reply, place.aloneBecause), place);
    this.#options.onAnswer(this, recentLookUps, subject);
  }

  /** Value of Take Back for a shared answer; bank codes have none, as they are public. */
  #takeBackIn({ to }: Place): string | undefined {
    if (to !== 'channel') return to === 'in place' ? this.origin.takeBack : undefined;
    return this.isAboutBanks
      ? undefined
      : JSON.stringify({ by: this.origin.personId, code: this.code });
  }

  /**
   * Shows that the answer is on its way, unless it has been sent or this route cannot show that:
   * in a thread only while an answer may be posted there.
   */
  sayWaiting(): void {
    this.#inTurn(async () => {
      // Nothing follows a message that is taken back.
      if (this.isAnswered || this.route.name === takeBackId) return;

      const mayPostInThread =
        this.#place.to === 'thread' && (await this.#admission?.whyClosed()) === undefined;
      const to = mayPostInThread ? 'thread' : 'asker';
      await this.#replies.wait?.({ query: this.query, progress: this.#progress }, to);
    }).catch(() => {});
  }

  /**
   * Writes the audit line before anything is shown; once per outcome, even when called
   * concurrently.
   * @throws AuditError when the line cannot be written, after telling the person; DeliveryError
   *   if already answered
   */
  async #record(): Promise<void> {
    if (this.isAnswered) throw new DeliveryError('too_late');

    const { origin, outcome } = this;
    if (this.#audited?.outcome !== outcome) {
      const written = this.#options.audit({
        team: origin.personTeamId,
        user: origin.personId,
        channel: origin.channelId,
        door: this.route.name,
        command: this.command,
        asked: this.query ? this.query.text : this.route.text,
        outcome,
        durationMs: Math.round(elapsedMs(this.startedAtMs)),
        reference: this.code,
      });
      this.#audited = { outcome, written };
    }

    try {
      await this.#audited.written;
    } catch (error) {
      if (!this.isAnswered)
        await this.#sendLast(mrkdwnReply(explainAuditFailure(this.namedQuery)), askerAlone);
      throw new AuditError(errorCode(error));
    }
  }

  /**
   * Sends the answer, retries when safe, and falls back to the person alone if Slack refuses the
   * post.
   */
  async #sendLast(message: Reply, place: Place): Promise<void> {
    this.isAnswered = true;

    const { startedAtMs, origin } = this;
    const { client, givenUp } = this.#options;
    const destination = {
      client,
      origin,
      mayAskInWindows: this.#admission?.mayAskInWindows ?? true,
      whyClosed: place.isPublic ? this.#admission?.whyClosed : undefined,
      takeBack: this.#takeBackIn(place),
    };

    await this.#inTurn(() => {
      // Listed only now: a window that opened meanwhile takes the answer.
      const methods = listSendMethods(place.to, this.#replies, destination);
      return sendByFirst(methods, message, { startedAtMs, givenUp });
    });
  }

  /** Sends messages one after another, so that a waiting line cannot arrive after the answer. */
  #inTurn(send: () => Promise<unknown>): Promise<unknown> {
    this.#lastSent = this.#lastSent.catch(() => {}).then(send);
    return this.#lastSent;
  }
}
