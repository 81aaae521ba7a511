import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DtoPipe } from '../common/body.js';
import { ApiError } from '../common/errors.js';
import { CreateRoleDto, UpdateRoleDto } from '../roles/role.dto.js';
import { AddSshKeyDto, ChangePasswordDto, CreateUserDto, UpdateUserDto } from './user.dto.js';

type Dto = new () => object;

/** The parsed body, or the fields that the refusal names. */
async function taken(dto: Dto, body: unknown): Promise<object | string[]> {
  try {
    return { ...((await new DtoPipe().transform(body, { type: 'body', metatype: dto })) as object) };
  } catch (error) {
    const refusal = error as ApiError;
    expect(refusal.status).toBe(422);
    return (refusal.details ?? [{ field: refusal.code }]).map(({ field }) => field);
  }
}

const PASSWORD = 'staple that battery';

describe('the body of a new user', () => {
  it.each([
    [
      { username: 'operator', roleId: 2, password: PASSWORD },
      { username: 'operator', roleId: 2, password: PASSWORD },
    ],
    [
      { username: 'ö p', roleId: '2', password: '', more: 1 },
      { username: 'ö p', roleId: 2, password: '' },
    ],
  ])('%j is taken', async (sent, expected) => expect(await taken(CreateUserDto, sent)).toEqual(expected));

  it.each([
    [{}, ['username', 'roleId', 'password']],
    [{ username: '', roleId: 1, password: PASSWORD }, ['username']],
    [{ username: ' ', roleId: 1, password: PASSWORD }, ['username']],
    [{ username: 'x ', roleId: 1, password: PASSWORD }, ['username']],
    [{ username: '\u00a0x', roleId: 1, password: PASSWORD }, ['username']],
    [{ username: 'a\nb', roleId: 1, password: PASSWORD }, ['username']],
    [{ username: 'x'.repeat(101), roleId: 1, password: PASSWORD }, ['username']],
    [{ username: 7, roleId: 1, password: PASSWORD }, ['username']],
    [{ username: 'x', roleId: 1.5, password: PASSWORD }, ['roleId']],
    [{ username: 'x', roleId: 0, password: PASSWORD }, ['roleId']],
    [{ username: 'x', roleId: null, password: PASSWORD }, ['roleId']],
    [{ username: 'x', roleId: 1, password: 12345678 }, ['password']],
    [{ username: 'x', roleId: 1, password: null }, ['password']],
  ])('%j is refused', async (sent, fields) => {
    expect([...new Set((await taken(CreateUserDto, sent)) as string[])]).toEqual(fields);
  });
});

describe('the body of a change of a user', () => {
  it('accepts the words and flags of clients of this product family', async () => {
    const sent = {
      userIsLocked: '0',
      snmpv3Access: 'TRUE',
      snmpv3Security: 'AUTHPRIV',
      snmpv3AuthProtocol: 'md5',
      id: '7',
    };
    expect(await taken(UpdateUserDto, sent)).toEqual({
      userIsLocked: false,
      snmpv3Access: true,
      snmpv3Security: 'authPriv',
      snmpv3AuthProtocol: 'MD5',
      id: '7',
    });
  });

  it.each(['password', 'role', 'permissions', 'created', 'lastLogin', 'accessToken', 'sshKeys'])(
    'must not have %s, because the caller would believe that it was changed',
    async (member) => {
      for (const value of ['x', '', 0, [], {}, null]) {
        expect(await taken(UpdateUserDto, { username: 'x', [member]: value })).toEqual([member]);
        expect(await taken(UpdateUserDto, { [member]: value })).toEqual(['NOTHING_TO_CHANGE']);
      }
    },
  );

  it.each([{}, { id: '2' }, { unknown: 1 }, undefined])('%j changes nothing, so it is refused', async (sent) => {
    expect(await taken(UpdateUserDto, sent)).toEqual(['NOTHING_TO_CHANGE']);
  });

  it.each([
    [{ snmpv3AuthPass: 'seven77' }, ['snmpv3AuthPass']],
    [{ snmpv3PrivPass: 'x'.repeat(256) }, ['snmpv3PrivPass']],
    [{ snmpv3User_id: 'x'.repeat(256) }, ['snmpv3User_id']],
    [{ snmpv3Security: 'none' }, ['snmpv3Security']],
    [{ snmpv3AuthProtocol: 'SHA3' }, ['snmpv3AuthProtocol']],
    [{ snmpv3PrivProtocol: '3DES' }, ['snmpv3PrivProtocol']],
    [{ userIsLocked: 'yes' }, ['userIsLocked']],
    [{ enabled: null }, ['enabled']],
  ])('%j is refused', async (sent, fields) => expect(await taken(UpdateUserDto, sent)).toEqual(fields));
});

