import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Moment, Whole } from '../database/columns.js';

/** One line of the audit log: who did what to which object, and how it ended. Never holds a secret. */
@Entity('audit_entry')
@Index('audit_entry_at', ['at'])
@Index('audit_entry_kind', ['kind'])
@Index('audit_entry_object', ['object'])
@Index('audit_entry_who', ['who'])
@Index('audit_entry_about', ['about'], { where: '"about" IS NOT NULL' })
export class AuditEntryEntity {
  @PrimaryGeneratedColumn()
  id: number;

  /** Wall clock, ms. */
  @Moment()
  at: number;

  /** The kind of change, as `resource.verb`: `outlet.switch`, `user.create`, `session.signIn`. */
  @Column('text')
  kind: string;

  /** The changed object, as `resource:id`: `outlet:1-1200578`, `user:2`. */
  @Column('text')
  object: string;

  /** The name that the object had at that time; null for one without a name. */
  @Column('text', { nullable: true })
  name: string | null;

  /** A second object that the entry speaks of, as `resource:id`: what an event triggered for. */
  @Column('text', { nullable: true })
  about: string | null;

  /** The name that this object had at that time. */
  @Column('text', { nullable: true })
  aboutName: string | null;

  /** The cause's kind: session, token, basic, a protocol, fleet, action, schedule, coldStart, powerCycle, system. */
  @Column('text')
  via: string;

  @Column('text')
  who: string;

  @Column('text', { nullable: true })
  address: string | null;

  /** JSON of the changed members before; null for a creation. */
  @Column('text', { nullable: true })
  before: string | null;

  /** JSON of the changed members after; null for a deletion. */
  @Column('text', { nullable: true })
  after: string | null;

  /** `ok`, or the code of the error it ended with. */
  @Column('text')
  result: string;

  /** Id of the entry that led to this one; null for a first one. Always lower than the entry's own. */
  @Whole({ nullable: true })
  cause: number | null;
}

/** The kind and the id of an object, `outlet:1-1200578`; the id is empty for a kind alone. */
export function partsOf(object: string): [kind: string, id: string] {
  const colon = object.indexOf(':');
  return colon < 0 ? [object, ''] : [object.slice(0, colon), object.slice(colon + 1)];
}
