import { Injectable } from '@nestjs/common';

/**
 * The certificate authorities of servers that mails and posts go to: those that Node knows, and those of the file that
 * the environment variable NODE_EXTRA_CA_CERTS names.
 */
@Injectable()
export class TrustedAuthorities {
  /** PEM of the only authorities trusted; undefined: the well-known ones. */
  readonly pem: string | undefined = undefined;
}
