import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BreakerState, Events } from './events.ts';

interface MetricSources {
  bankList: () => { size: number; loadedAtMs: number } | undefined;
  isConnected: () => boolean;
  /** @throws Error while the store cannot be read */
  watchCount: () => Promise<number>;
}

export type Metrics = ReturnType<typeof createMetrics>;

const ackSeconds = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3];
const answerSeconds = [0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 12, 20, 30];
/** How often the event loop's lag is measured, which wakes an idle process; no lag reads as 0.5 s. */
const lagEveryMs = 500;
const breakerStates: readonly BreakerState[] = ['closed', 'half_open', 'open'];

/**
 * Creates the Prometheus metrics. Label values are fixed words of ours or of the protocols: never a
 * reference, person, channel or bank.
 */
export function createMetrics(events: Events) {
  const registry = new Registry();
  const registers = [registry];

  subscribe(events, registers);

  /**
   * Creates a gauge whose value is read at each scrape; the gauge is absent when `read` returns
   * `undefined`.
   */
  const addScrapedGauge = (
    name: string,
    help: string,
    read: () => Promise<number | undefined> | number | undefined,
  ) =>
    new Gauge({
      name: `txnbot_${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        this.remove();
        if (value !== undefined) this.set(value);
      },
    });

  return {
    /** Adds Node's default metrics, whose collection cannot be stopped. */
    watchProcess: () =>
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagEveryMs }),
    /** Adds the metric `redis_connected`, read from `isReady`. */
    watchRedis(isReady: () => boolean): void {
      addScrapedGauge('redis_connected', '1 while Redis can be used', () => Number(isReady()));
    },
    /** Adds the metrics that are read from these sources at each scrape. */
    watch({ bankList, isConnected, watchCount }: MetricSources): void {
      addScrapedGauge('slack_connected', '1 while Slack can reach the bot', () =>
        Number(isConnected()),
      );
      addScrapedGauge('bank_list_size', 'Institutions in the bank list', () => bankList()?.size);
      addScrapedGauge('bank_list_age_seconds', 'Age of the bank list', () => {
        const list = bankList();
        return list && (Date.now() - list.loadedAtMs) / 1000;
      });
      addScrapedGauge('watches', 'Stored watches', () => watchCount().catch(() => undefined));
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Creates the metrics that events change, each beside the event that changes it. */
function subscribe(events: Events, registers: Registry[]): void {
  measureQuestions(events, registers);
  measureTransferService(events, registers);
  measureSlack(events, registers);
  measureWatchesAndLists(events, registers);

  // These events carry their metric's values, in the order of its labels.
  events.on(
    'droppedLines',
    adder(registers, 'log_lines_dropped_total', 'Lines of the log that nobody read in time'),
  );
  events.on(
    'fallback',
    incrementer(
      registers,
      'state_fallbacks_total',
      'State that was not read or stored in time',
      'use',
    ),
  );
}

function measureQuestions(events: Events, registers: Registry[]): void {
  const countOutcome = incrementer(registers, 'commands_total', 'Questions', 'command', 'outcome');
  events.on('outcome', ({ command = 'none', outcome }) => countOutcome(command, outcome));

  const timeAnswer = timer(
    registers,
    'answer',
    'From a question to its delivered answer',
    answerSeconds,
    'command',
  );
  events.on('answer', ({ command = 'none', durationMs }) => timeAnswer(durationMs, command));
}

function measureTransferService(events: Events, registers: Registry[]): void {
  const timeLookUp = timer(
    registers,
    'transfer_look_up',
    'Look-ups with all their tries',
    answerSeconds,
    'operation',
    'outcome',
  );
  events.on('lookUp', ({ operation, failure = 'answered', durationMs }) =>
    timeLookUp(durationMs, operation, failure),
  );

  const timeRequest = timer(
    registers,
    'transfer_request',
    'Requests, each try by itself',
    answerSeconds,
    'operation',
    'status',
  );
  events.on('request', ({ operation, status, durationMs }) =>
    timeRequest(durationMs, operation, status),
  );

  const breaker = new Gauge({
    name: 'txnbot_transfer_breaker_state',
    help: '1 for the state of the circuit breaker',
    labelNames: ['state'],
    registers,
  });
  const setBreaker = (current: BreakerState) => {
    for (const state of breakerStates) breaker.set({ state }, Number(state === current));
  };
  setBreaker('closed'); // no event tells of the first state
  events.on('breaker', setBreaker);

  const places = new Gauge({
    name: 'txnbot_transfer_places',
    help: 'Requests that may be sent at once',
    registers,
  });
  events.on('places', (count) => places.set(count));

  const addBankChanges = adder(
    registers,
    'bank_list_changes_total',
    'Institutions that changed in the bank list',
    'change',
  );
  events.on('bankList', (changes) => {
    for (const [change, count] of Object.entries(changes)) addBankChanges(count, change);
  });
}

function measureSlack(events: Events, registers: Registry[]): void {
  const timeSlackCall = timer(
    registers,
    'slack_call',
    'Web API calls and posts to a response_url',
    answerSeconds,
    'call',
  );
  const countSlackFailure = incrementer(
    registers,
    'slack_failures_total',
    'Calls that Slack did not take',
    'call',
    'failure',
  );
  events.on('slackCall', ({ name, failure, durationMs }) => {
    timeSlackCall(durationMs, name);
    if (failure !== undefined) countSlackFailure(name, failure);
  });

  // These events carry their metric's values, in the order of its labels.
  events.on('ack', timer(registers, 'ack', 'From a payload of Slack to its ack', ackSeconds));
  events.on('reconnect', incrementer(registers, 'slack_reconnects_total', 'Sockets opened anew'));
  events.on(
    'refusal',
    incrementer(registers, 'refused_requests_total', "Requests that were not Slack's", 'why'),
  );
}

function measureWatchesAndLists(events: Events, registers: Registry[]): void {
  const countList = incrementer(
    registers,
    'batches_total',
    'Lists, by what became of them',
    'outcome',
  );
  const addReferences = adder(
    registers,
    'batch_references_total',
    'References of lists that began',
  );
  events.on('list', (outcome, count) => {
    countList(outcome);
    if (outcome === 'begun') addReferences(count);
  });

  // The event carries its metric's one label.
  events.on(
    'notification',
    incrementer(registers, 'watch_tellings_total', 'Notifications of watches', 'outcome'),
  );
}

/**
 * Creates a counter. @returns a function that adds to it, and takes the values of its labels last, in
 * the order of `labelNames`
 */
function adder(registers: Registry[], name: string, help: string, ...labelNames: string[]) {
  const metric = new Counter({ name: `txnbot_${name}`, help, labelNames, registers });
  return (count: number, ...labels: string[]) => metric.labels(...labels).inc(count);
}

/** Creates a counter. @returns a function that adds one; it takes labels as that of `adder` does */
function incrementer(...counter: Parameters<typeof adder>) {
  const add = adder(...counter);
  return (...labels: string[]) => add(1, ...labels);
}

/**
 * Creates a histogram of seconds. @returns a function that records a duration; it takes labels as
 * that of `adder` does
 */
function timer(
  registers: Registry[],
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: string[]
) {
  const metric = new Histogram({
    name: `txnbot_${name}_seconds`,
    help,
    buckets,
    labelNames,
    registers,
  });
  return (durationMs: number, ...labels: string[]) =>
    metric.labels(...labels).observe(durationMs / 1000);
}
