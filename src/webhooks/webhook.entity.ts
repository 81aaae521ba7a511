import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Moment, Whole } from '../database/columns.js';

/** `gone`: the receiver has answered 410. `failing`: it has accepted nothing for days. */
export type SwitchedOffBecause = 'gone' | 'failing';

/** A receiver of messages about what happens. */
@Entity('webhook')
export class WebhookEntity {
  /** Never given twice: an entry of the audit log always means the same webhook. */
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  @Column('text')
  url: string;

  /** Types of messages, and patterns of them such as `outlet.*`. */
  @Column('simple-json')
  types: readonly string[];

  @Column('boolean')
  enabled: boolean;

  /** Set while the controller itself has switched it off. */
  @Column('text', { nullable: true })
  switchedOffBecause: SwitchedOffBecause | null;

  /** Encrypted; null for one whose secret was lost, as in a configuration document without secrets. */
  @Column('text', { nullable: true })
  secret: string | null;

  /** The secret before the last rotation; encrypted. */
  @Column('text', { nullable: true })
  previousSecret: string | null;

  /** Until then messages are signed with the previous secret too; wall clock, ms. */
  @Moment({ nullable: true })
  previousUntil: number | null;

  /** The first failure after the last success; wall clock, ms. */
  @Moment({ nullable: true })
  failingSince: number | null;

  /** Id of the user it belongs to. */
  @Column('text', { nullable: true })
  maker: string | null;
}

/** A message whose first attempt has failed, or that a stop of the controller has kept from it. */
@Entity('webhook_message')
@Index('webhook_message_webhook', ['webhookId'])
export class WebhookMessageEntity {
  /** The id that the receiver sees. */
  @PrimaryColumn('text')
  id: string;

  @Whole()
  webhookId: number;

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

  /** Wall clock of the fact, ms. */
  @Moment()
  at: number;

  /** Wall clock of the next attempt, ms. */
  @Moment()
  due: number;
}
