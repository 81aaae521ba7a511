import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredExtremes } from './extremes.js';

/** The lowest and highest readings of one object since the last reset. */
@Entity('history_extreme')
export class HistoryExtremeEntity {
  /** Inlet, line, bank, outlet or sensor id. */
  @PrimaryColumn('text', { name: 'thing' })
  objectId: string;

  /** Wall clock of the first start or the last reset, ms. */
  @Column('integer')
  since: number;

  @Column('simple-json')
  extremes: StoredExtremes;
}
