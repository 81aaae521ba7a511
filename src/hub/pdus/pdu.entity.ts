import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Moment, Whole } from '../../database/columns.js';

/** `pending`: not accepted yet. `revoked`: may not connect any more, and never again. */
export const MEMBERSHIP_STATES = ['pending', 'active', 'revoked'] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

/** A PDU of the fleet. */
@Entity('pdu')
export class PduEntity {
  /** A small number of its own, by which readings are stored; never given twice. */
  @PrimaryGeneratedColumn()
  no: number;

  /** UUIDv7; the name in its certificate. */
  @Index('pdu_id', { unique: true })
  @Column('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  site: string;

  /** The shard of its topics; 0 in a small hub. */
  @Whole()
  shard: number;

  /** As it has named itself at enrolment. */
  @Column('text')
  serial: string;

  @Column('text')
  model: string;

  @Column('text')
  state: MembershipState;

  /** SHA-256 of its public key, hexadecimal digits. */
  @Column('text')
  keyHash: string;

  /** The hash of the token by which it has enrolled: with its key and that token it may ask again. */
  @Column('text')
  tokenHash: string;

  /** Wall clock of the enrolment, ms. */
  @Moment()
  enrolledAt: number;
}

/** A PDU as the modules of the hub see it. */
export type Pdu = Readonly<PduEntity>;
