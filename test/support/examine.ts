import { createSlackStandIn, type SlackStandInOptions } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import type { TestContext } from 'vitest';
import { inspectConfig } from '../../src/config/config.ts';
import type { Check } from '../../src/doctor/check.ts';
import { formatReport, runChecks } from '../../src/doctor/doctor.ts';
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
  const [slack, service] = await Promise.all([createSlackStandIn(options), createSampleTransferService()]);
  onTestFinished(async () => {
    await slack.close();
    await service.close();
  });
  const env: Record<string, string> = { PORT: '0', HEALTH_PORT: '0', ...botSettings(slack, service, mode) };
  return {
    slack,
    service,
    env,
    /** What the doctor says of the configuration, as `examine`. */
    examineConfiguration(changes: Record<string, string>) {
      const findings = reportConfig(inspectConfig({ ...env, ...changes }));
      return linesOf(formatReport([{ name: 'configuration', findings }], asIs), 'configuration');
    },
    /** Runs one check as the doctor does. @returns its lines, unfolded: `PROBLEM what was seen → what to do` */
    async examine(check: Check, changes: Record<string, string> = {}, reference?: string) {
      const config = loadConfig({ ...env, ...changes });
      const checked = await runChecks([check], { config, reference });
      return linesOf(formatReport(checked, asIs), check.name);
    },
  };
}

const asIs = (text: string) => text;

/** The lines of one check in a report, each in one piece and without its name. */
export function linesOf(report: string, name: string): string[] {
  const rows = report.replace(/\n {4,}/g, ' ').split('\n');
  return rows.flatMap((row) => {
    const [, outcome, rest = ''] = /^(ok|note|PROBLEM) +(.*)$/.exec(row) ?? [];
    return outcome !== undefined && rest.startsWith(`${name} `) ? `${outcome} ${rest.slice(name.length).trim()}` : [];
  });
}
