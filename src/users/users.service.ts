import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLogService, type AuditRecord } from '../audit/audit-log.service.js';
import { AuditedTable, type RowChange } from '../audit/audited-table.js';
import { Db } from '../database/db.js';
import type { Access } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { entryIdOf } from '../common/ids.js';
import { hashToken, isToken } from '../common/token.js';
import { roleView } from '../roles/role.view.js';
import { RolesService } from '../roles/roles.service.js';
import { AccountLocks } from './accounts/account-locks.js';
import { kindsOfChange, type UserChange, type UserEdit } from './accounts/user-edit.js';
import { UserIndex } from './accounts/user-index.js';
import { NO_PASSWORD, PRIMARY_ADMIN_ID, UserEntity } from './user.entity.js';
import { userView, type UserView } from './user.view.js';

export type NewUser = Omit<UserEntity, 'id'>;

/** A change of a row; its kinds follow from the row, except for an edit. */
type UserRowChange = RowChange<UserEntity> & Pick<UserEdit, 'kinds' | 'exceptSession'>;

/** The accounts: finds and changes them, and says which of them may sign in. */
@Injectable()
export class UsersService extends AuditedTable<UserEntity> {
  /** The primary admin's password, if this start of the controller made one; it is shown only once. */
  generatedPassword: string | undefined;

  readonly #index = new UserIndex();
  readonly #locks: AccountLocks;
  readonly #changeListeners: ((change: UserChange) => void)[] = [];
  readonly #commitListeners: ((change: UserChange) => Promise<void>)[] = [];
  #revision = 0;

  constructor(
    db: Db,
    audit: AuditLogService,
    private readonly roles: RolesService,
    private readonly clock: Clock,
  ) {
    super(db, audit, UserEntity);
    audit.nameObjects('user', (id) => this.get(Number(id))?.username);
    this.#locks = new AccountLocks(clock);
    this.onChange((changes) => this.#follow(changes));
    roles.onChange(() => this.#revision++);
    roles.addRemovalCheck(({ id, name }) => {
      if (this.list().some((user) => user.roleId === id)) throw new ApiError('ROLE_IN_USE', name);
    });
  }

  /** True until the primary admin's generated first password is changed. */
  get hasInitialPassword(): boolean {
    return this.get(PRIMARY_ADMIN_ID)?.passwordChangeRequired === true;
  }

  /** All accounts in the order of their ids. */
  list(): readonly UserEntity[] {
    return this.#index.all();
  }

  /** The account with this id. Throws USER_UNKNOWN. */
  find(id: string | number): UserEntity {
    const number = entryIdOf(id);
    const user = number === undefined ? undefined : this.get(number);
    if (!user) throw new ApiError('USER_UNKNOWN', id);
    return user;
  }

  /** The account with this name, without regard to case. */
  byName(username: string): UserEntity | undefined {
    return this.#index.byName(username);
  }

  /** The owner of a personal access token; undefined for an invalid token, or while the account is not active. */
  byToken(token: unknown): UserEntity | undefined {
    const user = isToken(token) ? this.#index.byTokenHash(hashToken(token)) : undefined;
    return user && this.isActive(user) ? user : undefined;
  }

  /** The present record of an account, which may have changed or been deleted since it was looked up. */
  current({ id }: Pick<UserEntity, 'id'>): UserEntity | undefined {
    return this.get(id);
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
  onUserChange(reader: (change: UserChange) => void): void {
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
      const after = { ...row, id: (identifiers[0] as { id: number }).id };
      const { id } = after;
      await this.record(entities, [{ id, before: undefined, after }], { ...auditRecord, object: `user:${id}` });
      return after;
    });
  }

  /**
   * Changes an account. `decide` gets the account within the transaction, and refuses by throwing. Returns the result.
   */
  edit(id: string | number, decide: (user: UserEntity) => UserEdit): Promise<UserEntity> {
    return this.db.transaction(async (entities) => {
      const before = this.find(id);
      const { set, auditRecord, kinds = [], exceptSession } = decide(before);
      if (Object.keys(set).length === 0) return before;
      await entities.update(UserEntity, before.id, { ...set });
      const after = { ...before, ...set };
      const change: UserRowChange = { id: before.id, before, after, kinds, exceptSession };
      await this.record(entities, [change], ...(auditRecord ? [auditRecord] : []));
      return after;
    });
  }

  /** Deletes an account. `decide` gets the account within the transaction, and refuses by throwing. */
  remove(id: string | number, decide: (user: UserEntity) => AuditRecord): Promise<void> {
    return this.db.transaction(async (entities) => {
      const before = this.find(id);
      const auditRecord = decide(before);
      await entities.delete(UserEntity, before.id);
      await this.record(entities, [{ id: before.id, before, after: undefined }], auditRecord);
    });
  }

  /** Stores the time of a sign-in; an expired lock is removed from the row. */
  async recordSignIn({ id }: Pick<UserEntity, 'id'>): Promise<void> {
    await this.edit(id, (user) => ({
      set: { lastLogin: this.clock.now(), ...(!this.isLocked(user) && { lockedUntil: null, lockedBy: null }) },
    }));
  }

  protected override begin(users: Iterable<UserEntity>): void {
    for (const user of users) this.#put(user);
  }

  protected override async cascade(_: EntityManager, changes: readonly UserRowChange[]): Promise<void> {
    for (const change of changes.flatMap(userChangesOf)) {
      for (const writer of this.#commitListeners) await writer(change);
    }
  }

  #follow(changes: readonly UserRowChange[]): void {
    // All are removed before any is added: two may have exchanged their names.
    for (const { id } of changes) this.#index.remove(Number(id));
    for (const { id, after } of changes) {
      if (after) this.#put(after);
      else this.#locks.forget(Number(id));
    }
    for (const change of changes.flatMap(userChangesOf)) {
      this.#revision++;
      for (const reader of this.#changeListeners) reader(change);
    }
  }

  #put(user: UserEntity): void {
    this.#index.put(user);
    this.#locks.load(user);
  }
}

const userChangesOf = ({ id, before, after, kinds, exceptSession, isOfOtherHub }: UserRowChange): UserChange[] =>
  (kinds ?? kindsOfChange(before, after)).map((kind) => ({
    userId: String(id),
    kind,
    ...(exceptSession !== undefined && { exceptSession }),
    ...(isOfOtherHub && { isOfOtherHub }),
  }));
