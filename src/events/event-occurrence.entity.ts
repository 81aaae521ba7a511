import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { EventOccurrence } from '../actions/event-occurrence.js';

/** One occurrence of an event, stored for its history. */
@Entity('event_firing')
@Index('event_firing_event', ['eventId'])
export class EventOccurrenceEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  eventId: number;

  @Column('simple-json', { name: 'firing' })
  occurrence: EventOccurrence;
}
