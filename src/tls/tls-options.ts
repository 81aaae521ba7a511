import type { SecureContextOptions, TlsOptions } from 'node:tls';

/** Ciphers with forward secrecy and authenticated encryption only; all ciphers of TLS 1.3 are of that kind. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** The TLS options of every certificate. */
export const SECURE_CONTEXT: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: CIPHERS.join(':'),
  ecdhCurve: 'X25519:P-256:P-384',
};

/** Milliseconds. */
export const TLS_LIMITS: TlsOptions = { handshakeTimeout: 10_000 };
