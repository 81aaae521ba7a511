import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name that a user gave an inlet; an inlet without a row has its default name. */
@Entity('inlet_name')
export class InletNameEntity {
  /** Inlet id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;
}
