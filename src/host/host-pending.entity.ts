import { Entity } from 'typeorm';
import { Moment, Whole } from '../database/columns.js';

/** Settings of the host system have changed, and no call of the host adapter with them has begun; one row at most. */
@Entity('host_pending')
export class HostPendingEntity {
  @Whole({ primary: true })
  id: number;

  /** The time of the newest change. */
  @Moment()
  since: number;
}
