import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Long, Moment } from '../../database/columns.js';
import type { Outcome } from '../../fleet-wire/messages.js';
import type { SwitchState } from '../../fleet-wire/minute.js';
import type { FleetCommand } from './ledger.js';

/** A command of the hub, and its end if it has one. */
abstract class CommandColumns {
  /** The order in which the hub has accepted it. */
  @Long()
  number: number;

  @Column('text')
  command: FleetCommand['command'];

  /** The hub's clock until which it may begin, ms. */
  @Moment()
  until: number;

  /** The name of the user of the hub. */
  @Column('text')
  who: string;

  /** Null while it runs. */
  @Column('text', { nullable: true })
  outcome: Outcome | null;

  @Column('text', { nullable: true })
  code: string | null;

  @Column('text', { nullable: true })
  measured: SwitchState | null;
}

/** The newest command of the hub that has begun at a relay, committed before the relay moves: it never begins twice. */
@Entity('fleet_relay')
export class FleetRelayEntity extends CommandColumns {
  /** Id of the outlet. */
  @PrimaryColumn('text')
  relay: string;

  @Column('text')
  id: string;
}

/** A command of the hub that has ended, for the answer to its repetition. */
@Entity('fleet_command')
export class FleetCommandEntity extends CommandColumns {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  relay: string;
}
