import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of power-ons of the PDU to which the controller has already reacted. One row. */
@Entity('power_on_count')
export class PowerOnCountEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('integer')
  count: number;
}
