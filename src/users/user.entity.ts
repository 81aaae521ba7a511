import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The built-in primary admin, made at the first start. */
export const PRIMARY_ADMIN_ID = 1;

/** In place of a hash: the account has no password, and nobody signs in to it with one until an administrator sets one. */
export const NO_PASSWORD = '';

/** Who locked an account: too many wrong passwords, or an administrator. */
export type LockedBy = 'failures' | 'administrator';

export type SnmpSecurity = 'authPriv' | 'authNoPriv' | 'noAuthNoPriv';

/** A public key with which a user may sign in over SSH. */
export interface SshKey {
  readonly name: string;
  /** `ssh-ed25519`, `ssh-rsa`, … */
  readonly type: string;
  /** Base64 of the key's SSH wire form. */
  readonly key: string;
  /** MD5 of the wire form: lower-case hexadecimal pairs with colons. */
  readonly fingerprint: string;
}

/** A network from which the account was signed in to with its password. */
export interface KnownSender {
  /** As networkOf() names it. */
  readonly network: string;
  /** Wall clock, ms; exact to a day. */
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

  @Column('integer')
  roleId: number;

  @Column('boolean')
  enabled: boolean;

  /** Wall clock, ms. */
  @Column('integer')
  created: number;

  /** Wall clock, ms; 0 for a user that never signed in. */
  @Column('integer')
  lastLogin: number;

  /** Argon2id as PHC string, or {@link NO_PASSWORD}. */
  @Column('text')
  passwordHash: string;

  /** The password was made by the controller and waits for the user's own. */
  @Column('boolean')
  passwordChangeRequired: boolean;

  /** Wall clock, ms; kept for a restart, a running lock is timed by the clock that never jumps. */
  @Column('integer', { nullable: true })
  lockedUntil: number | null;

  @Column('text', { nullable: true })
  lockedBy: LockedBy | null;

  /** Of the personal access token. */
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
  snmpv3AuthProtocol: 'SHA' | 'MD5';

  @Column('text')
  snmpv3PrivProtocol: 'AES' | 'DES';

  /** Encrypted; null when not set. */
  @Column('text', { nullable: true })
  snmpv3AuthPass: string | null;

  /** Encrypted; null when not set. */
  @Column('text', { nullable: true })
  snmpv3PrivPass: string | null;

  @Column('simple-json')
  sshKeys: readonly SshKey[];

  /** The latest first. */
  @Column('simple-json', { default: '[]' })
  knownSenders: readonly KnownSender[];
}

/** What a new account has besides its name, role and password. */
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
