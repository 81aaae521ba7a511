import { Column, Entity, PrimaryColumn } from 'typeorm';

/** All samples of one object in an hour (of minutes) or a day (of quarters), packed. */
@Entity('history_block')
export class HistoryBlockEntity {
  /** Resolution, number of the span and number of the object, see resolutions.ts. */
  @PrimaryColumn('integer')
  id: number;

  @Column('blob')
  data: Buffer;
}