describe('the body of a role', () => {
  it('accepts flags in every form, and has only the members sent', async () => {
    const sent = { permissions: { viewPortInfo: 1, modifyUsers: 'false', viewOutlets: ['1-1'], unknown: true } };
    expect(JSON.parse(JSON.stringify(await taken(UpdateRoleDto, sent)))).toEqual({
      permissions: { viewPortInfo: true, modifyUsers: false, viewOutlets: ['1-1'] },
    });
  });

  it.each([
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ description: 'x'.repeat(1001) }, ['description']],
    [{ permissions: [] }, ['permissions']],
    [{ permissions: [{}] }, ['permissions']],
    [{ permissions: 'all' }, ['permissions']],
    [{ permissions: null }, ['permissions']],
    [{ permissions: { viewPortInfo: 'yes' } }, ['permissions.viewPortInfo']],
    [{ permissions: { viewOutlets: '1-1' } }, ['permissions.viewOutlets']],
    [{ permissions: { modifyOutlets: [1] } }, ['permissions.modifyOutlets']],
    [{ permissions: { modifyOutlets: null } }, ['permissions.modifyOutlets']],
    [{}, ['NOTHING_TO_CHANGE']],
  ])('%j is refused', async (sent, fields) => {
    expect([...new Set((await taken(UpdateRoleDto, sent)) as string[])]).toEqual(fields);
  });
});

describe('a body with any content', () => {
  const members = [
    ...['username', 'roleId', 'password', 'userIsLocked', 'enabled', 'snmpv3Access', 'snmpv3Security', 'snmpv3User_id'],
    ...[
      'snmpv3AuthPass',
      'id',
      'role',
      'currentPassword',
      'newPassword',
      'sshKey',
      'sshKeyName',
      'name',
      'permissions',
    ],
    ...['description', '__proto__', 'constructor'],
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(0, 1, '1', 'true', 'ON', 'authPriv', PASSWORD),
  );
  const body = fc
    .array(fc.tuple(fc.constantFrom(...members), value))
    .map((entries) => Object.fromEntries(entries) as Record<string, unknown>);

  it.each([CreateUserDto, UpdateUserDto, ChangePasswordDto, AddSshKeyDto, CreateRoleDto, UpdateRoleDto])(
    'is refused with 422 naming the wrong members, or accepted with the right types and only known members: %p',
    async (dto: Dto) => {
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const result = await taken(dto, sent);
          if (Array.isArray(result)) {
            expect(result.length).toBeGreaterThan(0);
            return;
          }
          for (const [member, held] of Object.entries(result) as [string, unknown][]) {
            if (['username', 'name'].includes(member)) expect([...(held as string)].length).toBeLessThanOrEqual(100);
            if (member === 'roleId') expect(Number.isInteger(held)).toBe(true);
            if (/^(userIsLocked|enabled|snmpv3Access)$/.test(member)) expect(typeof held).toBe('boolean');
            if (/[pP]assword$|^sshKey/.test(member)) expect(typeof held).toBe('string');
            if (member !== 'permissions') expect(members).toContain(member);
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
