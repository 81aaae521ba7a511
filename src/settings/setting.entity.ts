import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that differs from its default. */
@Entity('setting')
export class SettingEntity {
  @PrimaryColumn('text')
  key: string;

  /** The value as JSON; for a secret the encrypted text as JSON. */
  @Column('text')
  value: string;
}
