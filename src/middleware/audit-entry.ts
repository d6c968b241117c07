import type { AuditEntry } from '../ops/audit-log.ts';
import type { Question } from './question.ts';

/** The audit line about a question in its current state. */
export function auditEntry(question: Question, outcome: string): AuditEntry {
  const { origin, door, asked, command, reference, startedAtMs } = question;
  return {
    team: origin.userTeamId,
    user: origin.userId,
    channel: origin.channelId,
    door: door.name,
    command,
    asked: asked ? asked.text : door.text,
    outcome,
    durationMs: Math.round(performance.now() - startedAtMs),
    reference,
  };
}
