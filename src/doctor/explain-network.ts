import { isCertificateCode } from '../errors.ts';
import { proxyWords } from '../views/failures.ts';
import { type Finding, problem } from './check.ts';
import { explainCertificate } from './explain-certificate.ts';

/** Who is asked, and by which variables. */
export interface Asked {
  who: string;
  proxyVariable: string;
  addressVariable: string;
}

/** Why nothing answered, by the error's code. */
export function explainNetwork(code: string, asked: Asked): Finding {
  const { who, proxyVariable, addressVariable } = asked;
  if (code.startsWith('proxy_')) return explainProxy(code, asked);
  if (isCertificateCode(code)) return explainCertificate(code, who, addressVariable);
  if (code.startsWith('EAI_'))
    return problem(
      `No DNS server gave an answer (${code}), so ${who} was not reached.`,
      `Check this machine's network and DNS; behind a proxy, set ${proxyVariable}.`,
    );
  if (code === 'ENOTFOUND')
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

function explainProxy(code: string, { who, proxyVariable, addressVariable }: Asked): Finding {
  if (isCertificateCode(code.slice('proxy_'.length))) return explainCertificate(code, 'the proxy', proxyVariable);
  if (/^proxy_50[234]$/.test(code))
    return problem(
      `The proxy answered, and did not reach ${who} itself (${code}).`,
      `Check ${addressVariable}, and ask those who run the proxy whether it knows that name and can go there.`,
    );
  const advice = code === 'proxy_407' ? 'Check the user and the password in' : 'Check the address in';
  return problem(
    `The proxy ${proxyWords(code)} (${code}): nothing was sent to ${who}.`,
    `${advice} ${proxyVariable}, and that the proxy allows CONNECT to ${who}.`,
  );
}
