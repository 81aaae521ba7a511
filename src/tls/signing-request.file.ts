import { Injectable } from '@nestjs/common';
import { RuntimeConfig } from '../config/runtime-config.js';
import { PrivateFile } from '../database/private-file.js';

/** A signing request that waits for its certificate, with its key. */
export interface SigningRequest {
  /** The request (PKCS #10) as PEM. */
  readonly pem: string;
  /** The private key (PKCS #8) as PEM. */
  readonly key: string;
  /** Host names and IP addresses. */
  readonly names: readonly string[];
  readonly keyType: 'EC' | 'RSA';
  readonly organization?: string;
  readonly country?: string;
}

/** The open signing request with its key. */
@Injectable()
export class SigningRequestFile extends PrivateFile<SigningRequest> {
  constructor({ dataDir }: RuntimeConfig) {
    super(dataDir, 'https-request.json');
  }
}
