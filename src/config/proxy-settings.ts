import type { ProxyAddress } from '../errors.ts';
import { Secret } from './secret.ts';
import { isEncoded, urlThat } from './values.ts';

/** A proxy's URL, which may contain a user and a password. */
export const proxyUrl = urlThat(
  ({ protocol, pathname, search, hash, username, password }) =>
    /^https?:$/.test(protocol) &&
    pathname + search + hash === '/' &&
    isEncoded(username) &&
    isEncoded(password),
  'must be a URL with http:// or https:// and nothing behind the port, its user and password percent-encoded',
).transform(addressOf);

/**
 * Minimum length of a password to redact: a shorter one may be an ordinary word, which the log
 * would lose too.
 */
const passwordMin = 8;

interface Proxies {
  https?: ProxyAddress | undefined;
  http?: ProxyAddress | undefined;
  /**
   * Hosts reached without a proxy: names (with subdomains) or addresses, with or without a port;
   * `*` is every host.
   */
  exempt: string;
}

/** Returns the proxy to use for `url`; `undefined` for a direct connection. */
export function proxyFor(url: string, { https, http, exempt }: Proxies): ProxyAddress | undefined {
  const { protocol, hostname, host } = new URL(url);
  const isSecure = protocol === 'https:';
  const withPort = host === hostname ? `${host}:${isSecure ? 443 : 80}` : host;
  const names = [hostname, hostname.replace(/^\[|\]$/g, ''), withPort].map((name) => `.${name}`);
  const isExempt = exempt
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/^\*?\./, ''))
    .some(
      (entry) =>
        entry === '*' || (entry !== '' && names.some((name) => name.endsWith(`.${entry}`))),
    );
  return isExempt ? undefined : isSecure ? https : http;
}

function addressOf({ origin, username, password }: URL): ProxyAddress {
  if (username === '' && password === '')
    return { url: origin, authorization: undefined, secrets: [] };
  const plain = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  const encoded = Buffer.from(`${plain.user}:${plain.password}`).toString('base64');
  const pairs = [encoded, `${username}:${password}`, `${plain.user}:${plain.password}`];
  const passwords = [password, plain.password].filter(({ length }) => length >= passwordMin);
  return {
    url: origin,
    authorization: new Secret(`Basic ${encoded}`),
    secrets: [...pairs, ...passwords].map((secret) => new Secret(secret)),
  };
}
