import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PERMISSION_FLAGS } from '../../src/common/access.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
let outlets: string[];
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  outlets = pdu.model.outlets.map(({ id }) => id);
});
afterAll(() => pdu.stop());

let names = 0;
const aName = () => `role ${++names}`;
const aRole = async (permissions: object = {}): Promise<number> => {
  const { status, body } = await admin.post('/api/roles', { name: aName(), permissions });
  expect(status).toBe(200);
  return (body as { id: number }).id;
};

describe('GET /api/roles', () => {
  it('shows the Administrator with every permission on every outlet', async () => {
    const { status, body } = await admin.get('/api/roles');
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({ id: 1, name: 'Administrator' });
    expect(Object.keys(body[0].permissions)).toEqual([...PERMISSION_FLAGS, 'viewOutlets', 'modifyOutlets']);
    expect(PERMISSION_FLAGS.every((flag) => body[0].permissions[flag] === true)).toBe(true);
    expect([body[0].permissions.viewOutlets, body[0].permissions.modifyOutlets]).toEqual([outlets, outlets]);
  });

  it('shows one by its id, and requires viewUsersList', async () => {
    const viewer = await pdu.as({ viewUsersList: true });
    expect((await viewer.get('/api/roles/1')).body).toMatchObject({ id: 1, name: 'Administrator' });
    const blind = await pdu.as({ modifyUsers: true });
    expect([(await blind.get('/api/roles')).status, (await blind.get('/api/roles/1')).status]).toEqual([403, 403]);
    expect((await pdu.request('GET', '/api/roles')).status).toBe(401);
  });

  it.each(['0', '99', '01', '1.0', 'x', '-1', '1e3', '%00'])('answers 404 for the id %s', async (id) => {
    expect((await admin.get(`/api/roles/${id}`)).status).toBe(404);
  });
});

