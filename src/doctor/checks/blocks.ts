import { setTimeout as sleep } from 'node:timers/promises';
import { SlackApiError } from '../../errors.ts';
import { type Check, type Context, type Finding, note, ok, problem } from '../check.ts';
import { explainSlack, notAsked } from '../explain-slack.ts';
import { type Sample, samples } from '../samples/samples.ts';
import { untilEnding } from '../until-ending.ts';

/** So many samples are judged at once. */
const atOnce = 8;
const shortWaitMs = 5_000;
const validate = 'For the rest: npm run validate.';

interface Refusal {
  sample: Sample;
  why: string;
}

/** Every kind of message and window, judged by Slack. */
export const blocks: Check = {
  name: 'blocks',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL', 'BLOCKS', 'COMMAND_SUFFIX', 'CURRENCY'],
  async run(context) {
    const identity = await context.slack.identity().catch(() => undefined);
    if (!identity) return [context.isPatient ? problem('Not tried.', 'See bot token.') : notAsked()];
    const { config } = context.inspected;
    const isClassic = config.blocks === 'classic';
    const all = (await samples(config)).filter(({ isCurrentOnly }) => !isClassic || !isCurrentOnly);
    const { refusals, judged, failure } = await judgeAll(all, context);
    const unjudged = `${all.length - judged} of ${all.length} kinds of messages and windows were not judged.`;
    const forTheRest = failure ? undefined : validate;
    return [
      ...findingsOf(refusals),
      ...(failure ? [failure] : []),
      ...(judged < all.length
        ? [context.isPatient ? problem(unjudged, 'Try again.') : note(unjudged, forTheRest)]
        : []),
      ...(judged === all.length && refusals.length === 0
        ? [ok(`Slack takes all ${all.length} kinds of messages and windows.`)]
        : []),
    ];
  },
};

function findingsOf(refusals: readonly Refusal[]): Finding[] {
  const always = refusals.filter(({ sample }) => !sample.isCurrentOnly);
  const ofCurrent = refusals.filter(({ sample }) => sample.isCurrentOnly);
  const decisive = ofCurrent.find(({ sample }) => sample.isDeciding);
  return [
    ...always.map(({ sample, why }) =>
      problem(`Slack refuses ${sample.name}: ${why}.`, 'Report it: this is a mistake in txnbot.'),
    ),
    ...(decisive
      ? [
          note(
            `Slack does not take the current form of ${decisive.sample.name}: ${decisive.why}. txnbot notices that at its start, and answers in the classic form.`,
          ),
        ]
      : ofCurrent.map(({ sample, why }) =>
          problem(
            `Slack refuses ${sample.name} in the current form: ${why}.`,
            'Set BLOCKS=classic, and report it: this is a mistake in txnbot.',
          ),
        )),
  ];
}

/** That Slack limits how much it judges, or is slow to judge, is no fault, unless that is all that was asked for. */
function unjudgedBecause(error: unknown, { isPatient }: Context): Finding {
  const failure = error instanceof SlackApiError && !isPatient ? error.details.failure : undefined;
  if (failure === 'rate_limited') return note('Slack judges no more blocks this minute.', validate);
  if (failure === 'timeout') return note('Slack was asked to judge blocks, and took longer than 5 seconds.', validate);
  return explainSlack(error, 'to judge blocks');
}

async function judgeAll(all: readonly Sample[], context: Context) {
  const left = [...all];
  const refusals: Refusal[] = [];
  let judged = 0;
  let failure: Finding | undefined;
  const work = async () => {
    for (let sample = left.shift(); sample && !failure && !context.ending.aborted; sample = left.shift()) {
      try {
        const why = await judge(sample, context);
        judged += 1;
        if (why !== undefined) refusals.push({ sample, why });
      } catch (error) {
        failure = unjudgedBecause(error, context);
      }
    }
  };
  await untilEnding(Promise.all(Array.from({ length: atOnce }, work)), context.ending);
  return { refusals, judged, failure };
}

/** Why Slack refuses it; `undefined` when it takes it. @throws SlackApiError when it does not judge */
async function judge({ asked }: Sample, { slack, ending, isPatient }: Context): Promise<string | undefined> {
  for (;;) {
    try {
      await slack.client.blocks.validate(asked);
      return undefined;
    } catch (error) {
      if (!(error instanceof SlackApiError)) throw error;
      const { code, mistakes = [code], retryAfterMs } = error.details;
      if (/^invalid_(?:blocks|message|view)/.test(code)) return mistakes.join(', ');
      if (retryAfterMs === undefined || ending.aborted || (retryAfterMs > shortWaitMs && !isPatient)) throw error;
      await sleep(retryAfterMs, undefined, { signal: ending }).catch(() => {});
    }
  }
}
