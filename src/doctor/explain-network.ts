import { isCertificateCode } from '../errors.ts';
import { proxyWords } from '../views/proxy-words.ts';
import { type Finding, problem } from './check.ts';

/** Who is asked, and by which variables. */
export interface Asked {
  who: string;
  proxyVariable: string;
  addressVariable: string;
}

/** Why nothing answered, by the error's code. */
export function explainNetwork(code: string, { who, proxyVariable, addressVariable }: Asked): Finding {
  if (code.startsWith('proxy_')) {
    const advice = code === 'proxy_407' ? 'Check the user and the password in' : 'Check the address in';
    return problem(
      `The proxy ${proxyWords(code)} (${code}): nothing was sent to ${who}.`,
      `${advice} ${proxyVariable}, and that the proxy allows CONNECT to ${who}.`,
    );
  }
  if (isCertificateCode(code)) return explainCertificate(code, who, addressVariable);
  if (/^(?:ENOTFOUND|EAI_)/.test(code))
    return problem(
      `DNS knows no such name (${code}), so ${who} was not reached.`,
      `Check ${addressVariable} and this machine's DNS; behind a proxy, set ${proxyVariable}.`,
    );
  if (/^(?:EPROTO|ERR_SSL_)/.test(code))
    return problem(
      `What answered in place of ${who} speaks no TLS that is understood (${code}).`,
      `Check the port in ${addressVariable}.`,
    );
  return problem(
    `${who[0]?.toUpperCase()}${who.slice(1)} was not reached (${code}).`,
    `Check ${addressVariable} and that this machine may go there; behind a proxy, set ${proxyVariable}.`,
  );
}

function explainCertificate(code: string, who: string, addressVariable: string): Finding {
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return problem(
      `The certificate of ${who} has expired or is not valid yet (${code}).`,
      "Check this machine's clock; if it is right, the certificate must be replaced.",
    );
  if (/ALTNAME|HOSTNAME/.test(code))
    return problem(`The certificate of ${who} is of another host (${code}).`, `Check the host in ${addressVariable}.`);
  return problem(
    `The certificate of ${who} is not trusted (${code}).`,
    'If a proxy or your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.',
  );
}
