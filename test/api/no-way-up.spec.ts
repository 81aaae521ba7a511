/** No user grants more than they have (contract, section 4): users, roles, outlet lists, tokens, keys, passphrases. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PERMISSION_FLAGS } from '../../src/common/access.js';
import { aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { somePeople } from '../support/app/people.js';
import { freePort } from '../support/servers/free-port.js';

const OUTLETS = ['1-1200578', '2-1200578', '9-1200579'];
/** One word for each permission: a flag, or a list with one of three outlets. */
const RIGHTS = [
  ...PERMISSION_FLAGS,
  ...OUTLETS.map((outlet) => `viewOutlets ${outlet}`),
  ...OUTLETS.map((outlet) => `modifyOutlets ${outlet}`),
];
type Rights = ReadonlySet<string>;
/** A permission that role 1 has in addition, so that no set of the others is as large. */
const ADMINISTRATOR: Rights = new Set([...RIGHTS, 'administrator']);

const permissionsOf = (rights: Iterable<string>) => {
  const held = new Set(rights);
  const list = (name: string) => OUTLETS.filter((outlet) => held.has(`${name} ${outlet}`));
  const flags = PERMISSION_FLAGS.map((flag) => [flag, held.has(flag)]);
  return {
    ...Object.fromEntries(flags),
    viewOutlets: list('viewOutlets'),
    modifyOutlets: list('modifyOutlets'),
  } as Record<string, unknown>;
};
const rightsOf = ({ id, permissions }: RoleAnswer): Rights => {
  if (id === 1) return ADMINISTRATOR;
  return new Set(
    Object.entries(permissions).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((outlet) => `${name} ${String(outlet)}`) : value === true ? [name] : [],
    ),
  );
};
const within = (some: Iterable<string>, all: Rights): boolean => [...some].every((right) => all.has(right));

interface RoleAnswer {
  readonly id: number;
  readonly permissions: Record<string, unknown>;
}
interface UserAnswer {
  readonly id: string;
  readonly roleId: number;
}

let pdu: Pdu;
let admin: Client;
let manager: Client;
/** The users and roles that exist throughout. */
let people: readonly UserAnswer[];
let managerId: string;

const usersNow = async (): Promise<UserAnswer[]> => (await admin.get('/api/users')).body as UserAnswer[];
const rolesNow = async (): Promise<RoleAnswer[]> => (await admin.get('/api/roles')).body as RoleAnswer[];

/** The holders of permissions: every user by their role, and every role by itself, because it can be assigned. */
async function holdings(): Promise<ReadonlyMap<string, Rights>> {
  const [users, roles] = await Promise.all([usersNow(), rolesNow()]);
  const byRole = new Map(roles.map((role) => [role.id, rightsOf(role)]));
  return new Map([
    ...roles.map((role) => [`role ${role.id}`, rightsOf(role)] as const),
    ...users.map(({ id, roleId }) => [`user ${id}`, byRole.get(roleId) ?? new Set<string>()] as const),
  ]);
}

async function giveRights(user: UserAnswer, rights: Iterable<string>): Promise<void> {
  const answer = await admin.put(`/api/roles/${user.roleId}`, { permissions: permissionsOf(rights) });
  expect(answer.status).toBe(200);
}

beforeAll(async () => {
  pdu = await aPdu();
  const [person, ...others] = await somePeople(pdu, [
    ['manager', {}],
    ['somebody', {}],
    ['other', {}],
    ['administrator', 'everything'],
  ]);
  admin = await pdu.as('admin');
  if (!person) throw new Error('Nobody was made.');
  manager = pdu.with(await person.headers('session'));
  managerId = person.userId;
  const ids = [person, ...others].map(({ userId }) => userId);
  people = (await usersNow()).filter(({ id }) => ids.includes(id));
});
afterAll(() => pdu.stop());
beforeEach(() => tidy());

/** A step towards more permissions. Its user and its role are indexes into the current lists. */
type Step =
  | { readonly do: 'create role'; readonly rights: readonly string[] }
  | { readonly do: 'edit role'; readonly role: number; readonly rights: readonly string[] }
  | { readonly do: 'create user'; readonly role: number }
  | { readonly do: 'give role'; readonly user: number; readonly role: number }
  | { readonly do: 'token' | 'SSH key' | 'SNMP passphrase'; readonly user: number };

const place = fc.nat({ max: 20 });
const few = fc.subarray(RIGHTS, { maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('create role' as const), rights: few }),
  fc.record({ do: fc.constant('edit role' as const), role: place, rights: few }),
  fc.record({ do: fc.constant('create user' as const), role: place }),
  fc.record({ do: fc.constant('give role' as const), user: place, role: place }),
  fc.record({ do: fc.constantFrom('token', 'SSH key', 'SNMP passphrase'), user: place }),
);

const at = <T>(list: readonly T[], position: number): T => list[position % list.length] as T;
let names = 0;

