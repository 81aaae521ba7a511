import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last reset of an energy counter; one without a row shows the meter's lifetime value. */
@Entity('energy_reset')
export class EnergyResetEntity {
  /** Inlet, bank or outlet id. */
  @PrimaryColumn('text')
  id: string;

  /** Value of the meter's lifetime counter at the reset, kWh. */
  @Column('real')
  energy: number;

  /** Wall clock of the reset, ms. */
  @Column('integer')
  at: number;
}
