import type { AgentOptions, ClientRequest } from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { errorCode } from '../errors.ts';
import { type ProxyAddress, ProxyError, tunnelTimeoutMs } from '../proxy.ts';

type Connect = HttpsProxyAgent<string>['connect'];

/**
 * Connects through a proxy, to http and https. The library hands the proxy's refusal on as if the service had answered
 * so, and waits for a silent proxy for ever; this one does neither.
 */
export class TunnelAgent extends HttpsProxyAgent<string> {
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
