import { Column, Entity, PrimaryGeneratedColumn, Index } from 'typeorm';
import { Duration, Moment, Whole } from '../database/columns.js';

/** Something that events make the controller do. */
@Entity('action')
export class ActionEntity {
  /** Never given twice: an entry of the audit log always means the same action. */
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  @Column('boolean')
  enabled: boolean;

  /** Code of the catalogue. */
  @Whole()
  code: number;

  /** Three texts, unused ones empty; secrets encrypted. */
  @Column('simple-json')
  params: readonly string[];

  /** Id of the user who made it; null where nobody did, as in a configuration document. */
  @Column('text', { nullable: true })
  maker: string | null;
}

/**
 * `pending`: not begun, or a notification that is tried again. `begun`: something is being switched. `interrupted`: the
 * controller stopped meanwhile, and it is not known to have happened. `skipped`: was not to be done.
 */
export type ActionRunState = 'pending' | 'begun' | 'done' | 'failed' | 'skipped' | 'interrupted';

/** One run of one action for one event occurrence, written before it begins, so that a stop of the controller loses none. */
@Entity('action_run')
@Index('action_run_event', ['eventId'])
@Index('action_run_state', ['state'])
export class ActionRunEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Whole()
  eventId: number;

  @Whole()
  actionId: number;

  /** The action's name when it was asked for; it may be deleted since. */
  @Column('text')
  name: string;

  /** JSON of the event occurrence. */
  @Column('text', { name: 'firing' })
  occurrence: string;

  @Column('text')
  state: ActionRunState;

  @Whole()
  tries: number;

  /** The moment of the occurrence, wall clock, ms. */
  @Moment()
  at: number;

  /** Wall clock, ms. */
  @Moment({ nullable: true })
  begunAt: number | null;

  /** Wall clock, ms. */
  @Moment({ nullable: true })
  endedAt: number | null;

  /** Duration of the last attempt, ms. */
  @Duration({ nullable: true })
  took: number | null;

  /** `ok`, or the code of what went wrong. */
  @Column('text', { nullable: true })
  result: string | null;

  /** The outcome, as a sentence. */
  @Column('text', { nullable: true })
  detail: string | null;
}
