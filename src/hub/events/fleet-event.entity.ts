import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Double, Long, Moment } from '../../database/columns.js';
import type { Severity, UpMessage } from '../../fleet-wire/messages.js';

/** An event of a PDU. */
@Entity('pdu_event')
@Index('pdu_event_number', ['pdu', 'number'], { unique: true })
@Index('pdu_event_pdu', ['pdu', 'id'])
@Index('pdu_event_object', ['pdu', 'code', 'object', 'id'])
@Index('pdu_event_event', ['pdu', 'code', 'object', 'event', 'id'])
@Index('pdu_event_open', ['pdu', 'id'], { where: '"open"' })
export class PduEventEntity {
  /** The order in which the hub has stored them. */
  @PrimaryGeneratedColumn()
  id: number;

  /** Id of the PDU. */
  @Column('text')
  pdu: string;

  /** The number that the PDU has given it; it rises. Of an end that the hub has found out itself, minus the id of its beginning. */
  @Long()
  number: number;

  /** The hub's clock, ms. */
  @Moment()
  at: number;

  @Column('text')
  code: string;

  /** Id of the user's event at the PDU; 0 for all others, and where the controller is of an earlier release. */
  @Long({ default: 0 })
  event: number;

  /** Id of the object at the PDU. */
  @Column('text')
  object: string;

  @Column('text')
  text: string;

  @Double({ nullable: true })
  value: number | null;

  @Double({ nullable: true })
  limit: number | null;

  @Column('text')
  severity: Severity;

  /** False for the end of what was raised before. */
  @Column('boolean')
  raised: boolean;

  /** False once it is certain that it is not open; true for a new one, of which that is found out. */
  @Column('boolean', { default: true })
  open: boolean;
}

/** An event that is not stored yet, with what is done to those before it. */
export type NewEvent = Omit<PduEventEntity, 'id' | 'open'> & Pick<UpMessage<'event'>, 'again' | 'closes'>;
