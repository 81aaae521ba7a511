import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Firing } from '../actions/firing.js';

/** One firing of an event, kept for its history. */
@Entity('event_firing')
@Index('event_firing_event', ['eventId'])
export class EventFiring {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  eventId: number;

  @Column('simple-json')
  firing: Firing;
}
