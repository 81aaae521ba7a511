import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The number of an object in stored blocks; stored as long as the database. Its table is not named like those of the
 * samples, so that the copy of the database includes it: a number must never refer to another object.
 */
@Entity('numbered_thing')
export class HistoryObjectEntity {
  /** Number of the object, from 1. */
  @PrimaryColumn('integer')
  id: number;

  /** Inlet, line, bank, outlet or sensor id. */
  @Column('text', { name: 'thing' })
  objectId: string;
}
