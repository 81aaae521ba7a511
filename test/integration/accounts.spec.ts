import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Accounts, OUTLETS, someAccounts, USER_PASSWORD } from '../support/modules/accounts.js';
import { SSH_KEYS } from '../support/fixtures/ssh-keys.js';
import { Access, type CallerWithAddress } from '../../src/common/access.js';
import { ApiError, type ApiErrorCode } from '../../src/common/errors.js';
import { isToken } from '../../src/common/token.js';
import type { PermissionsDto } from '../../src/roles/role.dto.js';
import { snmpSecretContext } from '../../src/users/accounts/snmp-settings.js';
import { SECRET_MASK } from '../../src/common/secret-mask.js';

let pdu: Accounts;
beforeEach(async () => void (pdu = await someAccounts()));
afterEach(() => pdu.stop());

/** The code of the refusal, or the result. */
const outcome = async <T>(operation: () => Promise<T>): Promise<T | ApiErrorCode> => {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

const manager = async (permissions: PermissionsDto = {}): Promise<CallerWithAddress> =>
  pdu.callerOf((await pdu.aUser('manager', { modifyUsers: true, ...permissions })).id);

describe('a new account', () => {
  it('is enabled, has never signed in, and carries no secret in its record', async () => {
    const user = await pdu.accounts.create({ username: 'Söngül', roleId: 1, password: USER_PASSWORD }, pdu.admin);
    expect(pdu.users.view(user)).toEqual({
      id: '2',
      username: 'Söngül',
      roleId: 1,
      enabled: true,
      created: pdu.clock.now() / 1000,
      lastLogin: 0,
      userIsLocked: false,
      accessToken: '',
      sshKeys: [],
      snmpv3Access: false,
      snmpv3Security: 'noAuthNoPriv',
      snmpv3User_id: '',
      snmpv3AuthProtocol: 'SHA',
      snmpv3PrivProtocol: 'AES',
      snmpv3AuthPass: '',
      snmpv3PrivPass: '',
    });
  });

  it.each([
    ['root', 'USERNAME_RESERVED'],
    ['RooT', 'USERNAME_RESERVED'],
    ['ADMIN', 'USERNAME_TAKEN'],
    ['Jose\u0301', 'USERNAME_TAKEN'],
  ])('cannot be named %s', async (username, code) => {
    await pdu.anAdministrator('josé');
    const operation = () => pdu.accounts.create({ username, roleId: 1, password: USER_PASSWORD }, pdu.admin);
    expect(await outcome(operation)).toBe(code);
  });

  it.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['Operator-Seven', 'PASSWORD_IS_USERNAME'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['administrator', 'PASSWORD_COMMON'],
  ])('cannot have the password %s', async (password, code) => {
    const operation = () => pdu.accounts.create({ username: 'operator-seven', roleId: 1, password }, pdu.admin);
    expect(await outcome(operation)).toBe(code);
  });

  it('requires an existing role', async () => {
    const operation = () =>
      pdu.accounts.create({ username: 'operator', roleId: 9, password: USER_PASSWORD }, pdu.admin);
    expect(await outcome(operation)).toBe('USER_ROLE_UNKNOWN');
  });

  it('is created once under a name, however many requests there are at the same time', async () => {
    const asked = ['twin', 'Twin', 'TWIN'].map((username) =>
      outcome(() => pdu.accounts.create({ username, roleId: 1, password: USER_PASSWORD }, pdu.admin)),
    );
    const codes = (await Promise.all(asked)).filter((answer) => typeof answer === 'string');
    expect(codes).toEqual(['USERNAME_TAKEN', 'USERNAME_TAKEN']);
  });

  it('never gets the id of a deleted one', async () => {
    await pdu.anAdministrator('first');
    await pdu.accounts.remove('2', pdu.admin);
    expect((await pdu.anAdministrator('second')).id).toBe(3);
  });
});

