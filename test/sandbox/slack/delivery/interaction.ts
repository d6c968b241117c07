import { nameOfUser, workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import type { Reception } from './reception.ts';

/** What every interaction's payload starts with. */
export function describeInteraction(
  type: string,
  userId: string,
  { verificationToken, directory }: Pick<DeliveryParts, 'verificationToken' | 'directory'>,
) {
  const name = nameOfUser(userId);
  return {
    type,
    user: { id: userId, username: name, name, team_id: directory.teamOf(userId) },
    api_app_id: workspace.appId,
    token: verificationToken,
    team: { id: workspace.teamId, domain: workspace.teamDomain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** When it was done, as Slack writes it. */
export function actionTs(): string {
  return (Date.now() / 1_000).toFixed(6);
}

/**
 * Sends what a person did, and notes when the bot did not take it. `what` is for that sentence.
 * `readsBody`: Slack reads the ack of a submission and of a typeahead, and of nothing else.
 */
export async function sendInteraction(
  { deliver, log }: Pick<DeliveryParts, 'deliver' | 'log'>,
  payload: Readonly<Record<string, unknown>>,
  { what, readsBody = false }: { what: string; readsBody?: boolean },
): Promise<Reception> {
  const reception = await deliver('interactive', payload);
  if (reception.outcome !== 'acked') log.reportBreach(`${what} ${reception.outcome}`);
  else if (reception.body !== undefined && !readsBody) log.reportBreach(`ack: Slack ignores a body after ${what}`);
  else if (reception.breach) log.reportBreach(reception.breach);
  return reception;
}
