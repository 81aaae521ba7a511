import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a resettable energy counter began anew; one without a row counts since the meter was new. */
@Entity('energy_reset')
export class EnergyResetEntity {
  /** Inlet, bank or outlet id. */
  @PrimaryColumn('text')
  id: string;

  /** What the meter's lifetime counter stood at, kWh. */
  @Column('real')
  energy: number;

  /** Wall clock, ms. */
  @Column('integer')
  at: number;
}
