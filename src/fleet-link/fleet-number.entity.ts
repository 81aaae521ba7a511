import { Entity, PrimaryColumn } from 'typeorm';
import { Long } from '../database/columns.js';

/** A number that rises over all starts of the controller: `run`, or `event`, the newest event. */
@Entity('fleet_number')
export class FleetNumberEntity {
  @PrimaryColumn('text')
  name: 'run' | 'event';

  @Long()
  value: number;
}
