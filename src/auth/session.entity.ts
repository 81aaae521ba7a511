import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A session as it survives a restart. The token itself is nowhere: only who holds it can present it. */
@Entity('session')
export class SessionEntity {
  /** Public name of the session; not the token, nor made from it. */
  @PrimaryColumn('text')
  id: string;

  /** SHA-256 of the token, base64url. */
  @Column('text')
  tokenHash: string;

  @Column('text')
  userId: string;

  /** Wall clock, ms. */
  @Column('integer')
  createdAt: number;

  /** Wall clock of the newest request, ms; up to a minute behind. */
  @Column('integer')
  lastSeenAt: number;

  /** Where the sign-in came from. */
  @Column('text')
  address: string;

  /** User-Agent of the sign-in. */
  @Column('text')
  agent: string;

  /** Opened with a personal access token: ends with it. */
  @Column('boolean')
  byToken: boolean;
}
