import { createSlackStandIn, type SlackStandInOptions } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { expect, type TestContext } from 'vitest';
import { inspectConfig } from '../../src/config/settings.ts';
import { checks, formatReport, runChecks } from '../../src/doctor/doctor.ts';
import { reportConfig } from '../../src/doctor/surroundings.ts';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { loadConfig } from './load-config.ts';

export type Examined = Awaited<ReturnType<typeof createExamined>>;

export interface ExamineOptions extends SlackStandInOptions {
  mode?: 'http' | 'socket';
}

/** A doctor between the stand-ins, for one test and until its end. */
export async function createExamined(
  { onTestFinished }: TestContext,
  { mode = 'http', ...options }: ExamineOptions = {},
) {
  const [slack, service] = await Promise.all([
    createSlackStandIn(options),
    createSampleTransferService(),
  ]);
  onTestFinished(async () => {
    await slack.close();
    await service.close();
  });
  const env: Record<string, string> = {
    PORT: '0',
    HEALTH_PORT: '0',
    ...botSettings(slack, service, mode),
  };
  return {
    slack,
    service,
    env,
    /**
     * Runs the check of this name as the doctor does. @returns its lines, unfolded: `PROBLEM what
     * was seen → what to do`
     */
    async examine(name: string, changes: Record<string, string> = {}, reference?: string) {
      const changed = { ...env, ...changes };
      if (name === 'configuration') {
        const findings = reportConfig(inspectConfig(changed));
        return linesOf(formatReport([{ name, findings }], asIs), name);
      }
      const check = checks.find((each) => each.name === name) ?? expect.fail(`no check ${name}`);
      const checked = await runChecks([check], { config: loadConfig(changed), reference });
      return linesOf(formatReport(checked, asIs), name);
    },
  };
}

const asIs = (text: string) => text;

/** The lines of one check in a report, each in one piece and without its name. */
export function linesOf(report: string, name: string): string[] {
  const rows = report.replace(/\n {4,}/g, ' ').split('\n');
  return rows.flatMap((row) => {
    const [, outcome, rest = ''] = /^(ok|note|PROBLEM) +(.*)$/.exec(row) ?? [];
    return outcome !== undefined && rest.startsWith(`${name} `)
      ? `${outcome} ${rest.slice(name.length).trim()}`
      : [];
  });
}
