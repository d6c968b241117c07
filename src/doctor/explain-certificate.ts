import { type Finding, problem } from './check.ts';

/** @param addressVariable names the host that the certificate must be of */
export function explainCertificate(code: string, who: string, addressVariable: string): Finding {
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
