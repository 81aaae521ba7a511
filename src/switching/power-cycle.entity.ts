import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Duration, Moment, Whole } from '../database/columns.js';
import type { Cause } from '../common/cause.js';

/**
 * A relay that is to turn on later: committed before it turns off, deleted when it is on again. A row left over from a
 * crash ends with an ON, which moves nothing if the OFF had not happened yet.
 */
@Entity('power_cycle')
export class PowerCycleEntity {
  /** Outlet id or relay output id. */
  @PrimaryColumn('text')
  relay: string;

  /** Kind of the cycle: only a reboot shows in rebootStatus. */
  @Column('text')
  kind: 'reboot' | 'powerUp';

  /** Time until the relay's ON, ms. */
  @Duration()
  wait: number;

  /**
   * Wall clock at which the relay turns on, ms; the time of the request for a reboot that has not turned it off yet.
   */
  @Moment()
  dueAt: number;

  /** Name of the relay's sequence, or empty. */
  @Column('text')
  sequence: string;

  /** Shortest time between two members of the sequence turning on, ms. */
  @Duration()
  gap: number;

  /** Kind and name of the cause that the audit log gives for its switching. */
  @Column('text')
  via: Cause['kind'];

  @Column('text')
  who: string;

  /** Id of the entry of the audit log that asked for the cycle. */
  @Whole({ nullable: true })
  entry: number | null;
}
