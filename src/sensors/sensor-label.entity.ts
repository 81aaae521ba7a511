import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Whole } from '../database/columns.js';

/** The parts of a sensor that can be given a name. */
export type LabelledPart = 'sensor' | 'relay' | 'input';

/** The name and description that a user gave a sensor, a hub relay or a hub input. */
@Entity('sensor_label')
export class SensorLabelEntity {
  /** Sensor id. */
  @PrimaryColumn('text')
  sensor: string;

  @PrimaryColumn('text')
  part: LabelledPart;

  /** Index of the relay or input, from 1; 0 for the sensor itself. */
  @Whole({ primary: true })
  index: number;

  /** null: never named, so the default stands. */
  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { nullable: true })
  description: string | null;
}