/** Takes the step as the manager; answers the holder that it would let them act as, if any. */
async function take(the: Step): Promise<{ answer: Answer; actsAs?: string; handsOut: readonly string[] }> {
  const [users, roles] = await Promise.all([usersNow(), rolesNow()]);
  const name = `made-${++names}`;
  switch (the.do) {
    case 'create role':
      return {
        answer: await manager.post('/api/roles', { name, permissions: permissionsOf(the.rights) }),
        handsOut: the.rights,
      };
    case 'edit role': {
      const { id } = at(roles, the.role);
      return {
        answer: await manager.put(`/api/roles/${id}`, { permissions: permissionsOf(the.rights) }),
        handsOut: the.rights,
      };
    }
    case 'create user': {
      const role = at(roles, the.role);
      const body = { username: name, roleId: role.id, password: USER_PASSWORD };
      return { answer: await manager.post('/api/users', body), handsOut: [...rightsOf(role)] };
    }
    case 'give role': {
      const role = at(roles, the.role);
      const { id, roleId } = at(users, the.user);
      // Assigning the role that the user already has grants nothing.
      const handsOut = roleId === role.id ? [] : [...rightsOf(role)];
      return { answer: await manager.put(`/api/users/${id}`, { roleId: role.id }), handsOut };
    }
    default: {
      const { id } = at(users, the.user);
      return { answer: await credentialFor(id, the.do), actsAs: `user ${id}`, handsOut: [] };
    }
  }
}

function credentialFor(id: string, kind: 'token' | 'SSH key' | 'SNMP passphrase'): Promise<Answer> {
  if (kind === 'token') return manager.post(`/api/users/${id}/token`);
  if (kind === 'SSH key') return manager.post(`/api/users/${id}/sshKey`, { sshKey: anSshKey() });
  return manager.put(`/api/users/${id}`, { snmpv3AuthPass: `passphrase ${++names}` });
}

/** A public key that belongs to no user. */
function anSshKey(): string {
  const field = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const key = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(randomBytes(32))]);
  return `ssh-ed25519 ${key.toString('base64')}`;
}

/** Removes what earlier steps created. */
async function tidy(): Promise<void> {
  const roleIds = [1, ...people.map(({ roleId }) => roleId)];
  for (const { id, roleId } of people) await admin.put(`/api/users/${id}`, { roleId });
  for (const { id } of await usersNow()) {
    if (id !== '1' && !people.some((person) => person.id === id)) await admin.delete(`/api/users/${id}`);
  }
  for (const { id } of await rolesNow()) if (!roleIds.includes(id)) await admin.delete(`/api/roles/${id}`);
}

