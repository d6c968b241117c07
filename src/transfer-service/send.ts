import { type AgentOptions, type ClientRequest, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AxiosResponse } from 'axios';
import axios from 'axios';
import { HttpsProxyAgent } from 'https-proxy-agent';
import {
  errorCode,
  type ProxyAddress,
  ProxyError,
  type TransferApiErrorDetails,
  type TransferApiOperation,
  tunnelTimeoutMs,
} from '../errors.ts';
import { version } from '../version.ts';
import { readResponse, type ServiceResponse, transportFailure } from './responses.ts';

interface SendOptions {
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

/**
 * Matches a token within JSON, where any character may be escaped: some writers escape a slash, others all but
 * letters. The expression is made once for each new token, as making it takes longer than reading an answer with it.
 * It is for `replace` alone: `test` and `exec` would keep their place in it.
 */
function createQuotedToken(): (token: string) => RegExp {
  let known: { token: string; expression: RegExp } | undefined;
  return (token) => {
    if (known?.token !== token) known = { token, expression: asQuoted(token) };
    return known.expression;
  };
}

function asQuoted(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex})`;
  });
  return new RegExp(characters.join(''), 'gi');
}

type Connect = HttpsProxyAgent<string>['connect'];

/**
 * Connects through a proxy, to http and https. The library hands the proxy's refusal on as if the service had answered
 * so, and waits for a silent proxy for ever; this one does neither.
 */
class TunnelAgent extends HttpsProxyAgent<string> {
  constructor({ url, authorization }: ProxyAddress, options: AgentOptions) {
    super(url, { ...options, headers: authorization ? { 'Proxy-Authorization': authorization.reveal() } : {} });
  }

  override async connect(...[request, options]: Parameters<Connect>): ReturnType<Connect> {
    const opening = new AbortController();
    this.connectOpts = { ...this.connectOpts, signal: opening.signal }; // read below, before anything is waited for
    const answered = statusOfProxy(request);
    const timer = setTimeout(() => opening.abort(), tunnelTimeoutMs);
    try {
      const socket = await super.connect(request, options);
      const status = answered();
      if (status === 200) return socket;
      socket.destroy();
      throw new ProxyError(status);
    } catch (error) {
      throw error instanceof ProxyError ? error : new ProxyError(opening.signal.aborted ? 'timeout' : whyOf(error));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The library's own errors have no code: the proxy hung up, or its answer is none of HTTP. */
function whyOf(error: unknown): string {
  const code = errorCode(error);
  return code === 'Error' ? 'no_answer' : code;
}

function statusOfProxy(request: ClientRequest): () => number {
  let status = 0;
  request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
    status = statusCode;
  });
  return () => status;
}
