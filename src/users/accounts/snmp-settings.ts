import { ApiError } from '../../common/errors.js';
import { withoutUndefined } from '../../common/objects.js';
import type { UserColumns } from './user-columns.js';
import type { UpdateUserDto } from '../user.dto.js';
import type { UserEntity } from '../user.entity.js';

export type SnmpSecret = 'snmpv3AuthPass' | 'snmpv3PrivPass';

/** The context that an encrypted passphrase is bound to; it cannot be decrypted in another one. */
export const snmpSecretContext = (userId: number, secret: SnmpSecret): string => `user:${userId}:${secret}`;

const MASK = /^-*$/;

/**
 * The columns of the SNMPv3 members sent. A run of dashes, or empty text, is from a response and changes no passphrase.
 */
export function snmpColumnsOf(
  sent: UpdateUserDto,
  encrypt: (passphrase: string, secret: SnmpSecret) => string,
): UserColumns {
  const encrypted = (secret: SnmpSecret): string | undefined => {
    const passphrase = sent[secret];
    return passphrase === undefined || MASK.test(passphrase) ? undefined : encrypt(passphrase, secret);
  };
  const columns = {
    snmpv3Access: sent.snmpv3Access,
    snmpv3Security: sent.snmpv3Security,
    snmpv3UserId: sent.snmpv3User_id,
    snmpv3AuthProtocol: sent.snmpv3AuthProtocol,
    snmpv3PrivProtocol: sent.snmpv3PrivProtocol,
    snmpv3AuthPass: encrypted('snmpv3AuthPass'),
    snmpv3PrivPass: encrypted('snmpv3PrivPass'),
  };
  return withoutUndefined(columns);
}

/** Refuses access with a security level whose passphrases are missing; while access is off, they may be missing. */
export function refuseMissingSecret(user: Pick<UserEntity, 'snmpv3Access' | 'snmpv3Security' | SnmpSecret>): void {
  if (!user.snmpv3Access) return;
  const needed = NEEDED[user.snmpv3Security].find((secret) => user[secret] === null);
  if (needed) throw new ApiError('SNMPV3_SECRET_MISSING', user.snmpv3Security, needed).at(needed);
}

/** The most octets of a user name in SNMPv3; an account with a longer one has no access by SNMP. */
export const MAX_SNMP_NAME = 32;

/** The name by which SNMPv3 knows an account. */
export const snmpNameOf = ({ snmpv3UserId, username }: Pick<UserEntity, 'snmpv3UserId' | 'username'>): string =>
  snmpv3UserId || username;

type Named = Pick<UserEntity, 'id' | 'snmpv3Access' | 'snmpv3UserId' | 'username'>;

/** Refuses access with an SNMPv3 user name that another account with access has. */
export function refuseTakenSnmpName(user: Named, others: readonly Named[]): void {
  const name = snmpNameOf(user);
  const holder = others.find((other) => other.id !== user.id && other.snmpv3Access && snmpNameOf(other) === name);
  if (user.snmpv3Access && holder) throw new ApiError('SNMPV3_NAME_TAKEN', name).at('snmpv3User_id');
}

const NEEDED: Record<UserEntity['snmpv3Security'], readonly SnmpSecret[]> = {
  authPriv: ['snmpv3AuthPass', 'snmpv3PrivPass'],
  authNoPriv: ['snmpv3AuthPass'],
  noAuthNoPriv: [],
};