describe('the primary admin', () => {
  it.each([
    ['locked', { userIsLocked: true }],
    ['given another role', { roleId: 2 }],
  ])('cannot be %s', async (_, change) => {
    await pdu.aUser('operator');
    const other = pdu.callerOf((await pdu.anAdministrator('second')).id);
    for (const caller of [pdu.admin, other]) {
      expect(await outcome(() => pdu.accounts.update('1', change, caller))).toBe('PRIMARY_ADMIN_FIXED');
    }
  });

  it('cannot be disabled', async () => {
    expect(await outcome(() => pdu.accounts.setEnabled('1', false, pdu.admin))).toBe('PRIMARY_ADMIN_FIXED');
    expect((await pdu.accounts.setEnabled('1', true, pdu.admin)).enabled).toBe(true);
  });

  it('cannot be deleted', async () => {
    expect(await outcome(() => pdu.accounts.remove('1', pdu.admin))).toBe('PRIMARY_ADMIN_FIXED');
  });

  it('may be renamed, and accepts its own values', async () => {
    const user = await pdu.accounts.update(
      '1',
      { username: 'Chief', roleId: 1, userIsLocked: false, enabled: true, id: '1' },
      pdu.admin,
    );
    expect(user.username).toBe('Chief');
    expect([pdu.users.byName('chief')?.id, pdu.users.byName('admin')]).toEqual([1, undefined]);
  });
});

describe('a user who is no administrator and manages users', () => {
  it('neither locks, unlocks, disables nor enables anybody', async () => {
    const caller = await manager();
    const { id } = await pdu.aUser('operator');
    for (const change of [{ userIsLocked: true }, { userIsLocked: false }]) {
      expect(await outcome(() => pdu.accounts.update(String(id), change, caller))).toBe('ADMINISTRATOR_ONLY');
    }
    for (const enabled of [true, false]) {
      expect(await outcome(() => pdu.accounts.setEnabled(String(id), enabled, caller))).toBe('ADMINISTRATOR_ONLY');
    }
    expect(typeof (await outcome(() => pdu.accounts.update(String(id), { enabled: true }, caller)))).toBe('object');
  });

  it('neither renames, demotes nor deletes an administrator', async () => {
    const caller = await manager();
    const id = String((await pdu.anAdministrator('second')).id);
    expect(await outcome(() => pdu.accounts.update(id, { username: 'x' }, caller))).toBe('ADMINISTRATOR_ONLY');
    expect(await outcome(() => pdu.accounts.update(id, { roleId: 2 }, caller))).toBe('ADMINISTRATOR_ONLY');
    expect(await outcome(() => pdu.accounts.remove(id, caller))).toBe('ADMINISTRATOR_ONLY');
  });

  it('neither renames nor deletes a user who may do more', async () => {
    const caller = await manager();
    const id = String((await pdu.aUser('operator', { allowPduRestart: true })).id);
    expect(await outcome(() => pdu.accounts.update(id, { username: 'x' }, caller))).toBe('RIGHTS_NOT_COVERED');
    expect(await outcome(() => pdu.accounts.remove(id, caller))).toBe('RIGHTS_NOT_COVERED');
    expect(pdu.users.find(id).username).toBe('operator');
  });

  it('renames and deletes users who may do no more than they', async () => {
    const caller = await manager({ allowPduRestart: true });
    const id = String((await pdu.aUser('operator', { allowPduRestart: true })).id);
    expect(await pdu.accounts.update(id, { username: 'operator-2' }, caller)).toMatchObject({ username: 'operator-2' });
    await pdu.accounts.remove(id, caller);
    expect(await outcome(async () => pdu.users.find(id))).toBe('USER_UNKNOWN');
  });

  it('grants no more than their own: no role, token, key or SNMP passphrase of a user who may do more', async () => {
    const caller = await manager({ viewOutlets: OUTLETS.slice(0, 2) });
    const strong = await pdu.aUser('strong', { viewOutlets: OUTLETS });
    const weak = await pdu.aUser('weak', { viewOutlets: OUTLETS.slice(0, 1) });
    const operations = (id: number): (() => Promise<object>)[] => [
      () => pdu.tokens.issue(String(id), caller),
      () => pdu.keys.add(String(id), { sshKey: SSH_KEYS[1].line }, caller),
      () => pdu.accounts.update(String(id), { snmpv3AuthPass: 'long enough' }, caller),
      () => pdu.accounts.update(caller.userId, { roleId: pdu.users.find(id).roleId }, caller),
    ];
    for (const operation of operations(strong.id)) expect(await outcome(operation)).toBe('RIGHTS_NOT_COVERED');
    for (const operation of operations(weak.id)) expect(typeof (await outcome(operation))).toBe('object');
  });
});

