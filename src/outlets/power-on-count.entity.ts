import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often the PDU had been given mains when the controller last dealt with it. One row. */
@Entity('power_on_count')
export class PowerOnCountEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('integer')
  count: number;
}
