/** Test doubles of the auth module's dependencies: accounts, the password check, settings and the audit log. */
import type { AuditLogService, AuditRecord } from '../../../src/audit/audit-log.service.js';
import type { Access } from '../../../src/common/access.js';
import { hashToken } from '../../../src/common/token.js';
import type { SettingsStore } from '../../../src/settings/settings.store.js';
import type { LockoutService } from '../../../src/users/passwords/lockout.service.js';
import type { UserChange, UserChangeKind } from '../../../src/users/accounts/user-edit.js';
import type { UserEntity } from '../../../src/users/user.entity.js';
import type { UsersService } from '../../../src/users/users.service.js';
import { accessWith } from '../fixtures/permissions.js';

interface Account {
  id: number;
  username: string;
  mayEnter: boolean;
  tokenHash?: string;
}

/** Accounts without a database. */
export class FakeUsers {
  readonly #accounts = new Map<number, Account>();
  readonly #readers: ((change: UserChange) => void)[] = [];
  readonly #access = new Map<number, Access>();
  revision = 0;
  locked = false;

  /** The double with the type of the real service. */
  get service(): UsersService {
    return this as object as UsersService;
  }

  add(id: number, username: string, access = accessWith()): UserEntity {
    this.#accounts.set(id, { id, username, mayEnter: true });
    this.#access.set(id, access);
    this.revision++;
    return this.#accounts.get(id) as object as UserEntity;
  }

  give(id: number, token: string): void {
    this.#change(id, 'token', { tokenHash: hashToken(token) });
  }

  rename(id: number, username: string): void {
    this.#change(id, 'profile', { username });
  }

  giveRole(id: number, access: Access): void {
    this.#access.set(id, access);
    this.#change(id, 'role', {});
  }

  changePassword(id: number, exceptSession?: string): void {
    this.#change(id, 'password', {}, exceptSession);
  }

  lock(id: number): void {
    this.#change(id, 'lock', { mayEnter: false });
  }

  unlock(id: number): void {
    this.#change(id, 'profile', { mayEnter: true });
  }

  delete(id: number): void {
    this.#accounts.delete(id);
    this.#change(id, 'delete', {});
  }

  onUserChange(reader: (change: UserChange) => void): void {
    this.#readers.push(reader);
  }

  /** Writes nothing: the effects on the database are tested with the real service. */
  onCommitting(): void {
    return;
  }

  current({ id }: { id: number }): Account | undefined {
    return this.#accounts.get(id);
  }

  byName(name: string): Account | undefined {
    return [...this.#accounts.values()].find(({ username }) => username === name);
  }

  byToken(token: string): Account | undefined {
    return [...this.#accounts.values()].find((account) => account.mayEnter && account.tokenHash === hashToken(token));
  }

  accessOf({ id }: { id: number }): Access | undefined {
    return this.#access.get(id);
  }

  isActive({ id }: { id: number }): boolean {
    return this.#accounts.get(id)?.mayEnter === true;
  }

  mayUsePassword({ id }: { id: number }): boolean {
    return this.isActive({ id }) && !this.locked;
  }

  viewWithRole({ id, username }: Account): object {
    return { id: String(id), username };
  }

  async recordSignIn(): Promise<void> {
    return Promise.resolve();
  }

  #change(id: number, kind: UserChangeKind, set: Partial<Account>, exceptSession?: string): void {
    const account = this.#accounts.get(id);
    if (account) this.#accounts.set(id, { ...account, ...set });
    this.revision++;
    const change = { userId: String(id), kind, ...(exceptSession !== undefined && { exceptSession }) };
    for (const reader of this.#readers) reader(change);
  }
}

/** Checks passwords by a list, and counts the checks. */
export class FakePasswords {
  asked = 0;
  /** A hook that runs during a password check. */
  meanwhile: () => void = () => undefined;

  constructor(private readonly passwords: Readonly<Record<string, string>>) {}

  get service(): LockoutService {
    return this as object as LockoutService;
  }

  async verify(user: UserEntity | undefined, name: string, password: string): Promise<boolean> {
    this.asked++;
    await Promise.resolve();
    this.meanwhile();
    return user !== undefined && this.passwords[name] === password;
  }
}

export class FakeSettings {
  readonly #readers: ((keys: ReadonlySet<string>) => void)[] = [];
  readonly values: Record<string, unknown> = { webIdleTimeout: 1800, webMaxUsers: 0, webApiPasswordEnabled: true };

  get service(): SettingsStore {
    return this as object as SettingsStore;
  }

  get(key: string): unknown {
    return this.values[key];
  }

  set(key: string, value: unknown): void {
    this.values[key] = value;
    for (const reader of this.#readers) reader(new Set([key]));
  }

  onChange(reader: (keys: ReadonlySet<string>) => void): void {
    this.#readers.push(reader);
  }
}

/** An audit log in memory. */
export class FakeAuditLog {
  readonly records: AuditRecord[] = [];

  get service(): AuditLogService {
    return this as object as AuditLogService;
  }

  get kinds(): string[] {
    return this.records.map(({ kind }) => kind);
  }

  async record(...records: AuditRecord[]): Promise<void> {
    this.records.push(...records);
    return Promise.resolve();
  }
}
