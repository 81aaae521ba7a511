import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Moment, Whole } from '../database/columns.js';

/** The kinds of receivers that messages wait for. */
export type ChannelName = 'webhook' | 'redfish';

/** A message that did not arrive at once. */
@Entity('outbox_message')
@Index('outbox_message_receiver', ['channel', 'receiver'])
export class OutboxMessageEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  channel: ChannelName;

  /** The id of the webhook or subscription. */
  @Whole()
  receiver: number;

  @Column('text')
  type: string;

  /** The rights that its owner must have to get it, see `Need`. */
  @Column('simple-json')
  needs: readonly string[];

  /** The exact bytes of each attempt. */
  @Column('text')
  body: string;

  @Whole()
  attempts: number;

  /** Wall clock of what it is about, ms. */
  @Moment()
  at: number;

  /** Wall clock of the next attempt, ms. */
  @Moment()
  due: number;
}
