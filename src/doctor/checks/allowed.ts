import { errorCode } from '../../errors.ts';
import type { Check, Context, Finding } from '../check.ts';
import { note } from '../check.ts';
import { explainSlack, notAsked } from '../explain-slack.ts';
import { untilEnding } from '../until-ending.ts';

/** So many questions at once. */
const atOnce = 4;
/** Slack counts questions a minute, and those of the bot that runs are among them. */
const idsMax = 24;

export interface AllowedOptions {
  name: string;
  variable: string;
  ids(context: Context): readonly string[];
  /** Slack's codes for an id that is not there. */
  unknown: readonly string[];
  /** What Slack says of one id. @throws SlackApiError */
  look(id: string, context: Context): Promise<Finding>;
  /** What an id that is not there is reported as. */
  missing(id: string): Finding;
}

/** Looks at every id that a variable names, as far as time and Slack allow. */
export function allowed({ name, variable, ids, unknown, look, missing }: AllowedOptions): Check {
  return {
    name,
    needs: [variable, 'SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
    isAsked: (context) => ids(context).length > 0 || context.inspected.wrong.has(variable),
    async run(context) {
      const all = [...new Set(ids(context))];
      const left = all.slice(0, idsMax);
      if (!(await context.slack.identity().catch(() => undefined))) return [notAsked()];
      const findings = new Map(all.map((id): [string, Finding | undefined] => [id, undefined]));
      let refusal: Finding | undefined;
      const work = async () => {
        for (let id = left.shift(); id !== undefined && !refusal && !context.ending.aborted; id = left.shift()) {
          const asked = id;
          const found = await look(asked, context).catch((error: unknown) => {
            if (unknown.includes(errorCode(error))) return missing(asked);
            refusal = explainSlack(error, `to say what ${asked} of ${variable} is`);
            return undefined;
          });
          findings.set(asked, found);
        }
      };
      await untilEnding(Promise.all(Array.from({ length: atOnce }, work)), context.ending);
      const seen = [...findings.values()].filter((finding) => finding !== undefined);
      const unseen = findings.size - seen.length;
      const why = all.length > idsMax ? `: ${idsMax} at most are, to leave Slack's limits to the bot` : '';
      const rest = unseen > 0 ? [note(`${unseen} of ${all.length} ids of ${variable} were not looked at${why}.`)] : [];
      return [...seen, ...(refusal ? [refusal] : []), ...rest];
    },
  };
}
