import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingEntity } from '../../src/settings/setting.entity.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { settingKeysOf } from '../../src/settings/setting-value.js';
import { Db } from '../../src/database/db.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { ADMIN_PASSWORD, type Client } from '../support/app/pdu.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';
import { sourceFiles } from '../support/source-files.js';

const HUB_MODULES = [
  'settings',
  'syslog',
  'outbound',
  'tls',
  'roles',
  'users',
  'auth',
  'hub',
  'configuration',
  'health',
  'ui',
];

let hub: Hub;
let admin: Client;
beforeAll(async () => {
  hub = await aHub();
  admin = await hub.as('admin');
});
afterAll(() => hub.stop());

describe('the settings of a hub', () => {
  it('are those of a hub in the list, the catalogue and the API document', async () => {
    const own = [...settingKeysOf('hub')];
    expect(Object.keys((await admin.get('/api/conf')).body)).toEqual(own);
    const catalogue = (await admin.get('/api/conf/catalogue')).body as unknown as { key: string; about: string }[];
    expect(catalogue.map(({ key }) => key)).toEqual(own);
    const document = (await hub.request('GET', '/api/openapi.json', undefined, admin.headers)).body;
    const paths = document.paths as Record<string, Record<string, unknown>>;
    const get = paths['/api/conf']?.['get'] as {
      responses: Record<string, { content: Record<string, { schema: { properties: object } }> }>;
    };
    expect(Object.keys(get.responses['200']?.content['application/json']?.schema.properties ?? {})).toEqual(own);
    expect(JSON.stringify(document)).not.toContain('x-roles');
    expect(catalogue.filter(({ about }) => /controller|PDU/.test(about))).toEqual([]);
  });

  it('are read by a module that a hub has', () => {
    const wanted = new RegExp(`^(${HUB_MODULES.join('|')})/.*(?<!\\.spec|settings/catalogue)\\.ts$`);
    const code = sourceFiles(join(import.meta.dirname, '../../src'), wanted)
      .map(({ text }) => text)
      .join('\n');
    expect(settingKeysOf('hub').filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });

  it('have defaults of a hub', async () => {
    expect((await admin.get('/api/conf')).body).toMatchObject({ deviceName: 'Rackfeed hub', allowLocalTargets: false });
  });

  it('are changed, with a record in the log', async () => {
    const { status, body } = await admin.post('/api/conf', { deviceName: 'North hub', timezone: 'Europe/Berlin' });
    expect([status, body.deviceName, body.timezone]).toEqual([200, 'North hub', 'Europe/Berlin']);
    const { entries } = (await admin.get('/api/log?object=settings:device')).body;
    expect((entries as { after: object }[])[0]?.after).toEqual({ deviceName: 'North hub', timezone: 'Europe/Berlin' });
  });

  it.each(['snmpPort', 'smtpServer', 'globalRebootTime', 'fleetAccess', 'macAddr', 'webPort'])(
    'do not include %s, and a change that sends it changes nothing',
    async (key) => {
      const { status, body } = await admin.post('/api/conf', { deviceName: 'Changed', [key]: 1 });
      expect([status, body.code]).toEqual([422, 'SETTING_OF_OTHER_ROLE']);
      expect(body).toMatchObject({ message: `A hub has no setting ${key}.`, details: [{ field: key }] });
      expect((await admin.get('/api/conf')).body.deviceName).not.toBe('Changed');
    },
  );

  it('that an earlier version has stored for a controller have no effect', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
    let restarted = await aHub({ dataDir });
    await restarted.app.get(Db).transaction(async (entities) => {
      await entities.insert(SettingEntity, { key: 'sshEnabled', value: 'true' });
    });
    await restarted.stop();
    restarted = await aHub({ dataDir });
    expect(restarted.app.get(SettingsStore).get('sshEnabled')).toBe(false);
    await restarted.stop();
    rmSync(dataDir, { recursive: true });
  });
});

