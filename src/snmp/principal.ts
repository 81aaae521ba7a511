import type { CallerWithAddress } from '../common/access.js';
import type { SecurityLevel, UserKeys } from './v3-message.js';

/** The sender of a datagram. */
export interface Sender {
  readonly address: string;
  readonly port: number;
}

/** Somebody with a community or a user name, at the time of a request. */
export interface Principal {
  /** Another one for each principal. */
  readonly key: string;
  readonly mayWrite: boolean;
  readonly caller: CallerWithAddress;
}

/** A user of version 3. */
export interface V3User {
  readonly key: string;
  /** The level below which nothing is done for the user. */
  readonly level: SecurityLevel;
  /** The level up to which there are keys. */
  readonly highestLevel: SecurityLevel;
  /** The keys for the engine; a promise until they have been derived. */
  keys(): UserKeys | Promise<UserKeys>;
  callerAt(address: string): CallerWithAddress;
}

/** The communities that are admitted now. */
export interface Communities {
  /** True while versions 1 and 2c are served. */
  readonly isServed: boolean;
  find(community: Buffer, address: string): Principal | undefined;
}

/** The users who are admitted now. */
export interface V3Users {
  find(securityName: Buffer): V3User | undefined;
  /** Records a wrong digest. */
  noteWrongDigest(user: V3User, address: string): void;
}
