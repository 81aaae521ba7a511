import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often the PDU had been given mains when its events last looked. One row. */
@Entity('event_power_on')
export class EventPowerOnEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('integer')
  count: number;
}
