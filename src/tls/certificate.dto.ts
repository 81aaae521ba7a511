import { ApiProperty } from '@nestjs/swagger';
import { IsOf, IsPem, IsWord, Optional } from '../common/dto-decorators.js';
import { entriesIn, FORMATS } from '../common/formats.js';
import { kindOf, NAME, orNothing, textThat, type ValueKind } from '../common/values.js';
import { pemExample } from './pem-example.js';

export class UploadCertificateDto {
  /** PEM: the certificate of the controller, then those of its issuers in their order. */
  @IsPem({ max: 48_000 })
  @ApiProperty({ example: pemExample('CERTIFICATE') })
  certificate: string;

  /** PEM: the private key of the certificate, without a passphrase. Absent: the key of the open signing request. */
  @Optional()
  @IsPem({ max: 12_000 })
  @ApiProperty({ example: pemExample('PRIVATE KEY') })
  key?: string;
}

const MAX_NAMES = 50;

/** Host names and addresses, as a list or as text with commas; empty text means the suggested ones. */
const NAMES: ValueKind<string[] | null> = orNothing(
  kindOf(`at most ${MAX_NAMES} host names or IP addresses with commas between them`, (given) => {
    const names: unknown = typeof given === 'string' ? entriesIn(given) : given;
    if (!Array.isArray(names) || names.length === 0 || names.length > MAX_NAMES) return undefined;
    return names.every((name) => 'value' in FORMATS.host(name)) ? (names as string[]) : undefined;
  }),
);

const COUNTRY = orNothing(textThat((text) => /^[A-Z]{2}$/.test(text), 'a country in two capital letters, such as DE'));

export class CreateSigningRequestDto {
  /**
   * Host names and IP addresses, as a list or as text with commas; null: those of the controller.
   * @example ["pdu7.example.com"]
   */
  @Optional()
  @IsOf(NAMES, { type: [String], maxItems: MAX_NAMES, nullable: true, required: false })
  names?: string[] | null;

  /** @example "Example Ltd" */
  @Optional()
  @IsOf(orNothing(NAME), { type: 'string', maxLength: 100, nullable: true, required: false })
  organization?: string | null;

  /** Two capital letters (ISO 3166). @example "DE" */
  @Optional()
  @IsOf(COUNTRY, { type: 'string', pattern: '^[A-Z]{2}$', nullable: true, required: false })
  country?: string | null;

  /** EC (P-256) if absent; RSA has 2048 bits. */
  @Optional()
  @IsWord('EC', 'RSA')
  keyType?: 'EC' | 'RSA';
}