describe('the configuration document of a hub', () => {
  const exported = async () => (await admin.get('/api/config/export')).body as unknown as Document;

  it('has its settings, the names of PDUs, roles and users, and no token or key', async () => {
    const { id } = await aStoredPdu(hub, { name: 'Rack 1' });
    await admin.post('/api/conf', { deviceName: 'North hub', timezone: 'UTC' });
    const { token } = (await admin.post('/api/fleet/enrolments', { site: 'north', name: 'Row 3' })).body;
    await hub.as({ viewOutlets: [id] });
    const document = await exported();
    expect(document).toMatchObject({
      model: 'hub',
      sections: { settings: { deviceName: 'North hub' }, pdus: [{ id, name: 'Rack 1' }] },
    });
    expect(Object.keys(document.sections)).toEqual(['settings', 'pdus', 'roles', 'users']);
    const full = await admin.post('/api/config/export', {
      passphrase: 'a long passphrase',
      currentPassword: ADMIN_PASSWORD,
    });
    for (const text of [document, full.body].map((each) => JSON.stringify(each))) {
      for (const secret of [String(token), String(token).split('.')[1] ?? '', 'PRIVATE KEY', 'Row 3']) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('changes nothing where it was made', async () => {
    expect((await admin.post('/api/config/plan', await exported())).body).toEqual({
      applied: false,
      changes: [],
      warnings: [],
    });
  });

  it('names PDUs and sets settings again, each with a record in the log', async () => {
    const { id } = await aStoredPdu(hub, { name: 'Rack 2' });
    const document = await exported();
    await admin.patch(`/api/fleet/pdus/${id}`, { name: 'Other name' });
    await admin.post('/api/conf', { deviceName: 'Other hub' });
    const { body } = await admin.post('/api/config/apply', document);
    expect(body).toMatchObject({
      applied: true,
      changes: [
        { path: 'settings.deviceName', before: 'Other hub', after: 'North hub' },
        { path: `pdus.${id}`, before: { name: 'Other name' }, after: { name: 'Rack 2' } },
      ],
      warnings: [],
    });
    expect((await admin.get(`/api/fleet/pdus/${id}`)).body.name).toBe('Rack 2');
    const { entries } = (await admin.get(`/api/log?object=pdu:${id}`)).body;
    expect((entries as { kind: string }[])[0]?.kind).toBe('pdu.change');
  });

  it('keeps the names of PDUs that it leaves out', async () => {
    const document = await exported();
    const { body } = await admin.post('/api/config/plan', {
      ...document,
      sections: { ...document.sections, pdus: [] },
    });
    expect(body.changes).toEqual([]);
  });

  it('leaves a PDU out that the hub does not have any more, also in roles, and says so', async () => {
    const { id } = await aStoredPdu(hub, { name: 'Rack 3' });
    await hub.as({ viewOutlets: [id] });
    const document = await exported();
    await admin.post(`/api/fleet/pdus/${id}/revoke`);
    expect((await admin.delete(`/api/fleet/pdus/${id}`)).status).toBe(200);
    const { status, body } = await admin.post('/api/config/apply', document);
    expect([status, body.applied]).toEqual([200, true]);
    const warnings = (body.warnings as { message: string }[]).map(({ message }) => message);
    expect(warnings).toEqual([
      `Left out: This hub has no PDU with the id "${id}".`,
      `Left out: There is no "${id}" that a role could list.`,
    ]);
  });

  it.each([
    ['settings', { sshEnabled: true }, 'settings.sshEnabled', 'A hub has no setting sshEnabled.'],
    ['outlets', [], 'sections.outlets', 'There is no section "outlets" here.'],
    ['pdus', [{ id: 'x', name: '' }], 'pdus.x.name', expect.stringMatching(/^name must be/)],
    ['pdus', {}, 'pdus', expect.stringMatching(/^pdus must be a list/)],
  ])('is refused with a section %s of %j', async (section, content, field, message) => {
    const document = await exported();
    const sections = { ...document.sections, [section]: content };
    const { status, body } = await admin.post('/api/config/apply', { ...document, sections });
    expect(status).toBe(422);
    expect(body.details).toContainEqual({ field: expect.stringContaining(field), message });
  });
});

interface Document {
  readonly model: string;
  readonly sections: Record<string, unknown>;
}
