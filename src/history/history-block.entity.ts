import { Column, Entity, PrimaryColumn } from 'typeorm';

/** All samples of one thing in an hour (of minutes) or a day (of quarters), packed. */
@Entity('history_block')
export class HistoryBlock {
  /** Resolution, number of the stretch and number of the thing, see resolutions.ts. */
  @PrimaryColumn('integer')
  id: number;

  @Column('blob')
  data: Buffer;
}
