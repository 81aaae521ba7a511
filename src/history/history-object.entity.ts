import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The number that stands for an object in stored blocks; kept as long as the database. Its table is not named like those of
 * the samples, so that the copy of the database has it: a number must never come to mean another object.
 */
@Entity('numbered_thing')
export class HistoryObjectEntity {
  /** From 1. */
  @PrimaryColumn('integer')
  id: number;

  /** Inlet, line, bank, outlet or sensor id. */
  @Column('text', { name: 'thing' })
  objectId: string;
}
