import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Bytes, Long, Moment, Whole } from '../database/columns.js';
import type { StoredExtremes } from './extremes.js';

/** All samples of one object in an hour (of minutes) or a day (of quarters), packed. */
@Entity('history_block')
export class HistoryBlockEntity {
  /** Resolution, number of the span and number of the object, see resolutions.ts. */
  @Long({ primary: true })
  id: number;

  @Bytes()
  data: Buffer;
}

/** A span of time with blocks: an hour of minutes or a day of quarters. */
@Entity('history_span')
export class HistorySpanEntity {
  /** Resolution and number of the span, see resolutions.ts. */
  @Long({ primary: true })
  id: number;

  /** Total size of its blocks, bytes. */
  @Whole()
  bytes: number;
}

/** A few minutes of all objects, until their hour is complete and becomes blocks. */
@Entity('history_tail')
export class HistoryTailEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Number of the hour, counted from 1970. */
  @Whole()
  hour: number;

  @Bytes()
  data: Buffer;
}

/** The lowest and highest readings of one object since the last reset. */
@Entity('history_extreme')
export class HistoryExtremeEntity {
  /** Inlet, line, bank, outlet or sensor id. */
  @PrimaryColumn('text', { name: 'thing' })
  objectId: string;

  /** Wall clock of the first start or the last reset, ms. */
  @Moment()
  since: number;

  @Column('simple-json')
  extremes: StoredExtremes;
}

/**
 * The number of an object in stored blocks; stored as long as the database. Its table is not named like those of the
 * samples, so that the copy of the database includes it: a number must never refer to another object.
 */
@Entity('numbered_thing')
export class HistoryObjectEntity {
  /** Number of the object, from 1. */
  @Whole({ primary: true })
  id: number;

  /** Inlet, line, bank, outlet or sensor id. */
  @Column('text', { name: 'thing' })
  objectId: string;
}
