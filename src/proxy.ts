import type { Secret } from './secret.ts';

/** A proxy on the way out. It is asked for tunnels (CONNECT) alone, so that it sees no token and no answer. */
export interface ProxyAddress {
  /** Without user and password. */
  url: string;
  /** The value of the header `Proxy-Authorization`. */
  authorization: Secret | undefined;
  /** What no log line may hold. */
  secrets: readonly Secret[];
}

/** The longest that a tunnel may take to open. */
export const tunnelTimeoutMs = 4_000;

/** The proxy opened no tunnel, so nothing was sent. Carries no `cause` and no address, which could hold a password. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** For the log: `proxy_407` when the proxy refused; else `proxy_` and Node's error code, or `proxy_timeout`. */
  readonly code: string;

  /** @param why the status that the proxy answered with, or what kept its answer away */
  constructor(why: number | string) {
    super(`the proxy opened no tunnel (${why})`);
    this.code = `proxy_${why}`;
  }
}

/**
 * Whether asking the proxy again at once may help. Refused credentials that are repeated can lock their owner out, and
 * a proxy that was silent has taken its time already.
 */
export function isPassingProxyError(code = ''): boolean {
  return !code.startsWith('proxy_4') && code !== 'proxy_timeout';
}
