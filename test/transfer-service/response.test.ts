import { AxiosError } from 'axios';
import { expect, it } from 'vitest';
import { transportFailure } from '../../src/transfer-service/send.ts';

/** Node's list of what it says of certificates (its documentation of `tls`), but for being out of memory. */
const certificateCodes = [
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_CRL', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
  ...['UNABLE_TO_DECRYPT_CRL_SIGNATURE', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'CERT_SIGNATURE_FAILURE'],
  ...['CRL_SIGNATURE_FAILURE', 'CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED', 'CRL_NOT_YET_VALID', 'CRL_HAS_EXPIRED'],
  ...['ERROR_IN_CERT_NOT_BEFORE_FIELD', 'ERROR_IN_CERT_NOT_AFTER_FIELD', 'ERROR_IN_CRL_LAST_UPDATE_FIELD'],
  ...['ERROR_IN_CRL_NEXT_UPDATE_FIELD', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_CHAIN_TOO_LONG', 'CERT_REVOKED'],
  ...['INVALID_CA', 'PATH_LENGTH_EXCEEDED', 'INVALID_PURPOSE', 'CERT_UNTRUSTED', 'CERT_REJECTED', 'HOSTNAME_MISMATCH'],
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

const failureOf = (code: string) => transportFailure(new AxiosError('x', code), { operation: 'banks' }).failure;

it.each(certificateCodes)('%s says that the certificate is not trusted', (code) => {
  expect(failureOf(code)).toBe('untrusted');
});

it.each(['ECONNREFUSED', 'OUT_OF_MEM', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'])(
  '%s says nothing of the certificate of the service',
  (code) => {
    expect(failureOf(code)).toBe('unreachable');
  },
);
