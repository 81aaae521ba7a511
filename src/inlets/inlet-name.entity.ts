import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name and the source that a user gave an inlet; an inlet without a row has its default name and no source. */
@Entity('inlet_name')
export class InletNameEntity {
  /** Inlet id. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  /** The name of the source that feeds the inlet; empty where nobody has said. */
  @Column('text', { default: '' })
  sourceName: string;

  /** Address of the page of the source; empty where nobody has said. */
  @Column('text', { default: '' })
  sourceUri: string;
}
