import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Moment } from '../../../database/columns.js';

/** The certificate that another PDU showed first; it must show the same ever after. */
@Entity('peer_pin')
export class PeerPinEntity {
  /** `host:port`. */
  @PrimaryColumn('text')
  peer: string;

  /** SHA-256 of the certificate, as OpenSSL writes it. */
  @Column('text')
  fingerprint: string;

  /** Calendar milliseconds. */
  @Moment()
  pinnedAt: number;
}
