import type { types } from '@slack/bolt';
import {
  type Audience,
  type ButtonAction,
  type Destination,
  plainReply,
  type Reply,
  runAction,
} from '../blocks/blocks.ts';
import { type NamedQuery, unaudited } from '../blocks/failure-words.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addContextLine } from '../blocks/offers.ts';
import type { Query } from '../command.ts';
import { AuditError, DeliveryError, errorCode } from '../errors.ts';
import type { RecentLookUp } from '../history.ts';
import type { Audit } from '../ops/audit.ts';
import type { Admission, Asker } from '../policy.ts';
import { createShortCode } from '../text.ts';
import type { SlackClient } from './client.ts';
import type { Origin, Route, SlackPayload } from './payload.ts';
import { type Answer, type Direct, Outbox, publishHome, type ReplyRoute, stacked } from './replies.ts';
import { sendFile } from './send.ts';

export interface RequestOptions {
  client: SlackClient;
  audit: Audit;
  /** Aborted when the process stops waiting for Slack. */
  givenUp: AbortSignal;
  /** Called once the answer is delivered, with the look-ups that it shows. */
  onAnswer: (request: SlackRequest, recentLookUps: readonly RecentLookUp[]) => void;
}

interface RequestParts {
  origin: Origin;
  route: Route;
  replies: ReplyRoute;
  /** What the route's listener answers. @throws UserError for a payload that another version of txnbot made */
  listen: (request: SlackRequest) => Promise<Answer>;
}

/** One of Slack's payloads and its one answer. Everything that answers it goes to Slack through here. */
export class SlackRequest {
  readonly startedAtMs = performance.now();
  /** Short, for people to quote; the log line carries it too. */
  readonly code = createShortCode();
  readonly origin: Origin;
  readonly route: Route;
  /** What is asked, once the listener has read the payload: see `ask`. */
  query: Query | undefined;
  /** How the request ends, for the audit line, which is written before the answer. */
  outcome = 'answered';
  /** Allows answers to be posted here; until then every message goes to the asker alone. */
  admission: Admission | undefined;
  /** Whether the answer is there, or on its way. */
  isAnswered = false;
  /** Ends the wait with a reason that the person is told. */
  interrupt: (reason: Error) => void = () => {};
  readonly #incoming: SlackPayload;
  readonly #options: RequestOptions;
  readonly #listen: RequestParts['listen'];
  readonly #outbox: Outbox;
  /** Shown instead of the waiting line. */
  #progress: string | undefined;
  /** The last audit line, and the outcome that it names. */
  #audited: { outcome: string; written: Promise<void> } | undefined;

  constructor(incoming: SlackPayload, { origin, route, replies, listen }: RequestParts, options: RequestOptions) {
    this.#incoming = incoming;
    this.origin = origin;
    this.route = route;
    this.#listen = listen;
    this.#options = options;
    this.#outbox = new Outbox(options.client, origin, replies);
  }

  /** Notes what is asked, for the log, the audit line, "Try Again" and the waiting line. */
  ask({ again, ...query }: Omit<Query, 'again'> & { again?: ButtonAction | undefined }): void {
    const { command, text } = query;
    // Whoever may ask for bank codes alone was let in by what the route declares.
    if (this.isAboutBanks && command.about !== 'banks')
      throw new Error(`${this.route.name} declares that it is about banks, and asks ${command.name}`);
    this.query = { ...query, again: again ?? runAction(command.name, text) };
  }

  /**
   * What is asked, for sentences about it. Before the listener has read it, a person who is not admitted is told only
   * what they typed themselves: what a button carries may not be theirs to read.
   */
  get namedQuery(): NamedQuery | undefined {
    if (this.query) return { command: this.query.command.name, text: this.query.text };
    const { command, text = '', isTyped } = this.route;
    const mayRead = isTyped || this.admission !== undefined;
    return command === undefined || text === '' || !mayRead ? undefined : { command: command.name, text };
  }

  /** For log and audit lines, also about requests that are refused before their listener runs. */
  get command(): string | undefined {
    return (this.query?.command ?? this.route.command)?.name;
  }

  /** Whether it asks only for bank codes, which are not customer data. */
  get isAboutBanks(): boolean {
    return this.route.command?.about === 'banks';
  }

  /** Who reads an answer that is posted or replaces the clicked message. */
  get audience(): Audience {
    return this.admission?.aloneBecause === undefined ? this.origin.audience : 'asker';
  }

  /** Whether a card that only the asker reads offers Share. The click is checked anew, as the channel may be shared. */
  get canShare(): boolean {
    const { isChannel, isShared, audience } = this.origin;
    const isForAsker = this.route.posts === undefined || audience === 'asker';
    return isChannel && !isShared && isForAsker && !this.isAboutBanks;
  }

  /** Whether the person may ask the next question in a window. */
  get mayAskInWindows(): boolean {
    return this.admission?.mayAskInWindows === true;
  }

  /** Whether the answer is shown in a window, which takes no table. */
  get isInWindow(): boolean {
    return this.#outbox.isWindow;
  }

  /** Who asks, and the thread that the question stands in when others read there. */
  get asker(): Asker {
    const { userId: personId = '', userTeamId: teamId, channelId, threadTs, messageTs, audience } = this.origin;
    return {
      ...{ personId, teamId, channelId },
      threadTs: audience === 'channel' ? (threadTs ?? messageTs) : undefined,
      utcOffsetSeconds: this.admission?.utcOffsetSeconds,
      audited: () => this.#record(),
      mayAskMany: async () => (await this.admission?.mayAskMany()) === true,
      report: (progress) => {
        this.#progress = progress;
      },
    };
  }