describe('POST /api/roles', () => {
  it('creates a role with flags in any accepted form and outlets in the order of the model', async () => {
    const { status, body } = await admin.post('/api/roles', {
      name: 'Night shift',
      description: 'Sees two outlets',
      permissions: {
        viewPortInfo: 1,
        modifyUsers: 'false',
        allowPduRestart: 'true',
        viewOutlets: [outlets[3], outlets[0], outlets[3]],
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: expect.any(Number), name: 'Night shift', description: 'Sees two outlets' });
    expect(Object.keys(body.permissions)).toHaveLength(23);
    expect(body.permissions).toMatchObject({
      viewPortInfo: true,
      modifyUsers: false,
      allowPduRestart: true,
      viewOutlets: [outlets[0], outlets[3]],
      modifyOutlets: [],
    });
    expect((await admin.get(`/api/roles/${body.id}`)).body).toEqual(body);
  });

  it.each([
    [{}, 'VALIDATION_FAILED'],
    [{ name: '' }, 'VALIDATION_FAILED'],
    [{ name: '  ' }, 'VALIDATION_FAILED'],
    [{ name: 'x'.repeat(101) }, 'VALIDATION_FAILED'],
    [{ name: 'administrator' }, 'ROLE_NAME_TAKEN'],
    [{ name: 'x', permissions: [] }, 'VALIDATION_FAILED'],
    [{ name: 'x', permissions: { viewPortInfo: 'yes' } }, 'VALIDATION_FAILED'],
    [{ name: 'x', permissions: { viewOutlets: ['17-1200578'] } }, 'ROLE_OUTLET_UNKNOWN'],
    [{ name: 'x', permissions: { modifyOutlets: ['1'] } }, 'ROLE_OUTLET_UNKNOWN'],
    [{ name: 'x', permissions: { modifyOutlets: [1] } }, 'VALIDATION_FAILED'],
  ])('refuses %j with 422', async (body, code) => {
    const answer = await admin.post('/api/roles', body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect(answer.body.details.length).toBeGreaterThan(0);
  });

  it('requires modifyUsers, and every permission that it grants', async () => {
    const viewer = await pdu.as({ viewUsersList: true });
    expect((await viewer.post('/api/roles', { name: aName() })).status).toBe(403);
    const manager = await pdu.as({ modifyUsers: true, viewOutlets: outlets.slice(0, 2) });
    const attempt = (permissions: object) => manager.post('/api/roles', { name: aName(), permissions });
    expect((await attempt({ modifyUsers: true, viewOutlets: [outlets[1]] })).status).toBe(200);
    expect((await attempt({ allowPduRestart: true })).body).toMatchObject({
      statusCode: 403,
      code: 'RIGHTS_NOT_COVERED',
    });
    expect((await attempt({ viewOutlets: [outlets[2]] })).status).toBe(403);
    expect((await attempt({ modifyOutlets: [outlets[0]] })).status).toBe(403);
    expect((await attempt({ allowPduRestart: true, viewOutlets: ['17-1200578'] })).status).toBe(403);
  });
});

describe('PUT /api/roles/{id}', () => {
  it('changes only the members sent', async () => {
    const id = await aRole({ viewPortInfo: true, viewOutlets: [outlets[0]] });
    const { status, body } = await admin.put(`/api/roles/${id}`, {
      permissions: { viewPortInfo: 0, modifyOutlets: [outlets[1]] },
    });
    expect(status).toBe(200);
    expect(body.permissions).toMatchObject({
      viewPortInfo: false,
      viewOutlets: [outlets[0]],
      modifyOutlets: [outlets[1]],
    });
    const renamed = await admin.put(`/api/roles/${id}`, { name: 'Renamed', description: '' });
    expect(renamed.body).toEqual({ ...body, name: 'Renamed', description: '' });
    expect((await admin.put(`/api/roles/${id}`, { name: 'RENAMED' })).body.name).toBe('RENAMED');
  });

  it('accepts the whole object as it was answered', async () => {
    const id = await aRole({ viewOutlets: outlets });
    const { body } = await admin.get(`/api/roles/${id}`);
    const answer = await admin.put(`/api/roles/${id}`, body);
    expect([answer.status, answer.body]).toEqual([200, body]);
  });

  it('takes effect for its users from the next request on', async () => {
    const user = await pdu.as({ viewUsersList: true });
    const { body } = await user.get('/api/user');
    expect((await user.get('/api/users')).status).toBe(200);
    await admin.put(`/api/roles/${body.roleId}`, { permissions: { viewUsersList: false } });
    expect((await user.get('/api/users')).status).toBe(403);
    expect((await user.get('/api/user')).body.role.permissions.viewUsersList).toBe(false);
  });

  it('cannot change the Administrator', async () => {
    const answer = await admin.put('/api/roles/1', { description: 'x' });
    expect([answer.status, answer.body.code]).toEqual([400, 'ROLE_FIXED']);
  });

  it('requires every permission of the role before and after', async () => {
    const manager = await pdu.as({ modifyUsers: true, viewPortInfo: true });
    const more = await aRole({ allowPduRestart: true });
    const same = await aRole({ viewPortInfo: true });
    expect((await manager.put(`/api/roles/${more}`, { permissions: { allowPduRestart: false } })).status).toBe(403);
    expect((await manager.put(`/api/roles/${same}`, { permissions: { allowPduRestart: true } })).status).toBe(403);
    expect((await manager.put(`/api/roles/${same}`, { permissions: { viewPortInfo: false } })).status).toBe(200);
  });

  it('refuses in the order 401, 403, 404, 422', async () => {
    const viewer = await pdu.as({ viewUsersList: true });
    const id = await aRole();
    expect((await pdu.request('PUT', '/api/roles/99', '{')).status).toBe(401);
    expect((await viewer.put('/api/roles/99', '{')).status).toBe(403);
    expect((await admin.put('/api/roles/99', '{')).status).toBe(404);
    expect((await admin.put(`/api/roles/${id}`, '{')).status).toBe(422);
    expect((await admin.put(`/api/roles/${id}`, {})).body.code).toBe('NOTHING_TO_CHANGE');
    expect((await admin.put(`/api/roles/${id}`, { permissions: null })).body.details).toEqual([
      { field: 'permissions', message: 'permissions must be an object.' },
    ]);
    expect((await admin.put(`/api/roles/${id}`, { id: 1, name: 'Another' })).body.details[0].field).toBe('id');
    const { body: role } = await admin.get(`/api/roles/${id}`);
    expect((await admin.put(`/api/roles/${id}`, role)).status).toBe(200);
    expect((await admin.put(`/api/roles/${id}`, { name: 'ADMINISTRATOR' })).body.code).toBe('ROLE_NAME_TAKEN');
  });
});

describe('DELETE /api/roles/{id}', () => {
  it('deletes a role without users', async () => {
    const id = await aRole();
    const { status, body } = await admin.delete(`/api/roles/${id}`);
    expect([status, body.id]).toEqual([200, id]);
    expect((await admin.get(`/api/roles/${id}`)).status).toBe(404);
    expect((await admin.delete(`/api/roles/${id}`)).status).toBe(404);
  });

  it('requires every permission of the role', async () => {
    const manager = await pdu.as({ modifyUsers: true, viewPortInfo: true, viewOutlets: outlets.slice(0, 1) });
    const [own, other] = outlets;
    for (const more of [{ allowPduRestart: true }, { viewOutlets: [other] }, { modifyOutlets: [own] }]) {
      const id = await aRole(more);
      const { status, body } = await manager.delete(`/api/roles/${id}`);
      expect([status, body.code]).toEqual([403, 'RIGHTS_NOT_COVERED']);
      expect((await admin.get(`/api/roles/${id}`)).status).toBe(200);
    }
    const same = await aRole({ viewPortInfo: true, viewOutlets: [outlets[0]] });
    expect((await manager.delete(`/api/roles/${same}`)).status).toBe(200);
  });

  it('refuses to delete a role in use, and the Administrator', async () => {
    const user = await pdu.as({});
    const { body } = await user.get('/api/user');
    const inUse = await admin.delete(`/api/roles/${body.roleId}`);
    expect([inUse.status, inUse.body.code]).toEqual([422, 'ROLE_IN_USE']);
    expect((await admin.delete('/api/roles/1')).status).toBe(400);
    expect((await user.delete('/api/roles/1')).status).toBe(403);
  });
});
