import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A span of time with blocks: an hour of minutes or a day of quarters. */
@Entity('history_span')
export class HistorySpanEntity {
  /** Resolution and number of the span, see resolutions.ts. */
  @PrimaryColumn('integer')
  id: number;

  /** Total size of its blocks, bytes. */
  @Column('integer')
  bytes: number;
}
