import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredExtremes } from './extremes.js';

/** The lowest and highest readings of one thing since the last reset. */
@Entity('history_extreme')
export class HistoryExtreme {
  /** Inlet, line, bank, outlet or sensor id. */
  @PrimaryColumn('text')
  thing: string;

  /** Wall clock, ms. */
  @Column('integer')
  since: number;

  @Column('simple-json')
  extremes: StoredExtremes;
}
