import { createTransferApi, type TransferApi } from '../transfer-api/client.ts';
import { createToken } from '../transfer-api/token.ts';
import { type Context, type Finding, note } from './check.ts';
import { untilEnding } from './until-ending.ts';

/** What these checks cannot do without. */
export const transferVariables = [
  'TRANSFER_API_BASE_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_PROXY_URL',
  'TRANSFER_API_TIMEOUT_MS',
] as const;

/**
 * Asks the transfer service as the bot does, and says what its answer shows.
 * @throws TransferApiError
 */
export async function askTransferService<Answer>(
  { inspected, ending }: Context,
  ask: (api: TransferApi) => Promise<Answer>,
  findingsOf: (answer: Answer, tookMs: number) => readonly Finding[],
): Promise<readonly Finding[]> {
  const { baseUrl, proxy, token, tokenFile, timeoutMs } = inspected.config.transferApi;
  const api = createTransferApi({ baseUrl, proxy, token: createToken(token, tokenFile), timeoutMs });
  const startedAtMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAtMs);
  let findings: readonly Finding[] | undefined;
  const asked = ask(api).then((answer) => {
    findings = findingsOf(answer, tookMs());
  });
  await untilEnding(asked, ending);
  return findings ?? [unansweredFor(tookMs(), timeoutMs)];
}

/** The checks as a whole may take less time than the bot waits. */
function unansweredFor(tookMs: number, timeoutMs: number): Finding {
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} seconds`;
  return note(
    `The transfer service did not answer within ${seconds(tookMs)}; txnbot would wait ${seconds(timeoutMs)}.`,
    'Ask those who run it why it is slow.',
  );
}
