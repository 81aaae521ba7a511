import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that differs from its default. */
@Entity('setting')
export class Setting {
  @PrimaryColumn('text')
  key: string;

  /** The value as JSON; of a secret its sealed text as JSON. */
  @Column('text')
  value: string;
}