  /** Acks a click; nothing else is acked before its answer. */
  async ackClick(): Promise<void> {
    const { kind } = this.#incoming;
    if (kind === 'action' || kind === 'view' || kind === 'shortcut') await this.#incoming.ack();
  }

  /** Opens this modal, upon the one that was clicked in, and shows later answers in it. */
  openWindow(view: types.ModalView): Promise<unknown> {
    return this.#outbox.openWindow(view);
  }

  async answer(): Promise<void> {
    await this.show(await this.#listen(this));
  }

  /** Shows the listener's answer. @throws AuditError, DeliveryError, SlackApiError */
  async show(answer: Answer): Promise<void> {
    const { client } = this.#options;
    if (answer === undefined) return;
    if ('reply' in answer) {
      if (answer.file) {
        await this.#record();
        await sendFile(client, this.asker.personId, answer.file);
      }
      await this.deliver(answer.reply, answer.to);
      // The Home tab is drawn anew too when it is opened, so a failure is no loss.
      const drawn = answer.homeAfter?.().then((view) => publishHome(client, this.origin, view));
      await drawn?.catch(() => {});
    } else if ('window' in answer) {
      await this.#record();
      const view = stacked(answer.window, this.origin);
      await client.views.update({ view_id: this.origin.viewId ?? '', view });
    } else if ('home' in answer) {
      if (this.route.command !== undefined) await this.#record();
      await publishHome(client, this.origin, answer.home);
    } else if (this.#incoming.kind === 'options') await this.#incoming.ack({ options: answer.options });
  }

  /**
   * Sends the answer by the quickest open way. There is only one answer: a second call throws.
   * @param to defaults to where the route's answers go
   * @throws AuditError; DeliveryError; Error where the route declares no post, or the reply was not made for a channel
   */
  async deliver({ audience, recentLookUps = [], ...reply }: Reply, to?: Destination): Promise<void> {
    const where = to ?? this.#home;
    if (where !== 'asker' && where !== this.route.posts)
      throw new Error(`${this.route.name} does not declare that it posts ${where}`);
    const isPublic = where === 'channel' || (where !== 'asker' && this.audience === 'channel');
    if (isPublic && audience !== 'channel')
      throw new Error(`${this.route.name} would post what was not made for a channel`);
    await this.#record();
    if (this.isAnswered) throw new DeliveryError('too_late'); // interrupted while the audit line was written
    const why = to === 'asker' ? undefined : this.admission?.aloneBecause;
    await this.#sendLast(why === undefined ? reply : addContextLine(reply, why), where);
    this.#options.onAnswer(this, recentLookUps);
  }

  /** Sends a waiting line, unless there is an answer already or nowhere to send the line. */
  sayWaiting(): void {
    const line = () => {
      const text = this.query?.text ?? '';
      const about = text === '' ? '' : ` for the transfer service to answer about ${code(text, 100)}`;
      return this.isAnswered ? undefined : (this.#progress ?? `Still waiting${about}. The answer will follow here.`);
    };
    this.#outbox.sendLine(line, this.#placeFor(this.#home)).catch(() => {});
  }

  /**
   * Writes the audit line, before anything is shown; once for each outcome, however many ask for it at the same time.
   * @throws AuditError when it cannot be written, which the person is told; DeliveryError after an answer
   */
  async #record(): Promise<void> {
    if (this.isAnswered) throw new DeliveryError('too_late');
    if (this.#audited?.outcome !== this.outcome)
      this.#audited = { outcome: this.outcome, written: this.#writeAuditLine() };
    await this.#audited.written;
  }

  async #writeAuditLine(): Promise<void> {
    try {
      await this.#options.audit({
        team: this.origin.userTeamId,
        user: this.origin.userId,
        channel: this.origin.channelId,
        door: this.route.name,
        command: this.command,
        asked: this.query ? this.query.text : this.route.text,
        outcome: this.outcome,
        durationMs: Math.round(performance.now() - this.startedAtMs),
        reference: this.code,
      });
    } catch (error) {
      if (!this.isAnswered) await this.#sendLast(plainReply(unaudited(this.namedQuery)), 'asker');
      throw new AuditError(errorCode(error));
    }
  }

  get #home(): Destination {
    return this.route.posts === 'thread' ? 'thread' : 'asker';
  }

  #placeFor(to: Destination): Destination {
    return this.admission !== undefined && this.admission.aloneBecause === undefined ? to : 'asker';
  }

  async #sendLast(message: Reply, to: Destination): Promise<void> {
    this.isAnswered = true;
    const patience = { startedAtMs: this.startedAtMs, givenUp: this.#options.givenUp };
    await this.#outbox.sendAnswer(message, this.#placeFor(to), this.#direct, patience);
  }

  /** What the person's direct message gets at last: whole only where the bot may answer there. */
  get #direct(): Direct {
    if (this.route.isTyping || this.route.name === 'app_home_opened') return 'nothing';
    const isDirect = this.origin.channelId?.startsWith('D') === true;
    return isDirect || (this.admission?.mayAskInWindows ?? true) ? 'answer' : 'sentence';
  }
}
