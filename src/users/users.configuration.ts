import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretBox } from '../database/secret-box.js';
import { ADMINISTRATOR_ROLE_ID } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ConfigSections, type ConfigSection } from '../common/configuration/config-sections.js';
import type { DocumentCheck, CheckedEntry } from '../common/configuration/document-check.js';
import { API_ERRORS } from '../common/errors.js';
import { LIMITS, sumOf } from '../common/limits.js';
import { mapInSlices } from '../common/time-slices.js';
import { isSameKeyName } from './ssh-keys.service.js';
import { snmpSecretContext, type SnmpSecret } from './accounts/snmp-settings.js';
import { readSshPublicKey } from './ssh/ssh-public-key.js';
import { SshKeyError } from './ssh/ssh-wire.js';
import {
  secretsInDocument,
  userColumnsOf,
  isSameUser,
  entryOfDocument,
  entryOfUser,
  type UserEntry,
} from './user-document.js';
import { nameKey } from './accounts/user-index.js';
import { UserEntryDto } from './user.dto.js';
import { NO_PASSWORD, PRIMARY_ADMIN_ID, type SshKey, type UserEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

/**
 * The accounts in the configuration document. Credentials follow the user name: an existing account retains its
 * password, token and passphrases unless the document has others; a new account without them has no password.
 */
@Injectable()
export class UsersConfiguration implements OnModuleInit, ConfigSection<UserEntry[]> {
  constructor(
    private readonly sections: ConfigSections,
    private readonly users: UsersService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sections.add('users', this);
  }

  read(): UserEntry[] {
    return this.users.list().map((user) => this.#entryOf(user));
  }

  toDocument(content: UserEntry[], withSecrets: boolean): object[] {
    return content.map((entry) => ({
      ...entry,
      ...((!withSecrets || !entry.passwordHash) && { needsNewPassword: true }),
    }));
  }

  async check(given: unknown, check: DocumentCheck): Promise<UserEntry[]> {
    const entries = await check.entries(UserEntryDto, given, 'users');
    const wanted = await mapInSlices(entries, (each) => this.#checked(each, check));
    if (!wanted.some(({ id }) => id === PRIMARY_ADMIN_ID)) {
      wanted.push(this.#entryOf(this.users.find(PRIMARY_ADMIN_ID)));
      check.warn('users', 'The built-in administrator (id 1) is not among them and stays as it is.');
    }
    if (wanted.length > LIMITS.entries) {
      check.problem('users', `With the built-in administrator (id 1) these are more than ${LIMITS.entries} users.`);
    }
    check.checkTotal(
      'sshKeys',
      sumOf(wanted, ({ sshKeys }) => sshKeys.length),
    );
    refuseDuplicates(wanted, check);
    return wanted.sort((a, b) => a.id - b.id);
  }

  async apply(wanted: UserEntry[]): Promise<void> {
    await this.users.replaceAll(await mapInSlices(wanted, (entry) => this.#accountOf(entry)));
  }

  #checked({ entry, path }: CheckedEntry<UserEntryDto>, check: DocumentCheck): UserEntry {
    if (nameKey(entry.username) === 'root') check.problem(`${path}.username`, 'The user name "root" is reserved.');
    if (entry.username.includes(':') && !this.users.byName(entry.username)) {
      check.problem(`${path}.username`, API_ERRORS.USERNAME_WITH_COLON[1]);
    }
    this.#refuseRole(entry, path, check);
    const known = this.#accountNow(entry);
    const own = known ? this.#decrypted(known) : {};
    const carried = check.hasSecrets ? secretsInDocument(entry.id, path, check) : own;
    // A document without a password never removes one.
    const secrets = { ...carried, ...(!carried.passwordHash && withPassword(own)) };
    const wanted = entryOfDocument(entry, this.#keysOf(entry, path, check), secrets);
    if (!secrets.passwordHash) {
      check.warn(path, `${entry.username} has no password yet and cannot sign in until an administrator sets one.`);
    }
    if (lacksPassphrase(wanted)) {
      check.warn(path, `The SNMPv3 passphrases of ${entry.username} are not in the document; enter them again.`);
    }
    return wanted;
  }

  #refuseRole({ id, roleId, enabled }: UserEntryDto, path: string, check: DocumentCheck): void {
    const isThere = roleId === ADMINISTRATOR_ROLE_ID || check.isPlanned('roles', roleId);
    if (!isThere) check.problem(`${path}.roleId`, `No role has the id ${roleId}.`);
    if (id !== PRIMARY_ADMIN_ID) return;
    if (roleId !== ADMINISTRATOR_ROLE_ID) {
      check.problem(`${path}.roleId`, 'The built-in administrator cannot be given another role.');
    }
    if (enabled === false) check.problem(`${path}.enabled`, 'The built-in administrator cannot be disabled.');
  }

  /** The account whose credentials an entry retains. The built-in administrator is found by id, all others by name. */
  #accountNow({ id, username }: Pick<UserEntry, 'id' | 'username'>): UserEntity | undefined {
    if (id === PRIMARY_ADMIN_ID) return this.users.current({ id });
    const namesake = this.users.byName(username);
    return namesake?.id === PRIMARY_ADMIN_ID ? undefined : namesake;
  }

  #keysOf({ sshKeys = [] }: UserEntryDto, path: string, check: DocumentCheck): UserEntry['sshKeys'] {
    const seen = new Set<string>();
    const keyNames: string[] = [];
    return sshKeys.flatMap(({ sshKeyName, sshKey }, place) => {
      try {
        const { type, key } = readSshPublicKey(sshKey);
        if (seen.has(key)) check.problem(`${path}.sshKeys.${place}`, 'The user already has this SSH key.');
        seen.add(key);
        const name = sshKeyName ?? type;
        if (keyNames.some((other) => isSameKeyName(other, name))) {
          check.problem(`${path}.sshKeys.${place}`, `The user already has an SSH key named "${name}".`);
        }
        keyNames.push(name);
        return [{ sshKeyName: name, sshKey: `${type} ${key}` }];
      } catch (error) {
        if (!(error instanceof SshKeyError)) throw error;
        check.problem(`${path}.sshKeys.${place}`, `This is not a usable SSH public key: ${error.message}.`);
        return [];
      }
    });
  }

  #accountOf(entry: UserEntry): UserEntity {
    const now = this.users.current(entry);
    if (now && isSameUser(this.#entryOf(now), entry)) return now;
    const known = this.#accountNow(entry);
    return {
      created: known?.created ?? this.clock.now(),
      lastLogin: known?.lastLogin ?? 0,
      lockedUntil: known?.lockedUntil ?? null,
      lockedBy: known?.lockedBy ?? null,
      knownSenders: known?.knownSenders ?? [],
      ...userColumnsOf(entry, entry.sshKeys.map(keyOf), (passphrase, name) =>
        this.box.encrypt(passphrase, snmpSecretContext(entry.id, name)),
      ),
    };
  }

  #entryOf(user: UserEntity): UserEntry {
    return entryOfUser(user, this.#decrypted(user));
  }

  #decrypted(user: UserEntity) {
    const snmpv3AuthPass = this.#decrypt(user, 'snmpv3AuthPass');
    const snmpv3PrivPass = this.#decrypt(user, 'snmpv3PrivPass');
    return {
      ...(user.passwordHash !== NO_PASSWORD && { passwordHash: user.passwordHash }),
      ...(user.passwordChangeRequired && user.passwordHash !== NO_PASSWORD && { passwordChangeRequired: 'true' }),
      ...(user.tokenHash !== null && { tokenHash: user.tokenHash, tokenPrefix: user.tokenPrefix }),
      ...(snmpv3AuthPass !== undefined && { snmpv3AuthPass }),
      ...(snmpv3PrivPass !== undefined && { snmpv3PrivPass }),
    };
  }

  /** Decrypts a passphrase; undefined also for one that was encrypted with another device key. */
  #decrypt(user: UserEntity, name: SnmpSecret): string | undefined {
    const encrypted = user[name];
    if (encrypted === null) return undefined;
    try {
      return this.box.decrypt(encrypted, snmpSecretContext(user.id, name));
    } catch {
      return undefined;
    }
  }
}

function withPassword({ passwordHash, passwordChangeRequired }: Partial<Record<string, string>>) {
  return {
    ...(passwordHash !== undefined && { passwordHash }),
    ...(passwordChangeRequired !== undefined && { passwordChangeRequired }),
  };
}

function lacksPassphrase({ snmpv3Access, snmpv3Security, snmpv3AuthPass, snmpv3PrivPass }: UserEntry): boolean {
  if (!snmpv3Access || snmpv3Security === 'noAuthNoPriv') return false;
  return !snmpv3AuthPass || (snmpv3Security === 'authPriv' && !snmpv3PrivPass);
}

/** Reports accounts with the same name or token. */
function refuseDuplicates(wanted: readonly UserEntry[], check: DocumentCheck): void {
  const names = new Set<string>();
  const tokens = new Set<string>();
  for (const { id, username, tokenHash } of wanted) {
    if (names.has(nameKey(username))) {
      check.problem(`users.${id}.username`, `There is already a user named "${username}".`);
    }
    names.add(nameKey(username));
    if (tokenHash && tokens.has(tokenHash.text)) check.problem(`users.${id}`, 'Another user has the same token.');
    if (tokenHash) tokens.add(tokenHash.text);
  }
}

function keyOf({ sshKeyName, sshKey }: UserEntry['sshKeys'][number]): SshKey {
  const { type, key, fingerprint } = readSshPublicKey(sshKey);
  return { name: sshKeyName, type, key, fingerprint };
}
