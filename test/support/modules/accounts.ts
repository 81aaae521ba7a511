/** The roles and users modules without HTTP, on a database in memory, with a clock that only tests move. */
import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { AuditBounds } from '../../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../../src/audit/audit-log.service.js';
import { readConfig, type RuntimeConfig } from '../../../src/config/runtime-config.js';
import { DatabaseHealth } from '../../../src/database/database-health.js';
import { Db } from '../../../src/database/db.js';
import { SecretBox } from '../../../src/database/secret-box.js';
import { PduDriver } from '../../../src/hardware/pdu.driver.js';
import { PduSubjects } from '../../../src/hardware/pdu-subjects.js';
import { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import type { CallerWithAddress, Credential } from '../../../src/common/access.js';
import type { PermissionsDto } from '../../../src/roles/role.dto.js';
import { RoleEntity } from '../../../src/roles/role.entity.js';
import { RoleStore } from '../../../src/roles/role.store.js';
import { RolesService } from '../../../src/roles/roles.service.js';
import { AccountRulesService } from '../../../src/users/accounts/account-rules.service.js';
import { AccountsService } from '../../../src/users/accounts.service.js';
import { FirstStartService } from '../../../src/users/accounts/first-start.service.js';
import { LockoutService } from '../../../src/users/passwords/lockout.service.js';
import { PasswordHasher } from '../../../src/users/passwords/password-hasher.js';
import { PasswordsService } from '../../../src/users/passwords.service.js';
import { SshKeysService } from '../../../src/users/ssh-keys.service.js';
import { TokensService } from '../../../src/users/tokens.service.js';
import type { UserChange } from '../../../src/users/accounts/user-edit.js';
import { UserEntity } from '../../../src/users/user.entity.js';
import { UsersService } from '../../../src/users/users.service.js';
import { VirtualClock } from '../time/virtual-clock.js';
import { aDatabase } from './module-database.js';

export const ADMIN_PASSWORD = 'correct horse battery';
export const USER_PASSWORD = 'staple that battery';
export const OUTLETS = ['1-1200578', '2-1200578', '3-1200578'];

/** No hardware, only a model with three outlets. */
class ModelOnly extends PduDriver {
  readonly name = 'model-only';
  readonly model = new PduModel({
    model: 'three-outlets',
    modelNumber: 'T-3',
    enclosureSerialNumber: '1000036',
    controllerSerialNumber: 1,
    formFactor: '1U',
    phase: 'Single Phase',
    inletConfig: 'standard',
    inlets: [],
    banks: [{ serial: '1200578', inlet: 0, lines: ['L1'] }],
    outlets: OUTLETS.map(() => ({ bank: 0, receptacle: 'IEC 60320 C13' })),
    outletSwitching: true,
    outletMetering: true,
    relayOutputs: 0,
    sensorPorts: {},
  });

  open = () => Promise.resolve();
  close = () => Promise.resolve();
  read = () => Promise.reject(new Error('There is nothing to read.'));
}

/** @param password as RACKFEED_ADMIN_PASSWORD gives it; empty for none */
export async function someAccounts(password = ADMIN_PASSWORD): Promise<Accounts> {
  const { source } = await aDatabase([AuditEntryEntity, RoleEntity, UserEntity]);
  const config = { ...readConfig({ RACKFEED_ADMIN_PASSWORD: password }), dataDir: ':memory:' };
  return new Accounts(source, new VirtualClock(), config).started();
}

export class Accounts {
  readonly db: Db;
  readonly audit: AuditLogService;
  readonly roles: RolesService;
  readonly #roleStore: RoleStore;
  readonly users: UsersService;
  readonly hasher = new PasswordHasher();
  readonly lockout: LockoutService;
  readonly passwords: PasswordsService;
  readonly accounts: AccountsService;
  readonly tokens: TokensService;
  readonly keys: SshKeysService;
  readonly box: SecretBox;
  /** The notified changes, oldest first. */
  readonly changes: UserChange[] = [];

  constructor(
    private readonly dataSource: DataSource,
    readonly clock: VirtualClock,
    private readonly config: RuntimeConfig,
  ) {
    this.box = new SecretBox(config);
    this.db = new Db(dataSource);
    this.audit = new AuditLogService(this.db, clock, new AuditBounds());
    const subjects = new PduSubjects(new ModelOnly());
    this.#roleStore = new RoleStore(this.db, this.audit, subjects);
    this.roles = new RolesService(subjects, this.#roleStore);
    this.users = new UsersService(this.db, this.audit, this.roles, clock);
    this.lockout = new LockoutService(this.users, this.hasher, clock);
    const rules = new AccountRulesService(this.users, this.roles);
    this.passwords = new PasswordsService(this.users, rules, this.lockout, this.hasher);
    this.accounts = new AccountsService(this.users, rules, this.passwords, this.box, clock);
    this.tokens = new TokensService(this.users, rules);
    this.keys = new SshKeysService(this.users, rules);
    this.users.onUserChange((change) => this.changes.push(change));
  }

  async started(): Promise<this> {
    await this.#roleStore.load();
    await this.users.onModuleInit();
    await new FirstStartService(
      this.users,
      this.hasher,
      this.config,
      this.clock,
      new DatabaseHealth(this.clock),
    ).onApplicationBootstrap();
    return this;
  }

  /** The same database after a restart: all memory is lost, and the uptime starts at zero. */
  restarted(wall = this.clock.now()): Promise<Accounts> {
    return new Accounts(this.dataSource, new VirtualClock(new Date(wall).toISOString()), this.config).started();
  }

  async stop(): Promise<void> {
    await this.db.idle();
    await this.dataSource.destroy();
  }

  get admin(): CallerWithAddress {
    return this.callerOf(1);
  }

  callerOf(
    userId: number,
    credential: Credential = { kind: 'session', id: `session-of-${userId}` },
  ): CallerWithAddress {
    const user = this.users.find(userId);
    const access = this.users.accessOf(user);
    return { userId: String(userId), username: user.username, access, credential, address: '192.0.2.1' };
  }

  /** A user whose role has just these permissions; the role has the user's name. */
  async aUser(username: string, permissions: PermissionsDto = {}): Promise<UserEntity> {
    const role = await this.roles.create({ name: username, permissions }, this.admin);
    return this.accounts.create({ username, roleId: role.id, password: USER_PASSWORD }, this.admin);
  }

  /** A user of the Administrator role who is not the primary admin. */
  anAdministrator(username: string): Promise<UserEntity> {
    return this.accounts.create({ username, roleId: 1, password: USER_PASSWORD }, this.admin);
  }

  /** Everything in the database as text, to search it for secrets. */
  async dump(): Promise<string> {
    const tables = [UserEntity, RoleEntity, AuditEntryEntity] as const;
    const rows = await Promise.all(tables.map((table) => this.dataSource.manager.find<object>(table)));
    return JSON.stringify(rows);
  }

  /** The audit log, oldest first. */
  async log(): Promise<AuditEntryEntity[]> {
    return this.dataSource.manager.find(AuditEntryEntity, { order: { id: 'ASC' } });
  }
}
