import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PduFacts } from '../../src/hub/pdus/pdu-facts.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';

const ID = '019aa0a0-0000-7000-8000-000000000001';

describe('the PDUs of a fleet', () => {
  let hub: Hub;
  let admin: Client;
  beforeAll(async () => {
    hub = await aHub();
    admin = await hub.as('admin');
    for (let number = 1; number <= 25; number++) {
      const site = number % 2 ? 'north' : 'south';
      await aStoredPdu(hub, {
        name: `Rack ${number}`,
        serial: `S${number}`,
        site,
        state: number > 20 ? 'pending' : 'active',
      });
    }
  });
  afterAll(() => hub.stop());

  const names = async (query: string) => {
    const { body } = await admin.get(`/api/fleet/pdus${query}`);
    return (body.items as { name: string }[]).map(({ name }) => name);
  };

  it('come in pages, each PDU once, also while others enrol', async () => {
    const found: string[] = [];
    let after = '';
    for (let page = 0; after !== 'null'; page++) {
      const { body } = await admin.get(`/api/fleet/pdus?limit=10${after && `&after=${after}`}`);
      found.push(...(body.items as { name: string }[]).map(({ name }) => name));
      after = String(body.next);
      if (page === 0) await aStoredPdu(hub, { name: 'Rack 26', site: 'south' });
    }
    expect(found).toEqual(Array.from({ length: 26 }, (_, place) => `Rack ${place + 1}`));
  });

  it('are found by site, by state, and by a part of their name, serial number or id', async () => {
    expect(await names('?site=north&state=pending')).toEqual(['Rack 21', 'Rack 23', 'Rack 25']);
    expect(await names('?q=rack+2&site=south&limit=3')).toEqual(['Rack 2', 'Rack 20', 'Rack 22']);
    expect(await names('?q=s13')).toEqual(['Rack 13']);
    expect(await names('?q=nothing')).toEqual([]);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'after=12', 'after=%00', 'state=gone', `q=${'x'.repeat(101)}`])(
    'are not listed for the query %s, which is answered with a sentence',
    async (query) => {
      const { status, body } = await admin.get(`/api/fleet/pdus?${query}`);
      expect(status).toBe(422);
      expect(body.message).toMatch(/\.$/);
    },
  );

  it('have the facts of the modules that know them, and null for what nobody knows', async () => {
    const pdu = await aStoredPdu(hub, { name: 'Rack 27' });
    const unknown = { online: null, lastSeen: null, watts: null, outletsOn: null, outlets: null };
    expect((await admin.get(`/api/fleet/pdus/${pdu.id}`)).body).toMatchObject({ name: 'Rack 27', ...unknown });
    hub.app.get(PduFacts).register(({ id }) => (id === pdu.id ? { online: true, lastSeen: 0, watts: 12.5 } : {}));
    expect((await admin.get(`/api/fleet/pdus/${pdu.id}`)).body).toMatchObject({
      ...{ ...unknown, online: true, lastSeen: '1970-01-01T00:00:00.000Z', watts: 12.5 },
    });
    expect((await admin.get('/api/fleet/pdus?q=rack+26')).body.items).toMatchObject([{ name: 'Rack 26', watts: null }]);
  });

  it('are renamed, accepted and revoked, each with a record in the log', async () => {
    const { id } = await aStoredPdu(hub, { name: 'Rack 28', state: 'pending' });
    expect((await admin.patch(`/api/fleet/pdus/${id}`, { name: 'Row 3' })).body).toMatchObject({ name: 'Row 3' });
    expect((await admin.post(`/api/fleet/pdus/${id}/accept`)).body).toMatchObject({ state: 'active' });
    expect((await admin.post(`/api/fleet/pdus/${id}/accept`)).body).toMatchObject({ state: 'active' });
    expect((await admin.post(`/api/fleet/pdus/${id}/revoke`)).body).toMatchObject({ state: 'revoked' });
    const { entries } = (await admin.get(`/api/log?object=pdu:${id}`)).body;
    expect((entries as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      ...['pdu.revoke', 'pdu.accept', 'pdu.change', 'pdu.enrol'],
    ]);
    const sentences = (entries as { sentence: string }[]).map(({ sentence }) => sentence);
    expect(sentences[0]).toBe('Row 3 was revoked by admin.');
    expect(sentences.at(-1)).toBe('Rack 28 enrolled with the test and waits to be accepted.');
    const reader = await hub.as({ viewLog: true, viewOutlets: [id] });
    expect((await reader.get(`/api/log?object=pdu:${id}`)).body.entries).toHaveLength(4);
    const stranger = await hub.as({ viewLog: true });
    expect((await stranger.get(`/api/log?object=pdu:${id}`)).body.entries).toEqual([]);
  });

  it('are refused a name that is none, and an unknown one is not found', async () => {
    const { id } = await aStoredPdu(hub);
    for (const body of [{}, { name: '' }, { name: 7 }, { name: 'x'.repeat(101) }, []]) {
      expect((await admin.patch(`/api/fleet/pdus/${id}`, body)).status).toBe(422);
    }
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/accept'],
      ['POST', '/revoke'],
    ] as const) {
      const { status, body } = await hub.request(method, `/api/fleet/pdus/${ID}${path}`, undefined, admin.headers);
      expect([method, path, status, body.code]).toEqual([method, path, 404, 'PDU_UNKNOWN']);
    }
  });

  it('are named by roles as outlets are in a controller', async () => {
    const { id } = await aStoredPdu(hub, { name: 'Rack 29' });
    const viewer = await hub.as({ viewOutlets: [id] });
    expect((await viewer.get('/api/fleet/pdus')).body.items).toMatchObject([{ id }]);
    const role = { name: 'Nobody', permissions: { viewOutlets: [ID] } };
    expect((await admin.post('/api/roles', role)).status).toBe(422);
  });
});

