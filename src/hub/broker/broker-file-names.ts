/** The files of a broker, in one folder. */
export const BROKER_FILES = {
  configuration: 'rackfeed.conf',
  access: 'access',
  authority: 'authority.pem',
  certificate: 'broker.pem',
  key: 'broker-key.pem',
  revocations: 'revoked.pem',
} as const;
