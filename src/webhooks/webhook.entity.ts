import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { Moment } from '../database/columns.js';

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