describe('a change of an account', () => {
  it('notifies auth after it is durable', async () => {
    await pdu.aUser('operator');
    await pdu.aUser('other');
    const changesOf = async (operation: Promise<unknown>) => {
      pdu.changes.length = 0;
      await operation;
      return pdu.changes.map(({ kind }) => kind);
    };
    const update = (change: object) => changesOf(pdu.accounts.update('2', change, pdu.admin));
    expect(await update({ username: 'operator-2' })).toEqual(['profile']);
    expect(await update({ roleId: 3 })).toEqual(['role']);
    expect(await update({ roleId: 2, userIsLocked: true })).toEqual(['role', 'lock']);
    expect(await update({ userIsLocked: false, enabled: true })).toEqual(['profile']);
    expect(await changesOf(pdu.accounts.setEnabled('2', false, pdu.admin))).toEqual(['disable']);
    expect(await changesOf(pdu.accounts.setEnabled('2', false, pdu.admin))).toEqual([]);
    expect(await changesOf(pdu.accounts.setEnabled('2', true, pdu.admin))).toEqual(['profile']);
    expect(await update({ username: 'operator-2' })).toEqual([]);
    expect(await changesOf(pdu.tokens.issue('2', pdu.admin))).toEqual(['token']);
    expect(await changesOf(pdu.tokens.revoke('2', pdu.admin))).toEqual(['token']);
    expect(await changesOf(pdu.accounts.remove('2', pdu.admin))).toEqual(['delete']);
    expect(await changesOf(pdu.anAdministrator('third'))).toEqual(['created']);
  });

  it('increments the revision, as a change of a role does, and a sign-in does not', async () => {
    const { id, roleId } = await pdu.aUser('operator');
    const before = pdu.users.revision;
    await pdu.users.recordSignIn({ id });
    expect(pdu.users.revision).toBe(before);
    expect(pdu.users.view(pdu.users.find(id)).lastLogin).toBe(pdu.clock.now() / 1000);
    await pdu.accounts.update(String(id), { username: 'operator-2' }, pdu.admin);
    await pdu.roles.update(String(roleId), { description: 'x' }, pdu.admin);
    expect(pdu.users.revision).toBe(before + 2);
  });

  it('that is refused changes nothing', async () => {
    await pdu.aUser('operator');
    const before = pdu.users.find(2);
    const change = { username: 'operator-2', roleId: 9 };
    expect(await outcome(() => pdu.accounts.update('2', change, pdu.admin))).toBe('USER_ROLE_UNKNOWN');
    expect(pdu.users.find(2)).toBe(before);
  });

  it('persists over a restart', async () => {
    await pdu.aUser('operator', { viewOutlets: OUTLETS });
    await pdu.accounts.update('2', { username: 'Operator Two' }, pdu.admin);
    await pdu.accounts.setEnabled('2', false, pdu.admin);
    await pdu.keys.add('2', { sshKey: SSH_KEYS[0].line }, pdu.admin);
    const { accessToken } = await pdu.tokens.issue('1', pdu.admin);
    const again = await pdu.restarted();
    expect(again.users.list()).toEqual(pdu.users.list());
    expect(again.users.byToken(accessToken)?.id).toBe(1);
    expect(again.users.accessOf(again.users.find(2)).mayView(OUTLETS[2] ?? '')).toBe(true);
  });
});

/** The requests about a user, or a new one with a role, that hash a password before they change anything. */
const waitingForHash = (
  id: string,
  roleId: number,
): [result: string, request: (caller: CallerWithAddress) => Promise<unknown>][] => [
  [
    'creates no account',
    (caller) => pdu.accounts.create({ username: 'late', roleId, password: USER_PASSWORD }, caller),
  ],
  [
    'changes no password',
    (caller) => pdu.passwords.change(id, { currentPassword: USER_PASSWORD, newPassword: 'a brand new one' }, caller),
  ],
  [
    'resets no password',
    (caller) => pdu.passwords.reset(id, { ownPassword: USER_PASSWORD, newPassword: 'a brand new one' }, caller),
  ],
];

describe('a request whose caller was disabled or signed out while a password was hashed', () => {
  it.each(waitingForHash('2', 1))('%s', async (_, request) => {
    await pdu.anAdministrator('second');
    await pdu.anAdministrator('third');
    let hasEnded = false;
    const caller = Object.defineProperty(pdu.callerOf(3), 'hasEnded', { get: () => hasEnded });
    const before = pdu.users.list();
    const answer = outcome(() => request(caller));
    hasEnded = true;
    expect(await answer).toBe('NOT_SIGNED_IN');
    expect(pdu.users.list().map(({ id, passwordHash }) => [id, passwordHash])).toEqual(
      before.map(({ id, passwordHash }) => [id, passwordHash]),
    );
  });
});

