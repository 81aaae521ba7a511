import { Column, Entity, PrimaryGeneratedColumn, Index } from 'typeorm';
import { Moment, Whole } from '../database/columns.js';
import type { EventOccurrence } from '../actions/event-occurrence.js';

/** A trigger, and the actions that it runs. */
@Entity('event')
export class EventEntity {
  /** Never given twice: an entry of the audit log always means the same event. */
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  @Column('boolean')
  enabled: boolean;

  @Whole()
  code: number;

  /** Three, checked when they were written; unused ones are empty. */
  @Column('simple-json')
  params: readonly string[];

  /** Action ids in the order in which they run. */
  @Column('simple-json')
  actions: readonly number[];

  /** Id of the user who made or last changed it; null where nobody did, as in a configuration document. */
  @Column('text', { nullable: true })
  maker: string | null;
}

/** One occurrence of an event, stored for its history. */
@Entity('event_firing')
@Index('event_firing_event', ['eventId'])
export class EventOccurrenceEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Whole()
  eventId: number;

  @Column('simple-json', { name: 'firing' })
  occurrence: EventOccurrence;
}

/** Number of power-ons of the PDU that its events have already seen. One row. */
@Entity('event_power_on')
export class EventPowerOnEntity {
  @Whole({ primary: true })
  id: number;

  @Whole()
  count: number;
}

/** The part of an event's state that survives a restart; written when it changes. */
@Entity('event_mark')
export class EventRuleStateEntity {
  @Whole({ primary: true })
  eventId: number;

  /** Ids of the objects that have triggered. */
  @Column('simple-json')
  triggered: readonly string[];

  /** Wall clock of when each of them has triggered, in their order; null for those from before this was stored. */
  @Column('simple-json', { nullable: true })
  triggeredAt: readonly number[] | null;

  /** The scheduled moment that triggered last, wall clock, ms. */
  @Moment({ nullable: true })
  lastFired: number | null;
}

/** An alarm of a measurement, such as a tripped breaker, from its beginning to its end. */
@Entity('alarm_condition')
export class AlarmConditionEntity {
  @Column('text', { primary: true })
  kind: string;

  @Column('text', { primary: true })
  objectId: string;

  /** Wall clock. */
  @Moment()
  since: number;
}

/** Whoever has taken notice of an active alarm. */
@Entity('alarm_acknowledgement')
export class AlarmAcknowledgementEntity {
  /** `event:3` of an event, or the kind of a measured condition. */
  @Column('text', { primary: true })
  source: string;

  @Column('text', { primary: true })
  objectId: string;

  /** Wall clock of the beginning of the alarm; 0 where that is not known. It counts for this time only. */
  @Moment()
  since: number;

  @Moment()
  at: number;

  /** The name of the user as it was. */
  @Column('text')
  who: string;

  @Column('text', { nullable: true })
  note: string | null;
}
