import { expect, test } from 'vitest';
import { connectionAdvice } from './connection-advice.ts';

const named = {
  what: 'mail server',
  setting: 'QUAD_SMTP_URL',
  authority: 'in NODE_EXTRA_CA_CERTS',
  ports: '465 with smtps://',
};

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate file in NODE_EXTRA_CA_CERTS.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate file in NODE_EXTRA_CA_CERTS.'],
  ['CERT_HAS_EXPIRED', 'or correct the clock of this machine.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Use the name in the certificate in QUAD_SMTP_URL.'],
  ['ENOTFOUND', 'Check its spelling, and the DNS of this machine.'],
  ['ECONNREFUSED', 'Check whether the server is running, and the port in QUAD_SMTP_URL.'],
  ['ETIMEDOUT', 'check its name and port in QUAD_SMTP_URL, and the firewalls in between.'],
  ['ECONNRESET', 'check the port in QUAD_SMTP_URL: usually 465 with smtps://.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'Check its port in QUAD_SMTP_URL: usually 465 with smtps://.'],
])('%s is reported with what to check', (code, ending) => {
  expect(connectionAdvice(code, named)?.endsWith(ending)).toBe(true);
});

test('what else may happen is not explained', () => {
  expect(connectionAdvice('EACCES', named)).toBeUndefined();
});