describe('a request whose caller has lost modifyUsers while a password was hashed', () => {
  it.each(waitingForHash('3', 2))('%s', async (_, request) => {
    await pdu.aUser('manager', { modifyUsers: true });
    await pdu.aUser('nobody');
    const roleOfNobody = pdu.users.find(3).roleId;
    const caller = Object.defineProperty(pdu.callerOf(2), 'access', {
      get: () => pdu.users.accessOf(pdu.users.find(2)),
    });
    const before = pdu.users.list().map(({ id, passwordHash }) => [id, passwordHash]);
    const answer = outcome(() => request(caller));
    await pdu.accounts.update('2', { roleId: roleOfNobody }, pdu.admin);
    expect(await answer).toBe('NOT_ALLOWED');
    expect(pdu.users.list().map(({ id, passwordHash }) => [id, passwordHash])).toEqual(before);
  });
});

describe('a password change', () => {
  const change = (id: string, currentPassword: string, newPassword: string, caller = pdu.admin) =>
    outcome(() => pdu.passwords.change(id, { currentPassword, newPassword }, caller));

  it("requires the account's present password from every caller", async () => {
    await pdu.aUser('operator');
    expect(await change('2', 'wrong', 'a brand new one')).toBe('CURRENT_PASSWORD_WRONG');
    expect(await change('2', USER_PASSWORD, 'a brand new one')).toBeUndefined();
    expect(await change('2', USER_PASSWORD, 'yet another one')).toBe('CURRENT_PASSWORD_WRONG');
  });

  it('does not end the session that made the request, but every other', async () => {
    await pdu.aUser('operator');
    pdu.changes.length = 0;
    await change('2', USER_PASSWORD, 'a brand new one', pdu.callerOf(2));
    await change('2', 'a brand new one', USER_PASSWORD, pdu.callerOf(2, { kind: 'token' }));
    await change('2', USER_PASSWORD, 'a brand new one');
    expect(pdu.changes).toEqual([
      { userId: '2', kind: 'password', exceptSession: 'session-of-2' },
      { userId: '2', kind: 'password' },
      { userId: '2', kind: 'password' },
    ]);
  });

  it('counts failures like a sign-in', async () => {
    await pdu.aUser('operator');
    for (let time = 0; time < 5; time++) await change('2', `wrong ${time}`, 'a brand new one');
    expect(await change('2', USER_PASSWORD, 'a brand new one')).toBe('CURRENT_PASSWORD_WRONG');
    await pdu.db.idle();
    expect(pdu.users.isLocked({ id: 2 })).toBe(true);
  });

  it('enforces the password policy', async () => {
    await pdu.aUser('operator-one');
    expect(await change('2', USER_PASSWORD, 'short')).toBe('PASSWORD_TOO_SHORT');
    expect(await change('2', USER_PASSWORD, 'Operator-One')).toBe('PASSWORD_IS_USERNAME');
    expect(await change('2', USER_PASSWORD, 'password1')).toBe('PASSWORD_COMMON');
  });

  it('succeeds for only one of two concurrent requests', async () => {
    await pdu.aUser('operator');
    const both = await Promise.all([
      change('2', USER_PASSWORD, 'first new one'),
      change('2', USER_PASSWORD, 'other new one'),
    ]);
    expect(both.sort()).toEqual(['CURRENT_PASSWORD_WRONG', undefined]);
  });
});

