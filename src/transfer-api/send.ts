import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { type AxiosResponse } from 'axios';
import type { TransferApiErrorDetails, TransferApiOperation } from '../errors.ts';
import type { ProxyAddress } from '../proxy.ts';
import { version } from '../version.ts';
import { createQuotedToken } from './quoted-token.ts';
import { readResponse, type ServiceResponse, transportFailure } from './response.ts';
import { TunnelAgent } from './tunnel-agent.ts';

export interface SendOptions {
  operation: TransferApiOperation;
  asked?: string | undefined;
  /** Already encoded, with its query: `/v1/transfer/banks`. */
  path: string;
  token: string;
  /** The limit for the decompressed body; a longer one is refused. */
  maxBodyBytes: number;
  signal: AbortSignal;
  /** Whether it needs a new connection instead of a kept-alive one. */
  isFresh: boolean;
}

/** One GET request. @throws TransferApiError for anything but a 2xx with a JSON body */
export type Send = (options: SendOptions) => Promise<ServiceResponse>;

export function createSend(baseUrl: string, proxy?: ProxyAddress): Send {
  const quotedToken = createQuotedToken();
  const agents = proxy ? tunnelAgents(proxy) : directAgents;
  const client = axios.create({
    adapter: 'http',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'User-Agent': `txnbot/${version}`,
    },
    maxRedirects: 0, // a redirect must not take the token elsewhere
    proxy: false, // and none of the environment's
    responseType: 'text',
    transformResponse: (text: string) => text, // our own parse keeps every digit
    validateStatus: () => true,
  });
  return async ({ operation, asked, path, token, maxBodyBytes, signal, isFresh }) => {
    const details: TransferApiErrorDetails = { operation, asked };
    let response: AxiosResponse<string>;
    try {
      response = await client.get<string>(baseUrl + path, {
        signal,
        headers: { Authorization: `Bearer ${token}` },
        maxContentLength: maxBodyBytes, // counted after decompression
        ...(isFresh ? agents.fresh : agents.keptAlive),
      });
    } catch (error) {
      throw transportFailure(error, details);
    }
    return readResponse(response, details, quotedToken(token));
  };
}

/** For retries: when one kept-alive connection was reset, the next one is likely to be dead as well. */
const newEachTime = { keepAlive: false };
/** As Node's own agents, which connect directly, keep connections. */
const keptAlive = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 } as const;

const directAgents = {
  keptAlive: {},
  fresh: { httpAgent: new HttpAgent(newEachTime), httpsAgent: new HttpsAgent(newEachTime) },
};

function tunnelAgents(proxy: ProxyAddress) {
  const both = (agent: TunnelAgent) => ({ httpAgent: agent, httpsAgent: agent });
  return { keptAlive: both(new TunnelAgent(proxy, keptAlive)), fresh: both(new TunnelAgent(proxy, newEachTime)) };
}
