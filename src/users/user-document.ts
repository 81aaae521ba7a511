import { Secret } from '../common/configuration/config-sections.js';
import type { DocumentCheck } from '../common/configuration/document-check.js';
import { lengthOf } from '../common/values.js';
import type { UserEntryDto } from './user.dto.js';
import { NO_PASSWORD, type SnmpSecurity, type UserEntity } from './user.entity.js';

/** The secrets of an account; each is absent if it is not set. */
export interface UserSecrets {
  readonly passwordHash?: Secret;
  /** "true" while the password is one that the controller made. */
  readonly passwordChangeRequired?: Secret;
  readonly tokenHash?: Secret;
  readonly tokenPrefix?: Secret;
  readonly snmpv3AuthPass?: Secret;
  readonly snmpv3PrivPass?: Secret;
}

export const USER_SECRETS = [
  'passwordHash',
  'passwordChangeRequired',
  'tokenHash',
  'tokenPrefix',
  'snmpv3AuthPass',
  'snmpv3PrivPass',
] as const satisfies readonly (keyof UserSecrets)[];

/** An account in the configuration document with its defaults written out. */
export interface UserEntry extends UserSecrets {
  readonly id: number;
  readonly username: string;
  readonly roleId: number;
  readonly enabled: boolean;
  readonly snmpv3Access: boolean;
  readonly snmpv3Security: SnmpSecurity;
  readonly snmpv3User_id: string;
  readonly snmpv3AuthProtocol: UserEntity['snmpv3AuthProtocol'];
  readonly snmpv3PrivProtocol: UserEntity['snmpv3PrivProtocol'];
  readonly sshKeys: readonly { readonly sshKeyName: string; readonly sshKey: string }[];
}

type DecryptedSecrets = Partial<Record<keyof UserSecrets, string>>;

/** @param decrypted the secrets of the account as plain text, and the hashes */
export const entryOfUser = (user: UserEntity, decrypted: DecryptedSecrets): UserEntry => ({
  id: user.id,
  username: user.username,
  roleId: user.roleId,
  enabled: user.enabled,
  snmpv3Access: user.snmpv3Access,
  snmpv3Security: user.snmpv3Security,
  snmpv3User_id: user.snmpv3UserId,
  snmpv3AuthProtocol: user.snmpv3AuthProtocol,
  snmpv3PrivProtocol: user.snmpv3PrivProtocol,
  sshKeys: user.sshKeys.map(({ name, type, key }) => ({ sshKeyName: name, sshKey: `${type} ${key}` })),
  ...secretsOf(decrypted),
});

/** An entry of a document with its defaults written out. */
export const entryOfDocument = (
  entry: UserEntryDto,
  sshKeys: UserEntry['sshKeys'],
  secrets: DecryptedSecrets,
): UserEntry => ({
  id: entry.id,
  username: entry.username,
  roleId: entry.roleId,
  enabled: entry.enabled ?? true,
  snmpv3Access: entry.snmpv3Access ?? false,
  snmpv3Security: entry.snmpv3Security ?? 'noAuthNoPriv',
  snmpv3User_id: entry.snmpv3User_id ?? '',
  snmpv3AuthProtocol: entry.snmpv3AuthProtocol ?? 'SHA',
  snmpv3PrivProtocol: entry.snmpv3PrivProtocol ?? 'AES',
  sshKeys,
  ...secretsOf(secrets),
});

const secretsOf = (decrypted: DecryptedSecrets): UserSecrets =>
  Object.fromEntries(
    USER_SECRETS.flatMap((name) =>
      decrypted[name] ? [[name, new Secret(decrypted[name])] satisfies [string, Secret]] : [],
    ),
  );

/** True when two entries are equal, including their secrets. */
export const isSameUser = (a: UserEntry, b: UserEntry): boolean =>
  JSON.stringify(a) === JSON.stringify(b) && USER_SECRETS.every((name) => a[name]?.text === b[name]?.text);

const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
/** Largest accepted cost of a hash: a higher one would delay all sign-ins. */
const MAX_COST = { memory: 131_072, passes: 10, parallelism: 4 };

/** The secrets of an account in a document; invalid ones are reported and left out. */
export function secretsInDocument(id: number, path: string, check: DocumentCheck): DecryptedSecrets {
  const found = USER_SECRETS.flatMap((name) => {
    const text = check.secret(`users.${id}.${name}`);
    if (text === undefined) return [];
    if (SECRET_FORMATS[name](text)) return [[name, text]];
    check.problem(`${path}.${name}`, `The ${name} among the secrets is none.`);
    return [];
  });
  return Object.fromEntries(found) as DecryptedSecrets;
}

/** Checks the length as when a passphrase is set: an emoji is one character. */
const isPassphrase = (text: string): boolean => lengthOf(text) >= 8 && lengthOf(text) <= 255;

const SECRET_FORMATS: Record<keyof UserSecrets, (text: string) => boolean> = {
  passwordHash: (text) => {
    const [, memory, passes, parallelism] = PHC.exec(text) ?? [];
    if (memory === undefined) return false;
    return (
      Number(memory) <= MAX_COST.memory &&
      Number(passes) <= MAX_COST.passes &&
      Number(parallelism) <= MAX_COST.parallelism
    );
  },
  passwordChangeRequired: (text) => text === 'true',
  tokenHash: (text) => /^[\w-]{43}$/.test(text),
  tokenPrefix: (text) => /^\w{4}$/.test(text),
  snmpv3AuthPass: isPassphrase,
  snmpv3PrivPass: isPassphrase,
};

/** The columns of the account of an entry; passphrases are encrypted by `encrypt`. */
export function userColumnsOf(
  entry: UserEntry,
  sshKeys: UserEntity['sshKeys'],
  encrypt: (passphrase: string, name: 'snmpv3AuthPass' | 'snmpv3PrivPass') => string,
): Omit<UserEntity, 'created' | 'lastLogin' | 'lockedUntil' | 'lockedBy' | 'knownSenders'> {
  return {
    id: entry.id,
    username: entry.username,
    roleId: entry.roleId,
    enabled: entry.enabled,
    passwordHash: entry.passwordHash?.text ?? NO_PASSWORD,
    passwordChangeRequired: entry.passwordHash === undefined || entry.passwordChangeRequired !== undefined,
    tokenHash: entry.tokenHash?.text ?? null,
    tokenPrefix: entry.tokenPrefix?.text ?? '',
    snmpv3Access: entry.snmpv3Access,
    snmpv3Security: entry.snmpv3Security,
    snmpv3UserId: entry.snmpv3User_id,
    snmpv3AuthProtocol: entry.snmpv3AuthProtocol,
    snmpv3PrivProtocol: entry.snmpv3PrivProtocol,
    snmpv3AuthPass: entry.snmpv3AuthPass ? encrypt(entry.snmpv3AuthPass.text, 'snmpv3AuthPass') : null,
    snmpv3PrivPass: entry.snmpv3PrivPass ? encrypt(entry.snmpv3PrivPass.text, 'snmpv3PrivPass') : null,
    sshKeys,
  };
}
