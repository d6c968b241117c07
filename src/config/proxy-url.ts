import * as z from 'zod';
import type { ProxyAddress } from '../proxy.ts';
import { Secret } from '../secret.ts';

/** A proxy's URL, which may hold a user and a password. */
export const proxyUrl = z.string().transform((text, context): ProxyAddress => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const credentials = url && credentialsOf(url);
  const problem = !url
    ? 'must be a URL'
    : !/^https?:$/.test(url.protocol)
      ? 'must be http or https'
      : url.pathname !== '/' || url.search || url.hash
        ? 'must hold no path, query or fragment'
        : credentials
          ? undefined
          : 'must hold its user and password percent-encoded';
  if (url && credentials && problem === undefined) return { url: url.origin, ...credentials };
  context.addIssue(problem ?? 'must be a URL');
  return z.NEVER;
});

/** A shorter password may be an ordinary word, and taking it out of the log would take that word out as well. */
const passwordMin = 8;

/** `undefined` when they cannot be decoded. */
function credentialsOf({ username, password }: URL): Omit<ProxyAddress, 'url'> | undefined {
  if (username === '' && password === '') return { authorization: undefined, secrets: [] };
  try {
    const plain = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    const encoded = Buffer.from(`${plain.user}:${plain.password}`).toString('base64');
    const pairs = [encoded, `${username}:${password}`, `${plain.user}:${plain.password}`];
    const passwords = [password, plain.password].filter(({ length }) => length >= passwordMin);
    return {
      authorization: new Secret(`Basic ${encoded}`),
      secrets: [...pairs, ...passwords].map((secret) => new Secret(secret)),
    };
  } catch {
    return undefined;
  }
}