describe('the tokens of enrolment', () => {
  let hub: Hub;
  let admin: Client;
  beforeAll(async () => {
    hub = await aHub();
    admin = await hub.as('admin');
  });
  afterAll(() => hub.stop());

  it('are shown once, listed without their secret, and deleted', async () => {
    const { body } = await admin.post('/api/fleet/enrolments', { site: 'north', uses: 10, hours: 2, name: 'Row 3' });
    expect(body).toMatchObject({ name: 'Row 3', site: 'north', uses: 10, used: 0, accept: false });
    expect(body.token).toMatch(/^rf1\.[\w-]{32}\.[\w-]{43}$/);
    expect(Date.parse(body.validUntil as string) - hub.clock.now()).toBe(2 * 3_600_000);
    const listed = JSON.stringify((await admin.get('/api/fleet/enrolments')).body);
    const log = JSON.stringify((await admin.get('/api/log')).body);
    for (const text of [listed, log]) expect(text).not.toContain((body.token as string).split('.')[1]);
    expect(log).toContain('enrolment.create');
    expect((await admin.delete(`/api/fleet/enrolments/${body.id}`)).status).toBe(200);
    expect((await admin.delete(`/api/fleet/enrolments/${body.id}`)).body.code).toBe('ENROLMENT_UNKNOWN');
  });

  it.each([
    {},
    { site: '' },
    { site: 'North' },
    { site: 'a/b' },
    { site: '+' },
    { site: 'north', uses: 0 },
    { site: 'north', uses: 2001 },
    { site: 'north', hours: 9000 },
    { site: 'north', accept: 'maybe' },
  ])('are not made of %j', async (wanted) => {
    const { status, body } = await admin.post('/api/fleet/enrolments', wanted);
    expect(status).toBe(422);
    expect(body.message).toMatch(/\.$/);
  });

  it('come in pages', async () => {
    for (let made = 0; made < 3; made++) await admin.post('/api/fleet/enrolments', { site: 'south' });
    const first = (await admin.get('/api/fleet/enrolments?limit=2')).body;
    const second = (await admin.get(`/api/fleet/enrolments?limit=2&after=${first.next}`)).body;
    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
  });
});

describe('a restart of a hub', () => {
  it('keeps PDUs, tokens and what roles name', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
    let hub = await aHub({ dataDir });
    const { id } = await aStoredPdu(hub, { name: 'Rack 7' });
    await (await hub.as('admin')).post('/api/fleet/enrolments', { site: 'north' });
    await hub.as({ viewOutlets: [id] });
    await hub.stop();
    hub = await aHub({ dataDir });
    const admin = await hub.as('admin');
    expect((await admin.get('/api/fleet/pdus')).body.items).toMatchObject([{ id, name: 'Rack 7', state: 'active' }]);
    expect((await admin.get('/api/fleet/enrolments')).body.items).toMatchObject([{ site: 'north' }]);
    expect((await admin.get('/api/roles')).body[1].permissions.viewOutlets).toEqual([id]);
    await hub.stop();
    rmSync(dataDir, { recursive: true });
  });
});
