import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ControllerFaults } from '../../src/common/controller-faults.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-hub-accounts-'));
let hub: Hub;
let admin: Client;

beforeAll(async () => {
  hub = await aHub({ dataDir: folder });
  admin = await hub.as('admin');
});
afterAll(async () => {
  await hub.stop();
  rmSync(folder, { recursive: true });
});

/** Stops the hub and starts it on the same data. */
async function restart(): Promise<void> {
  await hub.idle();
  await hub.stop();
  hub = await aHub({ dataDir: folder, clock: hub.clock });
  admin = await hub.as('admin');
}

const PASSWORD = 'a long pass phrase 1';
const aUser = (username: string, roleId: number) => ({ username, password: PASSWORD, roleId });

describe('the accounts of a hub', () => {
  it('have names that are the same in any case, and keep them over a restart', async () => {
    const { body: role } = await admin.post('/api/roles', { name: 'Night shift', permissions: { viewLog: true } });
    const { status, body: user } = await admin.post('/api/users', aUser('Zoë', role.id));
    expect([status, user.username]).toEqual([200, 'Zoë']);
    expect((await admin.post('/api/users', aUser('ZOË', role.id))).status).toBe(422);
    expect((await admin.post('/api/roles', { name: 'night SHIFT', permissions: {} })).status).toBe(422);
    await restart();
    expect((await admin.get(`/api/users/${user.id}`)).body).toMatchObject({ username: 'Zoë', roleId: role.id });
    expect((await admin.get('/api/roles')).body).toContainEqual(expect.objectContaining({ name: 'Night shift' }));
  });

  it('keep their sessions over a restart, and lose them with the account', async () => {
    const { body: user } = await admin.post('/api/users', aUser('temporary', 1));
    const theirs = await hub.signIn('temporary', PASSWORD);
    expect((await theirs.get('/api/user')).status).toBe(200);
    const { headers } = theirs;
    await restart();
    expect((await hub.request('GET', '/api/user', undefined, headers)).body.username).toBe('temporary');
    expect((await admin.delete(`/api/users/${user.id}`)).status).toBe(200);
    expect((await hub.request('GET', '/api/user', undefined, headers)).status).toBe(401);
  });

  it('of a document replace those that are there, and the next one gets a new id', async () => {
    const { body: document } = await admin.get('/api/config/export');
    const { body: before } = await admin.post('/api/users', aUser('later', 1));
    expect((await admin.post('/api/config/apply', document)).status).toBe(200);
    admin = await hub.as('admin');
    const { body: users } = await admin.get('/api/users');
    expect(users.map(({ username }: { username: string }) => username)).not.toContain('later');
    const { status, body: after } = await admin.post('/api/users', aUser('after', 1));
    expect(status).toBe(200);
    expect(Number(after.id)).toBeGreaterThan(Number(before.id));
  });
});

it('lists every PDU in the role of the administrator of a hub, also one that has joined meanwhile', async () => {
  const { id } = await aStoredPdu(hub);
  const { permissions } = (await admin.get('/api/roles/1')).body;
  expect([permissions.viewOutlets, permissions.modifyOutlets]).toEqual([[id], [id]]);
  expect((await admin.get('/api/user')).body.role.permissions.viewOutlets).toEqual([id]);
});

