import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stretch of time of which there are blocks: an hour of minutes or a day of quarters. */
@Entity('history_span')
export class HistorySpanEntity {
  /** Resolution and number of the stretch, see resolutions.ts. */
  @PrimaryColumn('integer')
  id: number;

  /** What its blocks weigh together. */
  @Column('integer')
  bytes: number;
}
