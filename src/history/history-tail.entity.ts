import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A few minutes of all objects, until their hour is complete and becomes blocks. */
@Entity('history_tail')
export class HistoryTailEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Number of the hour, counted from 1970. */
  @Column('integer')
  hour: number;

  @Column('blob')
  data: Buffer;
}
