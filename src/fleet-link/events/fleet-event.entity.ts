import { Column, Entity } from 'typeorm';
import { Long, Moment } from '../../database/columns.js';
import type { UpMessage } from '../../fleet-wire/messages.js';

/** An event as the hub gets it, without its number and time. */
export type FleetEvent = Omit<UpMessage<'event'>, 'run' | 'number' | 'after' | 'at'>;

/** An event that the hub has not stored yet. */
@Entity('fleet_event')
export class FleetEventEntity {
  @Long({ primary: true })
  number: number;

  /** The run of the controller in which it happened. */
  @Long()
  run: number;

  /** Wall clock, ms. */
  @Moment()
  at: number;

  /** Clock.uptime() in that run, ms. */
  @Long()
  uptime: number;

  @Column('simple-json')
  content: FleetEvent;
}
