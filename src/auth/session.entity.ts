import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Moment } from '../database/columns.js';

/** A session as stored for a restart. The token itself is not stored, only its hash. */
@Entity('session')
export class SessionEntity {
  /** Public id of the session; neither the token nor derived from it. */
  @PrimaryColumn('text')
  id: string;

  /** SHA-256 of the token, base64url. */
  @Column('text')
  tokenHash: string;

  @Column('text')
  userId: string;

  /** Wall clock of the sign-in, ms. */
  @Moment()
  createdAt: number;

  /** Wall clock of the newest request, ms; up to a minute behind. */
  @Moment()
  lastSeenAt: number;

  /** Address of the sign-in. */
  @Column('text')
  address: string;

  /** User-Agent of the sign-in. */
  @Column('text')
  agent: string;

  /** True for a session that was opened with a personal access token and ends with it. */
  @Column('boolean')
  byToken: boolean;
}
