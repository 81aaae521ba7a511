import { IsPem } from '../common/dto-decorators.js';

export class UploadCertificateDto {
  /** PEM: the certificate of the controller, then those of its issuers in their order. */
  @IsPem({ max: 48_000 })
  certificate: string;

  /** PEM: the private key of the certificate, without a passphrase. */
  @IsPem({ max: 12_000 })
  key: string;
}
