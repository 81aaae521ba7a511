import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Moment, Whole } from '../database/columns.js';
import type { AuthAlgorithm, PrivacyAlgorithm } from '../common/snmp/algorithms.js';

/** Id of the built-in primary admin, created at the first start. */
export const PRIMARY_ADMIN_ID = 1;

/** Replaces the hash of an account without a password; nobody can sign in to it until an administrator sets one. */
export const NO_PASSWORD = '';

/** The cause of a lock: too many wrong passwords, or an administrator. */
export type LockedBy = 'failures' | 'administrator';

export type SnmpSecurity = 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';

/** A public key with which a user may sign in over SSH. */
export interface SshKey {
  readonly name: string;
  /** Type such as `ssh-ed25519` or `ssh-rsa`. */
  readonly type: string;
  /** The key's SSH wire form in base64. */
  readonly key: string;
  /** MD5 of the wire form: lower-case hexadecimal pairs with colons. */
  readonly fingerprint: string;
}

/** A network from which a user signed in with the password. */
export interface KnownSender {
  /** Text of networkOf(). */
  readonly network: string;
  /** Wall clock of the last sign-in, ms; exact to a day. */
  readonly lastSignIn: number;
}

/** An account. */
@Entity('user')
export class UserEntity {
  @PrimaryGeneratedColumn()
  id: number;

  @Index('user_username', { unique: true })
  @Column('text')
  username: string;

  @Whole()
  roleId: number;

  @Column('boolean')
  enabled: boolean;

  /** Wall clock, ms. */
  @Moment()
  created: number;

  /** Wall clock of the last sign-in, ms; 0 for a user that never signed in. */
  @Moment()
  lastLogin: number;

  /** Argon2id hash as PHC string, or {@link NO_PASSWORD}. */
  @Column('text')
  passwordHash: string;

  /** True while the user has not yet replaced the password that the controller generated. */
  @Column('boolean')
  passwordChangeRequired: boolean;

  /** End of the lock for a restart, wall clock, ms; a running lock is timed by the uptime. */
  @Moment({ nullable: true })
  lockedUntil: number | null;

  @Column('text', { nullable: true })
  lockedBy: LockedBy | null;

  /** Hash of the personal access token. */
  @Index('user_token', { unique: true })
  @Column('text', { nullable: true })
  tokenHash: string | null;

  /** First characters of the personal access token; empty without one. */
  @Column('text')
  tokenPrefix: string;

  @Column('boolean')
  snmpv3Access: boolean;

  @Column('text')
  snmpv3Security: SnmpSecurity;

  @Column('text')
  snmpv3UserId: string;

  @Column('text')
  snmpv3AuthProtocol: AuthAlgorithm;

  @Column('text')
  snmpv3PrivProtocol: PrivacyAlgorithm;

  /** Encrypted; null when not set. */
  @Column('text', { nullable: true })
  snmpv3AuthPass: string | null;

  /** Encrypted; null when not set. */
  @Column('text', { nullable: true })
  snmpv3PrivPass: string | null;

  @Column('simple-json')
  sshKeys: readonly SshKey[];

  /** Senders of sign-ins, the latest first. */
  @Column('simple-json', { default: '[]' })
  knownSenders: readonly KnownSender[];
}

/** The members of a new account besides its name, role and password. */
export const NEW_USER = {
  enabled: true,
  lastLogin: 0,
  passwordChangeRequired: false,
  lockedUntil: null,
  lockedBy: null,
  tokenHash: null,
  tokenPrefix: '',
  snmpv3Access: false,
  snmpv3Security: 'noAuthNoPriv',
  snmpv3UserId: '',
  snmpv3AuthProtocol: 'SHA',
  snmpv3PrivProtocol: 'AES',
  snmpv3AuthPass: null,
  snmpv3PrivPass: null,
  sshKeys: [],
  knownSenders: [],
} as const satisfies Partial<UserEntity>;
