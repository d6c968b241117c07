import { BlockList, isIP, isIPv6 } from 'node:net';
import type { ProxyAddress } from '../errors.ts';
import { isDefined } from '../text.ts';
import { Secret } from './secret.ts';
import { Entries, isEncoded, urlThat } from './values.ts';

/** A proxy's URL, which may contain a user and a password. */
export const ProxyUrl = urlThat(
  ({ protocol, pathname, search, hash, username, password }) =>
    /^https?:$/.test(protocol) &&
    pathname + search + hash === '/' &&
    isEncoded(username) &&
    isEncoded(password),
  'must be a URL with http:// or https:// and nothing behind the port, its user and password percent-encoded',
).transform(readProxyAddress);

/**
 * Minimum length of a password to redact: a shorter one may be an ordinary word, which the log
 * would lose too.
 */
const passwordMin = 8;

/** An entry of NO_PROXY: a host with its subdomains, or a network of addresses. */
type Exemption = { port: string | undefined } & (
  | { host: string }
  | { address: string; prefix: number }
);

/** The last label of a host is no number: `192.168` is neither a host nor a whole address. */
const hostPattern =
  /^(?:\*?\.)?((?:[\p{L}\p{N}_-]+\.)*[\p{L}\p{N}_-]*[\p{L}_-][\p{L}\p{N}_-]*)\.?$/u;

/**
 * The hosts that are reached without a proxy: names (with subdomains), addresses and networks
 * (`10.0.0.0/8`, `fd00::/8`), each with or without a port; `*` is every host.
 */
export const Exemptions = Entries.default([]).transform((entries, context): Exemption[] => {
  const read = entries.map(readExemption);
  const numbers = entries.map((_entry, place) => place + 1);
  const unread = numbers.filter((number) => read[number - 1] === undefined);

  if (unread.length > 0)
    context.addIssue(
      `has entries that are no host, .suffix, address or network, with or without a port: number ${unread.join(', ')} of ${entries.length}`,
    );

  return read.filter(isDefined);
});

/** Reads one entry of NO_PROXY; `undefined` if it is no host, address or network. */
function readExemption(entry: string): Exemption | undefined {
  // An IPv6 address without brackets has colons, and no port.
  const canHavePort = entry.startsWith('[') || entry.split(':').length === 2;
  const [, place = entry, port] = (canHavePort && /^(.+):(\d{1,5})$/.exec(entry)) || [];

  const exempt = place === '*' ? { host: '' } : (readNetwork(place) ?? readHost(place));
  return exempt && { ...exempt, port };
}

/** Reads an address as the network of itself alone. */
function readNetwork(text: string): { address: string; prefix: number } | undefined {
  const network = /^\[?([\da-f.:]+)\]?(?:\/(\d{1,3}))?$/i.exec(text);
  const address = network?.[1] ?? '';
  const family = isIP(address);
  if (family === 0) return undefined;

  const bits = family === 4 ? 32 : 128;
  const prefix = Number(network?.[2] ?? bits);
  return prefix <= bits ? { address, prefix } : undefined;
}

function readHost(text: string): { host: string } | undefined {
  const name = hostPattern.exec(text)?.[1];
  const url = `http://${name}`;
  return name !== undefined && URL.canParse(url) ? { host: new URL(url).hostname } : undefined;
}

interface Proxies {
  https?: ProxyAddress | undefined;
  http?: ProxyAddress | undefined;
  exempt: readonly Exemption[];
}

/** Returns the proxy to use for `url`; `undefined` for a direct connection. */
export function proxyFor(url: string, { https, http, exempt }: Proxies): ProxyAddress | undefined {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const usedPort = port || (isSecure ? '443' : '80');
  const isExempt = exempt.some(
    (entry) => (entry.port ?? usedPort) === usedPort && isCovered(host, entry),
  );
  if (isExempt) return undefined;

  return isSecure ? https : http;
}

/** @param host a name or an address, without brackets */
function isCovered(host: string, entry: Exemption): boolean {
  if ('host' in entry) return entry.host === '' || `.${host}`.endsWith(`.${entry.host}`);
  if (isIP(host) === 0) return false;
  const network = new BlockList();
  network.addSubnet(entry.address, entry.prefix, isIPv6(entry.address) ? 'ipv6' : 'ipv4');
  return network.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

function readProxyAddress({ origin, username, password }: URL): ProxyAddress {
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
