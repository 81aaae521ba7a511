import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Whole } from '../database/columns.js';

/** The settings of a relay output that users have changed; one without a row has the defaults. */
@Entity('relay_output')
export class RelayOutputEntity {
  /** Relay output id. */
  @PrimaryColumn('text')
  id: string;

  /** Unique among the relay outputs, without regard to case. */
  @Column('text')
  name: string;

  @Column('boolean')
  customRebootTimeEnabled: boolean;

  /** s. */
  @Whole()
  customRebootTime: number;
}
