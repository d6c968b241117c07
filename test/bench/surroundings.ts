import { answering, startServer } from '../support/http-server.ts';
import type { Institution } from './questions.ts';

export interface Surroundings {
  slackApiUrl: string;
  transferBaseUrl: string;
  responseUrl: string;
  close(): void;
}

/** A Slack and a transfer service that cost as little as they can, in the process of the bench. */
export async function createSurroundings(institutions: readonly Institution[]): Promise<Surroundings> {
  const slack = await startServer(
    answering(200, {
      ok: true,
      user_id: 'U0BOT',
      bot_id: 'B0BOT',
      team_id: 'T0BENCH',
      user: { id: 'U0BENCH', team_id: 'T0BENCH', deleted: false, is_bot: false },
      channel: { is_ext_shared: false },
      bot: { app_id: 'A0BENCH' },
    }),
  );
  const service = await startServer(answering(200, { success: true, message: 'ok', data: institutions }));
  return {
    slackApiUrl: `${slack.url}/api/`,
    transferBaseUrl: service.url,
    responseUrl: `${slack.url}/commands/x`,
    close() {
      for (const server of [slack, service]) void server.close();
    },
  };
}
