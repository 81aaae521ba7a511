import { Entity, PrimaryColumn } from 'typeorm';
import { Double, Moment } from '../database/columns.js';

/** The last reset of an energy counter; one without a row shows the meter's lifetime value. */
@Entity('energy_reset')
export class EnergyResetEntity {
  /** Inlet, bank or outlet id. */
  @PrimaryColumn('text')
  id: string;

  /** Value of the meter's lifetime counter at the reset, kWh. */
  @Double()
  energy: number;

  /** Wall clock of the reset, ms. */
  @Moment()
  at: number;
}