describe('a personal access token', () => {
  it('is shown once, stored as a hash, and replaced by the next', async () => {
    const first = await pdu.tokens.issue('1', pdu.admin);
    const second = await pdu.tokens.issue('1', pdu.admin);
    expect([isToken(first.accessToken), isToken(second.accessToken)]).toEqual([true, true]);
    expect(pdu.users.byToken(first.accessToken)).toBeUndefined();
    expect(pdu.users.byToken(second.accessToken)?.id).toBe(1);
    expect(pdu.users.view(pdu.users.find(1)).accessToken).toBe(second.accessToken.slice(0, 4));
    expect(await pdu.dump()).not.toContain(second.accessToken);
  });

  it('is invalid once revoked, and revoking none is no error', async () => {
    const { accessToken } = await pdu.tokens.issue('1', pdu.admin);
    expect(await pdu.tokens.revoke('1', pdu.admin)).toEqual({ accessToken: '' });
    expect(await pdu.tokens.revoke('1', pdu.admin)).toEqual({ accessToken: '' });
    expect([pdu.users.byToken(accessToken), pdu.users.view(pdu.users.find(1)).accessToken]).toEqual([undefined, '']);
  });

  it.each([undefined, null, '', 0, {}, [], 'x', ' '.repeat(43)])('is not %p', (text) => {
    expect(pdu.users.byToken(text)).toBeUndefined();
  });
});

describe('SNMPv3', () => {
  const secrets = { snmpv3AuthPass: 'authenticate me', snmpv3PrivPass: 'encrypt for me' };
  const update = (change: object) => outcome(() => pdu.accounts.update('1', change, pdu.admin));

  it('stores passphrases encrypted and masks them; a mask sent back changes nothing', async () => {
    await update({ ...secrets, snmpv3Access: true, snmpv3Security: 'authPriv', snmpv3User_id: 'monitor' });
    const before = pdu.users.find(1);
    const view = pdu.users.view(before);
    expect(view).toMatchObject({ snmpv3AuthPass: SECRET_MASK, snmpv3PrivPass: SECRET_MASK, snmpv3User_id: 'monitor' });
    await update({ snmpv3AuthPass: view.snmpv3AuthPass, snmpv3PrivPass: '---------' });
    expect(pdu.users.find(1)).toBe(before);
    expect(pdu.box.decrypt(before.snmpv3AuthPass ?? '', snmpSecretContext(1, 'snmpv3AuthPass'))).toBe(
      'authenticate me',
    );
    const dump = await pdu.dump();
    expect([dump.includes('authenticate me'), dump.includes('encrypt for me')]).toEqual([false, false]);
  });

  it('does not enable access with a level whose passphrases are missing', async () => {
    expect(await update({ snmpv3Security: 'authPriv' })).toMatchObject({ id: 1, snmpv3Security: 'authPriv' });
    expect(await update({ snmpv3Access: true })).toBe('SNMPV3_SECRET_MISSING');
    expect(await update({ snmpv3Access: true, snmpv3Security: 'noAuthNoPriv' })).toMatchObject({ id: 1 });
    expect(await update({ snmpv3Security: 'authPriv' })).toBe('SNMPV3_SECRET_MISSING');
    expect(await update({ snmpv3Security: 'authNoPriv' })).toBe('SNMPV3_SECRET_MISSING');
    expect(await update({ snmpv3Security: 'authPriv', snmpv3AuthPass: secrets.snmpv3AuthPass })).toBe(
      'SNMPV3_SECRET_MISSING',
    );
    expect(await update({ snmpv3Security: 'authNoPriv', snmpv3AuthPass: secrets.snmpv3AuthPass })).toMatchObject({
      id: 1,
    });
    expect(await update({ snmpv3Security: 'authPriv', snmpv3PrivPass: secrets.snmpv3PrivPass })).toMatchObject({
      id: 1,
    });
  });
});

