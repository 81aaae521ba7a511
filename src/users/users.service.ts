import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLog, type Deed } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/replace-rows.js';
import type { Access } from '../kernel/access.js';
import { Clock } from '../kernel/clock.js';
import { ApiError } from '../kernel/errors.js';
import { hashToken, isToken } from '../kernel/token.js';
import { RolesService } from '../roles/roles.service.js';
import { AccountLocks } from './account-locks.js';
import { kindsBetween, type UserChange, type UserChangeKind, type UserEdit } from './user-edit.js';
import { UserIndex } from './user-index.js';
import { NO_PASSWORD, PRIMARY_ADMIN_ID, User } from './user.entity.js';
import { userView, type UserView } from './user.view.js';

export type NewUser = Omit<User, 'id'>;

/** The accounts, all in memory and written through: who is there, who may enter, and how a change is made. */
@Injectable()
export class UsersService implements OnModuleInit {
  /** The primary admin's password, if this start of the controller made one; it is to be shown once. */
  generatedPassword: string | undefined;

  readonly #users = new UserIndex();
  readonly #locks: AccountLocks;
  readonly #readers: ((change: UserChange) => void)[] = [];
  readonly #writers: ((change: UserChange) => Promise<void>)[] = [];
  #revision = 0;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly roles: RolesService,
    private readonly clock: Clock,
  ) {
    this.#locks = new AccountLocks(clock);
    roles.onChange(() => this.#revision++);
    roles.usedWhen((roleId) => this.list().some((user) => user.roleId === roleId));
  }

  async onModuleInit(): Promise<void> {
    for (const user of await this.db.all(User)) this.#put(user);
  }

  /** True until the password that the first start has made for the primary admin is changed. */
  get hasFirstPassword(): boolean {
    return this.#users.byId(PRIMARY_ADMIN_ID)?.passwordChangeRequired === true;
  }

  /** In the order of their ids. */
  list(): readonly User[] {
    return this.#users.all();
  }

  /** Throws USER_UNKNOWN. */
  find(id: string | number): User {
    const user = /^[1-9]\d{0,14}$/.test(String(id)) ? this.#users.byId(Number(id)) : undefined;
    if (!user) throw new ApiError('USER_UNKNOWN', id);
    return user;
  }

  /** Without regard to case. */
  byName(username: string): User | undefined {
    return this.#users.byName(username);
  }

  /** The owner of a personal access token; nobody for anything that is no token, or while he may not enter. */
  byToken(token: unknown): User | undefined {
    const user = isToken(token) ? this.#users.byTokenHash(hashToken(token)) : undefined;
    return user && this.mayEnter(user) ? user : undefined;
  }

  /** As he is now: the account may have changed, or be gone, since the record was looked up. */
  current({ id }: Pick<User, 'id'>): User | undefined {
    return this.#users.byId(id);
  }

  accessOf({ roleId }: Pick<User, 'roleId'>): Access {
    return this.roles.accessOf(roleId);
  }

  /** Sessions and token work: enabled, and not locked by an administrator. */
  mayEnter(user: Pick<User, 'id'>): boolean {
    return this.current(user)?.enabled === true && !this.isLockedByAdministrator(user);
  }

  /** A password may be tried: there is one, and the account is enabled and not locked by anybody. */
  mayUsePassword(user: Pick<User, 'id'>): boolean {
    const { enabled, passwordHash } = this.current(user) ?? { enabled: false };
    return enabled && passwordHash !== NO_PASSWORD && !this.isLocked(user);
  }

  isLocked({ id }: Pick<User, 'id'>): boolean {
    return this.#locks.heldBy(id) !== undefined;
  }

  isLockedByAdministrator({ id }: Pick<User, 'id'>): boolean {
    return this.#locks.heldBy(id) === 'administrator';
  }

  view(user: User): UserView {
    return userView(user, this.isLocked(user));
  }

  /** The signed-in user's own record. */
  viewWithRole(user: User): UserView {
    return { ...this.view(user), role: this.roles.read(user.roleId) };
  }

  /** Rises with each change of an account or role, for whoever keeps callers ready. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls back once a change is durable, before the request that made it is answered. */
  onChange(reader: (change: UserChange) => void): void {
    this.#readers.push(reader);
  }

  /** Calls in the unit of work of each change: what the reader writes is durable with it, or not at all. */
  onCommitting(writer: (change: UserChange) => Promise<void>): void {
    this.#writers.push(writer);
  }

  /** `prepare` is called when its turn has come, and refuses by throwing. */
  create(prepare: () => { readonly user: NewUser; readonly deed: Omit<Deed, 'object'> }): Promise<User> {
    return this.db.write(async (entities) => {
      const { user: row, deed } = prepare();
      const { identifiers } = await entities.insert(User, {
        ...row,
        sshKeys: [...row.sshKeys],
        knownSenders: [...row.knownSenders],
      });
      const user = { ...row, id: (identifiers[0] as { id: number }).id };
      await this.audit.record({ ...deed, object: `user:${user.id}` });
      this.db.afterCommit(() => this.#changed(user, ['created']));
      return user;
    });
  }

  /** `decide` gets the account as it is when its turn has come, and refuses by throwing. Answers it as it is then. */
  edit(id: string | number, decide: (user: User) => UserEdit): Promise<User> {
    return this.db.write(async (entities) => {
      const user = this.find(id);
      const { set, deed, kinds = [], exceptSession } = decide(user);
      if (Object.keys(set).length === 0) return user;
      await entities.update(User, user.id, { ...set });
      if (deed) await this.audit.record(deed);
      const after = { ...user, ...set };
      await this.#commit(user, kinds, exceptSession);
      this.db.afterCommit(() => this.#changed(after, kinds, exceptSession));
      return after;
    });
  }

  /** `decide` gets the account as it is when its turn has come, and refuses by throwing. */
  remove(id: string | number, decide: (user: User) => Deed): Promise<void> {
    return this.db.write(async (entities) => {
      const user = this.find(id);
      const deed = decide(user);
      await entities.delete(User, user.id);
      await this.audit.record(deed);
      await this.#commit(user, ['delete']);
      this.db.afterCommit(() => {
        this.#users.remove(user.id);
        this.#locks.forget(user.id);
        this.#tell(user, ['delete']);
      });
    });
  }

  /** Notes that the user has signed in; a lock that has run out leaves the row. */
  async recordSignIn({ id }: Pick<User, 'id'>): Promise<void> {
    await this.edit(id, (user) => ({
      set: { lastLogin: this.clock.now(), ...(!this.isLocked(user) && { lockedUntil: null, lockedBy: null }) },
    }));
  }

  /**
   * Makes these the accounts; one that stays as it was is the same object. Whoever loses a credential loses its sessions
   * with it. Joins the running unit of work.
   */
  async replaceAll(users: readonly User[]): Promise<void> {
    await this.db.write(async (entities) => {
      const before = this.list();
      const changes = kindsBetween(before, users);
      await replaceRows(entities, User, before, users);
      for (const { user, kinds } of changes) await this.#commit(user, kinds);
      this.db.afterCommit(() => {
        // All leave before any comes: two may have exchanged their names.
        for (const { user } of changes) this.#users.remove(user.id);
        const gone = changes.filter(({ kinds }) => kinds.includes('delete'));
        for (const { user } of gone) this.#locks.forget(user.id);
        for (const { user } of changes.filter((change) => !gone.includes(change))) this.#put(user);
        for (const { user, kinds } of changes) this.#tell(user, kinds);
      });
    });
  }

  #changed(user: User, kinds: readonly UserChangeKind[], exceptSession?: string): void {
    this.#put(user);
    this.#tell(user, kinds, exceptSession);
  }

  #put(user: User): void {
    this.#users.put(user);
    this.#locks.take(user);
  }

  async #commit(user: User, kinds: readonly UserChangeKind[], exceptSession?: string): Promise<void> {
    for (const change of changesOf(user, kinds, exceptSession)) {
      for (const writer of this.#writers) await writer(change);
    }
  }

  #tell(user: User, kinds: readonly UserChangeKind[], exceptSession?: string): void {
    if (kinds.length > 0) this.#revision++;
    for (const change of changesOf(user, kinds, exceptSession)) {
      for (const reader of this.#readers) reader(change);
    }
  }
}

const changesOf = ({ id }: User, kinds: readonly UserChangeKind[], exceptSession?: string): UserChange[] =>
  kinds.map((kind) => ({ userId: String(id), kind, ...(exceptSession !== undefined && { exceptSession }) }));
