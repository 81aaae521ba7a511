import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import { replaceRows } from '../database/rows.js';
import type { Access } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { entryIdOf } from '../common/ids.js';
import { hashToken, isToken } from '../common/token.js';
import { roleView } from '../roles/role.view.js';
import { RolesService } from '../roles/roles.service.js';
import { AccountLocks } from './accounts/account-locks.js';
import { changeKindsBetween, type UserChange, type UserChangeKind, type UserEdit } from './accounts/user-edit.js';
import { UserIndex } from './accounts/user-index.js';
import { NO_PASSWORD, PRIMARY_ADMIN_ID, UserEntity } from './user.entity.js';
import { userView, type UserView } from './user.view.js';

export type NewUser = Omit<UserEntity, 'id'>;

/** The accounts, all in memory and written through: finds and changes them, and says which of them may sign in. */
@Injectable()
export class UsersService implements OnModuleInit {
  /** The primary admin's password, if this start of the controller made one; it is shown only once. */
  generatedPassword: string | undefined;

  readonly #users = new UserIndex();
  readonly #locks: AccountLocks;
  readonly #changeListeners: ((change: UserChange) => void)[] = [];
  readonly #commitListeners: ((change: UserChange) => Promise<void>)[] = [];
  #revision = 0;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly roles: RolesService,
    private readonly clock: Clock,
  ) {
    this.#locks = new AccountLocks(clock);
    roles.onChange(() => this.#revision++);
    roles.setUsageCheck((roleId) => this.list().some((user) => user.roleId === roleId));
  }

  async onModuleInit(): Promise<void> {
    for (const user of await this.db.all(UserEntity)) this.#put(user);
  }

  /** True until the primary admin's generated first password is changed. */
  get hasInitialPassword(): boolean {
    return this.#users.byId(PRIMARY_ADMIN_ID)?.passwordChangeRequired === true;
  }

  /** All accounts in the order of their ids. */
  list(): readonly UserEntity[] {
    return this.#users.all();
  }

  /** The account with this id. Throws USER_UNKNOWN. */
  find(id: string | number): UserEntity {
    const number = entryIdOf(id);
    const user = number === undefined ? undefined : this.#users.byId(number);
    if (!user) throw new ApiError('USER_UNKNOWN', id);
    return user;
  }

  /** The account with this name, without regard to case. */
  byName(username: string): UserEntity | undefined {
    return this.#users.byName(username);
  }

  /** The owner of a personal access token; undefined for an invalid token, or while the account is not active. */
  byToken(token: unknown): UserEntity | undefined {
    const user = isToken(token) ? this.#users.byTokenHash(hashToken(token)) : undefined;
    return user && this.isActive(user) ? user : undefined;
  }

  /** The present record of an account, which may have changed or been deleted since it was looked up. */
  current({ id }: Pick<UserEntity, 'id'>): UserEntity | undefined {
    return this.#users.byId(id);
  }

  accessOf({ roleId }: Pick<UserEntity, 'roleId'>): Access {
    return this.roles.accessOf(roleId);
  }

  /** True if sessions and token work: the account is enabled, and not locked by an administrator. */
  isActive(user: Pick<UserEntity, 'id'>): boolean {
    return this.current(user)?.enabled === true && !this.isLockedByAdministrator(user);
  }

  /** True if a password may be checked: there is one, and the account is enabled and not locked. */
  mayUsePassword(user: Pick<UserEntity, 'id'>): boolean {
    const { enabled, passwordHash } = this.current(user) ?? { enabled: false };
    return enabled && passwordHash !== NO_PASSWORD && !this.isLocked(user);
  }

  isLocked({ id }: Pick<UserEntity, 'id'>): boolean {
    return this.#locks.lockedBy(id) !== undefined;
  }

  isLockedByAdministrator({ id }: Pick<UserEntity, 'id'>): boolean {
    return this.#locks.lockedBy(id) === 'administrator';
  }

  view(user: UserEntity): UserView {
    return userView(user, this.isLocked(user));
  }

  /** The signed-in user's own record. */
  viewWithRole(user: UserEntity): UserView {
    return { ...this.view(user), role: roleView(this.roles.find(user.roleId)) };
  }

  /** Number of changes of accounts and roles, for caches of callers. */
  get revision(): number {
    return this.#revision;
  }

  /** Calls the reader once a change is durable, before the response to its request. */
  onChange(reader: (change: UserChange) => void): void {
    this.#changeListeners.push(reader);
  }

  /** Calls the writer in the transaction of each change: its writes are durable with the change, or not at all. */
  onCommitting(writer: (change: UserChange) => Promise<void>): void {
    this.#commitListeners.push(writer);
  }

  /** Creates an account. `prepare` is called when the transaction runs, and refuses by throwing. */
  create(
    prepare: () => { readonly user: NewUser; readonly auditRecord: Omit<AuditRecord, 'object'> },
  ): Promise<UserEntity> {
    return this.db.transaction(async (entities) => {
      const { user: row, auditRecord } = prepare();
      const { identifiers } = await entities.insert(UserEntity, {
        ...row,
        sshKeys: [...row.sshKeys],
        knownSenders: [...row.knownSenders],
      });
      const user = { ...row, id: (identifiers[0] as { id: number }).id };
      await this.audit.record({ ...auditRecord, object: `user:${user.id}` });
      this.db.afterCommit(() => this.#changed(user, ['created']));
      return user;
    });
  }

  /**
   * Changes an account. `decide` gets the account within the transaction, and refuses by throwing. Returns the result.
   */
  edit(id: string | number, decide: (user: UserEntity) => UserEdit): Promise<UserEntity> {
    return this.db.transaction(async (entities) => {
      const user = this.find(id);
      const { set, auditRecord, kinds = [], exceptSession } = decide(user);
      if (Object.keys(set).length === 0) return user;
      await entities.update(UserEntity, user.id, { ...set });
      if (auditRecord) await this.audit.record(auditRecord);
      const after = { ...user, ...set };
      await this.#notifyCommitting(user, kinds, exceptSession);
      this.db.afterCommit(() => this.#changed(after, kinds, exceptSession));
      return after;
    });
  }

  /** Deletes an account. `decide` gets the account within the transaction, and refuses by throwing. */
  remove(id: string | number, decide: (user: UserEntity) => AuditRecord): Promise<void> {
    return this.db.transaction(async (entities) => {
      const user = this.find(id);
      const auditRecord = decide(user);
      await entities.delete(UserEntity, user.id);
      await this.audit.record(auditRecord);
      await this.#notifyCommitting(user, ['delete']);
      this.db.afterCommit(() => {
        this.#users.remove(user.id);
        this.#locks.forget(user.id);
        this.#notify(user, ['delete']);
      });
    });
  }

  /** Stores the time of a sign-in; an expired lock is removed from the row. */
  async recordSignIn({ id }: Pick<UserEntity, 'id'>): Promise<void> {
    await this.edit(id, (user) => ({
      set: { lastLogin: this.clock.now(), ...(!this.isLocked(user) && { lockedUntil: null, lockedBy: null }) },
    }));
  }

  /**
   * Replaces all accounts; an unchanged one stays the same object. A removed credential ends its sessions. Joins the
   * running transaction.
   */
  async replaceAll(users: readonly UserEntity[]): Promise<void> {
    await this.db.transaction(async (entities) => {
      const before = this.list();
      const changes = changeKindsBetween(before, users);
      await replaceRows(entities, UserEntity, before, users);
      for (const { user, kinds } of changes) await this.#notifyCommitting(user, kinds);
      this.db.afterCommit(() => {
        // All are removed before any is added: two may have exchanged their names.
        for (const { user } of changes) this.#users.remove(user.id);
        const gone = changes.filter(({ kinds }) => kinds.includes('delete'));
        for (const { user } of gone) this.#locks.forget(user.id);
        for (const { user } of changes.filter((change) => !gone.includes(change))) this.#put(user);
        for (const { user, kinds } of changes) this.#notify(user, kinds);
      });
    });
  }

  #changed(user: UserEntity, kinds: readonly UserChangeKind[], exceptSession?: string): void {
    this.#put(user);
    this.#notify(user, kinds, exceptSession);
  }

  #put(user: UserEntity): void {
    this.#users.put(user);
    this.#locks.load(user);
  }

  async #notifyCommitting(user: UserEntity, kinds: readonly UserChangeKind[], exceptSession?: string): Promise<void> {
    for (const change of changesOf(user, kinds, exceptSession)) {
      for (const writer of this.#commitListeners) await writer(change);
    }
  }

  #notify(user: UserEntity, kinds: readonly UserChangeKind[], exceptSession?: string): void {
    if (kinds.length > 0) this.#revision++;
    for (const change of changesOf(user, kinds, exceptSession)) {
      for (const reader of this.#changeListeners) reader(change);
    }
  }
}

const changesOf = ({ id }: UserEntity, kinds: readonly UserChangeKind[], exceptSession?: string): UserChange[] =>
  kinds.map((kind) => ({ userId: String(id), kind, ...(exceptSession !== undefined && { exceptSession }) }));