describe('the log', () => {
  it('contains every change with its cause, and no secret', async () => {
    await pdu.aUser('operator');
    await pdu.accounts.update(
      '2',
      { username: 'operator-2', userIsLocked: true, snmpv3AuthPass: 'my passphrase' },
      pdu.admin,
    );
    await pdu.accounts.update('2', { userIsLocked: false }, pdu.admin);
    await pdu.passwords.change('2', { currentPassword: USER_PASSWORD, newPassword: 'a brand new one' }, pdu.admin);
    const { accessToken } = await pdu.tokens.issue('2', pdu.admin);
    await pdu.tokens.revoke('2', pdu.admin);
    const key = await pdu.keys.add('2', { sshKey: SSH_KEYS[1].line }, pdu.admin);
    await pdu.keys.remove('2', key.sshKeyFingerprint, pdu.admin);
    await pdu.accounts.remove('2', pdu.admin);
    await pdu.roles.remove('2', pdu.admin);
    const log = await pdu.log();
    expect(log.map(({ kind }) => kind)).toEqual([
      'user.create',
      'role.create',
      'user.create',
      'user.change',
      'user.change',
      'user.password',
      'user.token',
      'user.tokenRevoke',
      'user.sshKey',
      'user.sshKeyDelete',
      'user.delete',
      'role.delete',
    ]);
    expect(
      log.slice(1).every(({ who, address, via }) => who === 'admin' && address === '192.0.2.1' && via === 'session'),
    ).toBe(true);
    expect(JSON.parse(log[3]?.after ?? '')).toEqual({
      username: 'operator-2',
      snmpv3AuthPass: true,
      userIsLocked: true,
    });
    expect(JSON.parse(log[3]?.before ?? '')).toEqual({
      username: 'operator',
      snmpv3AuthPass: false,
      userIsLocked: false,
    });
    const text = JSON.stringify(log);
    for (const secret of [USER_PASSWORD, 'a brand new one', 'my passphrase', accessToken, 'argon2', 'v1.']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('users with limited permissions', () => {
  const permissions = fc
    .record({
      flags: fc.subarray(['viewUsersList', 'allowPduRestart', 'viewPortInfo']),
      outlets: fc.subarray([...OUTLETS]),
    })
    .map(({ flags, outlets }) => ({ ...Object.fromEntries(flags.map((flag) => [flag, true])), viewOutlets: outlets }));
  const target = fc.constantFrom('1', '2', '3', '4');
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('role' as const), role: fc.constantFrom('1', '2', '3', '4'), permissions }),
    fc.record({ kind: fc.constant('newRole' as const), permissions }),
    fc.record({ kind: fc.constant('give' as const), target, roleId: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('token' as const), target }),
    fc.record({ kind: fc.constant('key' as const), target }),
    fc.record({ kind: fc.constant('snmp' as const), target }),
    fc.record({ kind: fc.constant('delete' as const), target }),
    fc.record({ kind: fc.constant('shut' as const), target, userIsLocked: fc.boolean() }),
  );

  it('never gain permissions by any sequence of requests, and an enabled administrator remains', async () => {
    await fc.assert(
      fc.asyncProperty(
        permissions,
        permissions,
        fc.array(operation, { minLength: 1, maxLength: 12 }),
        async (own, others, operations) => {
          const world = await someAccounts();
          try {
            const { id } = await world.aUser('manager', { modifyUsers: true, ...own });
            await world.aUser('other', others);
            await world.anAdministrator('second');
            const most = new Access(world.roles.find(world.users.find(id).roleId).permissions, false);
            for (const [at, each] of operations.entries()) {
              await attempt(world, each, at, id);
              if (world.users.current({ id }) === undefined) return;
              expect(most.covers(world.users.accessOf(world.users.find(id)))).toBe(true);
              expect(world.users.list().some((user) => user.roleId === 1 && world.users.mayUsePassword(user))).toBe(
                true,
              );
            }
          } finally {
            await world.stop();
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  /** Tries it as the manager, who may only obtain a credential of a user who may do no more than they may. */
  async function attempt(
    world: Accounts,
    each: typeof operation extends fc.Arbitrary<infer T> ? T : never,
    at: number,
    id: number,
  ) {
    const caller = world.callerOf(id);
    const gained = async (userId: string, credential: () => Promise<unknown>): Promise<void> => {
      if (typeof (await outcome(credential)) === 'string') return;
      expect(caller.access.covers(world.users.accessOf(world.users.find(userId)))).toBe(true);
    };
    if (each.kind === 'role')
      await outcome(() => world.roles.update(each.role, { permissions: each.permissions }, caller));
    if (each.kind === 'newRole')
      await outcome(() => world.roles.create({ name: `r${at}`, permissions: each.permissions }, caller));
    if (each.kind === 'give') await outcome(() => world.accounts.update(each.target, { roleId: each.roleId }, caller));
    if (each.kind === 'token') await gained(each.target, () => world.tokens.issue(each.target, caller));
    if (each.kind === 'key')
      await gained(each.target, () => world.keys.add(each.target, { sshKey: SSH_KEYS[1].line }, caller));
    if (each.kind === 'snmp')
      await gained(each.target, () => world.accounts.update(each.target, { snmpv3AuthPass: 'long enough' }, caller));
    if (each.kind === 'delete') await outcome(() => world.accounts.remove(each.target, caller));
    if (each.kind === 'shut')
      await outcome(() => world.accounts.update(each.target, { userIsLocked: each.userIsLocked }, caller));
  }
});
