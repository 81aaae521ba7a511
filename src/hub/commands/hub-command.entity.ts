import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Long, Moment, Whole } from '../../database/columns.js';
import type { Outcome } from '../../fleet-wire/messages.js';
import type { SwitchState } from '../../fleet-wire/minute.js';
import type { HubCommand } from './command-life.js';

/** A command of a user of the hub to an outlet of a PDU, and its end once the PDU has answered. */
@Entity('hub_command')
@Index('hub_command_key', ['userId', 'key'], { unique: true })
@Index('hub_command_pdu', ['pdu', 'number'])
@Index('hub_command_outcome', ['outcome', 'number'])
export class HubCommandEntity {
  /** UUIDv7; the same at the PDU. */
  @PrimaryColumn('text')
  id: string;

  /** Rises with each accepted command, and is never below the clock: a hub restored from a backup does not give it twice. */
  @Index('hub_command_number', { unique: true })
  @Long()
  number: number;

  @Column('text')
  userId: string;

  /** The idempotency key, by which the user sends it again without a second command; null without one. */
  @Column('text', { nullable: true })
  key: string | null;

  /** Id of the PDU. */
  @Column('text')
  pdu: string;

  /** Id of the outlet at that PDU. */
  @Column('text')
  outlet: string;

  @Column('text')
  command: HubCommand['command'];

  /** The name of the user. */
  @Column('text')
  who: string;

  @Column('text', { nullable: true })
  reason: string | null;

  /** The hub's clock, ms. */
  @Moment()
  acceptedAt: number;

  /** The hub's clock until which it may begin, ms. */
  @Moment()
  until: number;

  /** Null while the PDU has not answered. */
  @Column('text', { nullable: true })
  outcome: Outcome | null;

  @Column('text', { nullable: true })
  code: string | null;

  @Column('text', { nullable: true })
  measured: SwitchState | null;

  /** The hub's clock, ms. */
  @Moment({ nullable: true })
  endedAt: number | null;

  /** The number of times that it was sent until its end. */
  @Whole()
  tries: number;

  /** Id of its entry in the audit log. */
  @Long()
  entry: number;
}
