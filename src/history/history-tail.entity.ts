import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A few minutes of all things, until their hour is complete and becomes blocks. */
@Entity('history_tail')
export class HistoryTail {
  @PrimaryGeneratedColumn()
  id: number;

  /** Counted from 1970. */
  @Column('integer')
  hour: number;

  @Column('blob')
  data: Buffer;
}
