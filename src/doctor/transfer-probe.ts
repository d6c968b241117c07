import type { Config } from '../config/config.ts';
import { createTransferApi, type TransferApi } from '../transfer-api/client.ts';
import { createToken } from '../transfer-api/token.ts';

/** What these checks cannot do without. */
export const transferVariables = [
  'TRANSFER_API_BASE_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_PROXY_URL',
  'TRANSFER_API_TIMEOUT_MS',
] as const;

/** The checks as a whole may take hardly longer. */
const timeoutMaxMs = 11_000;

/** The transfer service, reached as the bot reaches it. */
export function createTransferProbe({ transferApi }: Config): TransferApi {
  return createTransferApi({
    baseUrl: transferApi.baseUrl,
    proxy: transferApi.proxy,
    token: createToken(transferApi.token, transferApi.tokenFile),
    timeoutMs: Math.min(transferApi.timeoutMs, timeoutMaxMs),
  });
}
