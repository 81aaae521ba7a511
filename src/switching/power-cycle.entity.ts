import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Cause } from '../common/cause.js';

/**
 * A relay that is to turn on later: committed before it turns off, deleted when it is on again. A row that was left
 * behind ends in an ON, which moves nothing where the OFF had not come yet.
 */
@Entity('power_cycle')
export class PowerCycleEntity {
  /** Outlet id or relay output id. */
  @PrimaryColumn('text')
  relay: string;

  /** Whether rebootStatus speaks of it. */
  @Column('text')
  kind: 'reboot' | 'powerUp';

  /** How long the relay waits for its ON, ms. */
  @Column('integer')
  wait: number;

  /** Wall clock at which the relay turns on, ms; for a reboot that has not turned it off yet, when it was asked for. */
  @Column('integer')
  dueAt: number;

  /** Name of the sequence it is a member of, or empty. */
  @Column('text')
  sequence: string;

  /** Shortest time between two members of the sequence turning on, ms. */
  @Column('integer')
  gap: number;

  /** Kind and name of the cause that the audit log gives for its switching. */
  @Column('text')
  via: Cause['kind'];

  @Column('text')
  who: string;
}
