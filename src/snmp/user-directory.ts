import { Logger } from '@nestjs/common';
import { activeCaller } from '../auth/callers/active-caller.js';
import { withAddress, type CallerWithAddress } from '../common/access.js';
import { printable } from '../common/text.js';
import type { UserEntity } from '../users/user.entity.js';
import type { UsersService } from '../users/users.service.js';
import { snmpNameOf, MAX_SNMP_NAME } from '../users/accounts/snmp-settings.js';
import type { KeyStore } from './key-store.js';
import type { V3User, V3Users } from './principal.js';
import { isBelow, type SecurityLevel, type UserKeys } from './v3-message.js';

interface Directory {
  readonly users: UsersService;
  readonly keys: KeyStore;
  readonly minimumLevel: () => SecurityLevel;
  /** Records a wrong digest in the audit log. */
  readonly noteFailure: (user: { readonly id: number; readonly name: string }, address: string) => void;
}

/** An account with access, by its security name. */
class DirectoryUser implements V3User {
  readonly key: string;
  readonly level: SecurityLevel;
  readonly highestLevel: SecurityLevel;
  readonly #caller;

  constructor(
    readonly account: UserEntity,
    readonly name: string,
    private readonly directory: Directory,
    isListed: (user: DirectoryUser) => boolean,
  ) {
    this.key = `user:${account.id}`;
    this.level = account.snmpv3Security;
    this.highestLevel = highestLevelOf(account);
    this.#caller = activeCaller(directory.users, String(account.id), { kind: 'snmp' }, () => isListed(this));
  }

  keys(): UserKeys | Promise<UserKeys> {
    return this.directory.keys.of(this.account);
  }

  callerAt(address: string): CallerWithAddress {
    return withAddress(this.#caller, address);
  }
}

/** Finds the users of version 3; follows every change of the accounts. */
export class UserDirectory implements V3Users {
  readonly #logger = new Logger('SNMP');
  #byName: ReadonlyMap<string, DirectoryUser> = new Map();
  #revision = -1;
  /** The users without access that the log knows of. */
  #reported: ReadonlySet<string> = new Set();

  constructor(private readonly directory: Directory) {}

  find(securityName: Buffer): DirectoryUser | undefined {
    const user = this.#current.get(securityName.toString('latin1'));
    return user && this.#isAdmitted(user) ? user : undefined;
  }

  noteWrongDigest({ key }: V3User, address: string): void {
    for (const { account, name } of this.#current.values()) {
      if (`user:${account.id}` === key) this.directory.noteFailure({ id: account.id, name }, address);
    }
  }

  get #current(): ReadonlyMap<string, DirectoryUser> {
    const { users } = this.directory;
    if (this.#revision !== users.revision) {
      this.#revision = users.revision;
      this.#list();
    }
    return this.#byName;
  }

  #isAdmitted({ account, level }: DirectoryUser): boolean {
    const { users, minimumLevel } = this.directory;
    return users.isActive(account) && !users.isLocked(account) && !isBelow(level, minimumLevel());
  }

  #list(): void {
    const { users, keys } = this.directory;
    const listed = new Map<string, DirectoryUser>();
    const refused = new Set<string>();
    for (const account of users.list()) {
      if (!account.snmpv3Access) continue;
      const name = snmpNameOf(account);
      const octets = Buffer.from(name);
      const known = listed.get(octets.toString('latin1'));
      const reason = known
        ? `${printable(known.account.username)} has the same SNMPv3 user name`
        : octets.length > MAX_SNMP_NAME
          ? `the SNMPv3 user name is longer than ${MAX_SNMP_NAME} octets`
          : isBelow(highestLevelOf(account), account.snmpv3Security)
            ? `the passphrases that ${account.snmpv3Security} needs are not set`
            : undefined;
      if (reason) refused.add(`${printable(account.username)} has no access by SNMP: ${reason}.`);
      else listed.set(octets.toString('latin1'), new DirectoryUser(account, name, this.directory, this.#isListed));
    }
    this.#byName = listed;
    for (const sentence of refused) if (!this.#reported.has(sentence)) this.#logger.warn(sentence);
    this.#reported = refused;
    keys.keepOnly(new Set([...listed.values()].map(({ account }) => account.id)));
  }

  /** True while the account is admitted by the name and with the passphrases that it had at the time of the request. */
  readonly #isListed = (user: DirectoryUser): boolean => {
    const now = this.find(Buffer.from(user.name));
    return now !== undefined && isSameAccess(now.account, user.account);
  };
}

const isSameAccess = (one: UserEntity, other: UserEntity): boolean =>
  one.id === other.id &&
  one.snmpv3AuthPass === other.snmpv3AuthPass &&
  one.snmpv3PrivPass === other.snmpv3PrivPass &&
  one.snmpv3Security === other.snmpv3Security;

function highestLevelOf({ snmpv3AuthPass, snmpv3PrivPass }: UserEntity): SecurityLevel {
  if (snmpv3AuthPass === null) return 'noAuthNoPriv';
  return snmpv3PrivPass === null ? 'authNoPriv' : 'authPriv';
}
