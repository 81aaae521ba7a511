import { Entity, PrimaryColumn } from 'typeorm';
import { Long } from '../database/columns.js';

/**
 * A number that is known over all starts of the controller: `run`, which rises with each; of events `event`, the newest,
 * `confirmed`, the newest that the hub has stored, and `doubted`, the newest of which the hub may not know whether it is open.
 */
@Entity('fleet_number')
export class FleetNumberEntity {
  @PrimaryColumn('text')
  name: 'run' | 'event' | 'confirmed' | 'doubted';

  @Long()
  value: number;
}
