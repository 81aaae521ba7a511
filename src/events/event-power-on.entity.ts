import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of power-ons of the PDU that its events have already seen. One row. */
@Entity('event_power_on')
export class EventPowerOnEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('integer')
  count: number;
}
