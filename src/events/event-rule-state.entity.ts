import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The part of an event's state that survives a restart; written when it changes. */
@Entity('event_mark')
export class EventRuleStateEntity {
  @PrimaryColumn('integer')
  eventId: number;

  /** Ids of the objects that have triggered. */
  @Column('simple-json')
  triggered: readonly string[];

  /** The scheduled moment that triggered last, wall clock, ms. */
  @Column('integer', { nullable: true })
  lastFired: number | null;
}