describe('a user who manages users', () => {
  it('never gains for anybody a permission that they do not have, by any sequence of requests', async () => {
    const rights = fc.record({
      manager: fc.subarray(RIGHTS, { minLength: 8 }),
      somebody: few,
      other: fc.subarray(RIGHTS),
    });
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(rights, fc.array(step, { minLength: 1, maxLength: 8 }), async (given, steps) => {
        await tidy();
        const [boss, somebody, other] = people as readonly [UserAnswer, UserAnswer, UserAnswer];
        await giveRights(boss, ['modifyUsers', ...given.manager]);
        await giveRights(somebody, given.somebody);
        await giveRights(other, given.other);
        for (const each of steps) {
          const before = await holdings();
          const own = before.get(`user ${managerId}`) ?? new Set();
          const { answer, actsAs, handsOut } = await take(each);
          outcomes.add(`${actsAs ? 'credential' : each.do} ${answer.status}`);

          for (const [holder, now] of await holdings()) {
            const gained = [...now].filter((right) => before.get(holder)?.has(right) !== true);
            expect([each, holder, gained.filter((right) => !own.has(right))]).toEqual([each, holder, []]);
          }
          const isDone = answer.status === 200;
          const actedAs = before.get(actsAs ?? '') ?? [];
          if (isDone) expect([each, within(handsOut, own), within(actedAs, own)]).toEqual([each, true, true]);
          const mayHandOut = own.has('modifyUsers') && within(handsOut, own);
          if (each.do === 'create role') expect([each, isDone]).toEqual([each, mayHandOut]);
        }
      }),
      { numRuns: 60 },
    );
    // A property that was never close to the limit proves nothing.
    const attempts = ['create role', 'edit role', 'create user', 'give role', 'credential'];
    expect([...outcomes]).toEqual(
      expect.arrayContaining(attempts.flatMap((attempt) => [`${attempt} 200`, `${attempt} 403`])),
    );
  }, 60_000);

  it('creates no administrators, neither themselves nor others', async () => {
    const [boss, somebody] = people as readonly [UserAnswer, UserAnswer];
    await giveRights(boss, RIGHTS);
    const second = await admin.post('/api/users', { username: 'second admin', roleId: 1, password: USER_PASSWORD });
    const tries = [
      await manager.post('/api/users', { username: 'climber', roleId: 1, password: USER_PASSWORD }),
      await manager.put(`/api/users/${boss.id}`, { roleId: 1 }),
      await manager.put(`/api/users/${somebody.id}`, { roleId: 1 }),
      await manager.post('/api/users/1/token'),
      await manager.post('/api/users/1/sshKey', { sshKey: anSshKey() }),
      await manager.post(`/api/users/${second.body.id}/passwordReset`, {
        ownPassword: USER_PASSWORD,
        newPassword: 'a password that he knows',
      }),
      await manager.put('/api/users/1', { snmpv3AuthPass: 'another passphrase' }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect((await manager.put('/api/roles/1', { permissions: { viewBankStats: false } })).status).toBe(400);
  });

  it('lists in a role only outlets that their own role lists, and in the same list', async () => {
    const [boss] = people as readonly [UserAnswer];
    const [first, second] = OUTLETS;
    await giveRights(boss, ['modifyUsers', `viewOutlets ${first}`]);
    const role = (permissions: object) => manager.post('/api/roles', { name: `list-${++names}`, permissions });
    expect((await role({ viewOutlets: [first] })).status).toBe(200);
    expect((await role({ viewOutlets: [first, second] })).status).toBe(403);
    expect((await role({ modifyOutlets: [first] })).status).toBe(403);
    expect((await role({ viewOutlets: ['99-1'] })).status).toBe(422);
  });

  it('creates a working token for a user who may do no more than they may, and for nobody else', async () => {
    const [boss, somebody] = people as readonly [UserAnswer, UserAnswer];
    await giveRights(boss, ['modifyUsers', 'viewBankStats']);
    await giveRights(somebody, ['viewBankStats']);
    const { accessToken } = (await manager.post(`/api/users/${somebody.id}/token`)).body as { accessToken: string };
    expect((await pdu.with({ authorization: `Bearer ${accessToken}` }).get('/api/banks')).status).toBe(200);
    await giveRights(somebody, ['viewBankStats', 'viewInletStats']);
    expect(await manager.post(`/api/users/${somebody.id}/token`)).toMatchObject({
      status: 403,
      body: { code: 'RIGHTS_NOT_COVERED' },
    });
  });

  describe('with the network settings', () => {
    const CHANGES = [
      { snmpv12WriteString: 'secret to nobody' },
      { snmpv12ReadString: 'secret to nobody' },
      { modbusEnabled: true, modbusAllowedNetworks: '127.0.0.1' },
      {
        ...{ modbusEnabled: true, modbusAllowedNetworks: '127.0.0.1', modbusReadRoleId: 0 },
        ...{ modbusWriteEnabled: true, modbusWriteNetworks: '127.0.0.1', modbusWriteRoleId: 1 },
      },
      { nutEnabled: true },
      { nutEnabled: true, nutAnonymousRoleId: 1 },
      { redfishOperatorRoleId: 1 },
      { redfishReadOnlyRoleId: 1 },
    ];
    let settings: object;

    beforeEach(async () => {
      const [boss] = people as readonly [UserAnswer];
      await giveRights(boss, ['viewNetworkSettings', 'modifyNetworkSettings']);
      settings = (await admin.get('/api/conf')).body as object;
    });

    it.each(CHANGES)(
      'gives nobody a right that their role does not have, by a protocol without users: %j',
      async (change) => {
        expect((await manager.post('/api/conf', change)).status).toBe(403);
        expect((await admin.get('/api/conf')).body).toEqual(settings);
      },
    );

    it('sends the settings that it reads back as they are', async () => {
      const { body } = await manager.get('/api/conf');
      expect((await manager.post('/api/conf', body as object)).status).toBe(200);
    });

    it('takes away what others have given, and gives what their own role has', async () => {
      const [boss] = people as readonly [UserAnswer];
      const { body } = await admin.post('/api/roles', {
        name: `door-${++names}`,
        permissions: { viewBankStats: true },
      });
      const given = { nutEnabled: true, nutPort: await freePort(), nutAnonymousRoleId: (body as RoleAnswer).id };
      expect((await manager.post('/api/conf', given)).status).toBe(403);
      await giveRights(boss, ['viewNetworkSettings', 'modifyNetworkSettings', 'viewBankStats']);
      expect((await manager.post('/api/conf', given)).status).toBe(200);
      await giveRights(boss, ['viewNetworkSettings', 'modifyNetworkSettings']);
      expect((await manager.post('/api/conf', { nutAllowedNetworks: '10.0.0.0/8' })).status).toBe(403);
      expect((await manager.post('/api/conf', { nutEnabled: false })).status).toBe(200);
      expect((await admin.post('/api/conf', { nutAnonymousRoleId: 0 })).status).toBe(200);
    });
  });
});