describe('the PDUs in the roles of a hub', () => {
  const UNKNOWN = '019aa0a0-0000-7000-8000-00000000dead';
  const mayAll = { viewUsersList: true, modifyUsers: true };
  let [own, switched, other] = ['', '', ''];
  let both: { id: number; permissions: object };
  beforeAll(async () => {
    [own, switched, other] = [(await aStoredPdu(hub)).id, (await aStoredPdu(hub)).id, (await aStoredPdu(hub)).id];
    const permissions = { viewOutlets: [own, other], modifyOutlets: [switched, other] };
    both = (await admin.post('/api/roles', { name: 'Both', permissions })).body;
  });
  const aReader = (): Promise<Client> => hub.as({ ...mayAll, viewOutlets: [own], modifyOutlets: [switched] });

  it('are shown as far as the reader may view or switch them, and a flag says that there are others', async () => {
    const reader = await aReader();
    const { body: role } = await reader.get(`/api/roles/${both.id}`);
    const known = { viewOutlets: [own], modifyOutlets: [switched] };
    expect(role).toMatchObject({ permissions: known, hasHiddenOutlets: true });
    const { body: roles } = await reader.get('/api/roles');
    expect(roles).toContainEqual(role);
    expect(JSON.stringify(roles)).not.toContain(other);
    expect(roles).toContainEqual(expect.objectContaining({ id: 1, hasHiddenOutlets: true }));
    const ofReader = (await reader.get('/api/user')).body.role;
    expect(roles).toContainEqual(ofReader);
    expect(ofReader).not.toHaveProperty('hasHiddenOutlets');
  });

  it('are all shown to the administrator and to who manages the fleet', async () => {
    const manager = await hub.as({ viewUsersList: true, modifyNetworkSettings: true });
    for (const reader of [admin, manager]) expect((await reader.get(`/api/roles/${both.id}`)).body).toEqual(both);
  });

  it('keep the role from being deleted by who may not view them, in an answer without their ids', async () => {
    const { body: role } = await admin.post('/api/roles', { name: 'Short', permissions: { viewOutlets: [other] } });
    const { status, body } = await (await aReader()).delete(`/api/roles/${role.id}`);
    expect([status, body.code]).toEqual([403, 'RIGHTS_NOT_COVERED']);
    expect(JSON.stringify(body)).not.toContain(other);
    expect((await admin.delete(`/api/roles/${role.id}`)).status).toBe(200);
  });

  it('are not in the log of a reader who may not view them', async () => {
    const { entries } = (await (await aReader()).get('/api/log?limit=500&kind=role.')).body;
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toContain(other);
    const manager = await hub.as({ viewUsersList: true, modifyNetworkSettings: true });
    const { entries: whole } = (await manager.get('/api/log?limit=500&kind=role.')).body;
    expect(JSON.stringify(whole)).toContain(other);
  });

  it('are refused with one answer, whether there is such a PDU or not, to who may not view it', async () => {
    const reader = await aReader();
    const { body: role } = await reader.post('/api/roles', { name: 'Mine', permissions: { viewOutlets: [own] } });
    for (const list of ['viewOutlets', 'modifyOutlets']) {
      const answers = [];
      for (const id of [other, UNKNOWN]) {
        const permissions = { [list]: [id] };
        answers.push(await reader.post('/api/roles', { name: 'Other', permissions }));
        answers.push(await reader.put(`/api/roles/${role.id}`, { permissions }));
      }
      const [first] = answers;
      expect(first).toMatchObject({ status: 403, body: { code: 'RIGHTS_NOT_COVERED' } });
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
        answers.map(() => ({ status: first?.status, body: first?.body })),
      );
    }
  });

  it('are refused as unknown to who may view all PDUs', async () => {
    const manager = await hub.as({ ...mayAll, modifyNetworkSettings: true });
    for (const caller of [admin, manager]) {
      const { status, body } = await caller.post('/api/roles', { name: 'X', permissions: { viewOutlets: [UNKNOWN] } });
      expect([status, body.code]).toEqual([422, 'ROLE_OUTLET_UNKNOWN']);
    }
  });
});

describe('the log of a hub', () => {
  it('speaks of the hub where it reports a fault of its own, and where it was reset', async () => {
    hub.app.get(ControllerFaults).notice('database', 'The database was damaged.');
    await hub.idle();
    await admin.post('/api/system/configReset');
    admin = await hub.as('admin');
    const { entries } = (await admin.get('/api/log?limit=500')).body;
    const sentences = entries.map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences).toContain('The hub reported a fault: The database was damaged.');
    expect(sentences).toContainEqual(expect.stringMatching(/^The hub was reset to factory settings/));
  });

  it('is read in pages, by kind, and only as far as the reader may', async () => {
    for (let number = 1; number <= 7; number++) await admin.post('/api/conf', { deviceName: `Fleet ${number}` });
    const { body: page } = await admin.get('/api/log?limit=3');
    expect(page.entries).toHaveLength(3);
    const { body: next } = await admin.get(`/api/log?limit=3&before=${page.nextBefore}`);
    expect(next.entries[0].id).toBeLessThan(page.entries[2].id);
    const { body: forward } = await admin.get(`/api/log?limit=2&after=${next.entries[2].id}`);
    expect(forward.entries.map(({ id }: { id: number }) => id)).toEqual([next.entries[0].id, next.entries[1].id]);
    const kinds = async (client: Client, query: string): Promise<Set<string>> =>
      new Set((await client.get(`/api/log?limit=500${query}`)).body.entries.map(({ kind }: { kind: string }) => kind));
    expect([...(await kinds(admin, '&kind=user.'))].every((kind) => kind.startsWith('user.'))).toBe(true);
    expect((await kinds(admin, '')).has('settings.change')).toBe(true);
    const reader = await hub.as({ viewLog: true });
    const seen = await kinds(reader, '');
    expect(seen.size).toBeGreaterThan(0);
    expect(seen.has('settings.change')).toBe(false);
  });
});

describe('the settings of a hub', () => {
  it('are stored, whatever their text, and are back after a restart', async () => {
    expect((await admin.post('/api/conf', { deviceName: 'Fleet “north” ä€😀' })).status).toBe(200);
    await restart();
    expect((await admin.get('/api/conf')).body).toMatchObject({ deviceName: 'Fleet “north” ä€😀' });
  });
});
