import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Bytes, Moment } from '../../database/columns.js';
import type { HelloFacts } from './pdu-state.js';

/** The last known state of a PDU, for the next start of the hub, as it was when its parts or states last changed. */
@Entity('pdu_state')
export class PduStateEntity {
  /** Id of the PDU. */
  @PrimaryColumn('text')
  pdu: string;

  /** The hub's clock at its last message, ms. */
  @Moment()
  seen: number;

  /** Its newest hello. */
  @Column('simple-json', { nullable: true })
  hello: HelloFacts | null;

  /** The hash of its profile, as far as the hub has it. */
  @Column('text', { nullable: true })
  profile: string | null;

  /** States by the id of the outlet or bank, as JSON that is made only when one has changed. */
  @Column('text')
  states: string;

  /** Its newest minute as it came, in the series of that profile. */
  @Bytes({ nullable: true })
  minute: Buffer | null;
}

/**
 * The part of the state of a PDU that changes with each minute. It is apart from the rest because PostgreSQL writes whole
 * rows, and compresses long ones. It counts where it was seen later than the rest, which a hub of an earlier release
 * writes whole.
 */
@Entity('pdu_reading')
export class PduReadingEntity {
  /** Id of the PDU. */
  @PrimaryColumn('text')
  pdu: string;

  /** The hub's clock at its last message, ms. */
  @Moment()
  seen: number;

  /** Its newest minute as it came, in the series of its profile. */
  @Bytes({ nullable: true })
  minute: Buffer | null;
}

/** The parts and series of PDUs, by their hash. */
@Entity('pdu_profile')
export class PduProfileEntity {
  @PrimaryColumn('text')
  hash: string;

  /** As it came. */
  @Bytes()
  data: Buffer;
}
