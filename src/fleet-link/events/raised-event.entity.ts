import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FleetEvent } from './fleet-event.entity.js';

/** An event that is open at the hub once it has stored all that wait. */
@Entity('fleet_raised')
export class RaisedEventEntity {
  /** `keyOf` its content. */
  @PrimaryColumn('text')
  key: string;

  /** The id of this PDU at that hub: another membership begins without open events. */
  @Column('text')
  pdu: string;

  /** The event that has raised it. */
  @Column('simple-json')
  content: FleetEvent;

  /** False if it may have ended or begun by an event that the hub does not get. */
  @Column('boolean')
  certain: boolean;
}
