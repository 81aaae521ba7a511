import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import * as fc from 'fast-check';
import { DataSource } from 'typeorm';
import { ConfigApplyService } from '../../src/configuration/config-apply.service.js';
import { ConfigExportService } from '../../src/configuration/config-export.service.js';
import { Db } from '../../src/database/db.js';
import type { JsonObject } from '../../src/common/body.js';
import { ApiError } from '../../src/common/errors.js';
import { Access, PERMISSION_FLAGS, type CallerWithAddress } from '../../src/common/access.js';
import { ActionStore } from '../../src/actions/action.store.js';
import { SETTING_KEYS, settingRow, type SettingKey } from '../../src/settings/setting-value.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { completePermissions } from '../../src/roles/role-permissions.js';
import { ConfigResetService } from '../../src/configuration/config-reset.service.js';
import { documentOf, exported, FIRST, configurePdu, INLET, SECOND, SECRETS } from '../support/app/configured-pdu.js';
import type { ConfigurationDocument, ConfiguredPdu } from '../support/app/configured-pdu.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { entitiesOf } from '../support/app/entities.js';
import { primaryAdmin } from '../support/app/people.js';
import { spyOnRelays } from '../support/app/relay-spies.js';
import { ON_LOOPBACK } from '../support/protocols/protocol-on.js';
import { Authority } from '../support/servers/certificates.js';
import { someSections } from '../support/fixtures/arbitrary-configuration.js';

const PASSPHRASE = 'a passphrase for the backup';

let pdu: Pdu;
let admin: Client;
let there: ConfiguredPdu;
/** The document of the unchanged controller, to restore it. */
let furnished: string;

const plan = (document: unknown): Promise<Answer> => admin.post('/api/config/plan', document);
const apply = (document: unknown): Promise<Answer> => admin.post('/api/config/apply', document);
const changed = ({ body }: Answer): [string, string][] =>
  body.changes.map(({ kind, path }: { kind: string; path: string }) => [kind, path]);
const fields = ({ body }: Answer): string[] => (body.details ?? []).map(({ field }: { field: string }) => field);

/** The document with a change of its sections. */
async function edited(edit: (sections: ConfigurationDocument['sections']) => void): Promise<ConfigurationDocument> {
  const document = await documentOf(admin);
  edit(document.sections);
  return document;
}

beforeAll(async () => {
  pdu = await aPdu({ env: ON_LOOPBACK });
  admin = await pdu.as('admin');
  there = await configurePdu(pdu, admin);
  furnished = await exported(admin);
});
afterAll(() => pdu.stop());

describe('the exported configuration', () => {
  it('is the same text until something changes', async () => {
    await pdu.seconds(3);
    await admin.get('/api/outlets');
    expect(await exported(admin)).toBe(furnished);
  });

  it('is available while the database cannot be written', async () => {
    const refused = jest.spyOn(pdu.app.get(Db), 'transaction').mockRejectedValue(new ApiError('STORAGE_FAILING'));
    try {
      expect(await exported(admin)).toBe(furnished);
    } finally {
      refused.mockRestore();
    }
  });

  it('contains no secret, and lists those it omits', async () => {
    for (const secret of [...Object.values(SECRETS), USER_PASSWORD, there.accessToken]) {
      expect(furnished).not.toContain(secret);
    }
    expect(furnished).not.toMatch(/argon2|passwordHash":|tokenHash":/);
    const { secretsLeftOut } = JSON.parse(furnished) as { secretsLeftOut: string[] };
    expect(secretsLeftOut).toEqual([
      'settings.smtpPassword',
      'settings.snmpv12ReadString',
      'settings.snmp3AuthPass',
      'users.1.passwordHash',
      'users.2.passwordHash',
      'users.2.tokenHash',
      'users.2.tokenPrefix',
      'users.2.snmpv3AuthPass',
      'users.2.snmpv3PrivPass',
      'actions.4.params.2',
      'webhooks.1.secret',
    ]);
  });

  it('has its sections in a fixed order, and only the settings that differ from their default', () => {
    const { sections } = JSON.parse(furnished) as ConfigurationDocument;
    expect(Object.keys(sections)).toEqual([
      ...['settings', 'roles', 'users', 'inlets', 'banks', 'sensors'],
      ...['outlets', 'relayOutputs', 'groups', 'actions', 'events', 'webhooks', 'redfishSubscriptions'],
    ]);
    expect(sections.settings).toEqual({
      deviceName: 'Rack 7',
      timezone: 'Europe/Vienna',
      globalRebootTime: 9,
      smtpServer: 'mail.example.com',
    });
    expect(sections.outlets).toEqual([
      { id: FIRST, outletName: 'Router', pwrOnState: 'ON', consumers: ['Router', 'Modem'] },
      { id: SECOND, customRebootTimeEnabled: true, customRebootTime: 20 },
    ]);
    const source = { sourceName: 'UPS A', sourceUri: 'https://ups-a.example/' };
    expect(sections.inlets).toEqual([{ id: INLET, inletName: 'Feed A', ...source }]);
  });

  it('is for administrators, not for every role with all permissions', async () => {
    const all = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, true]));
    const person = await pdu.as(all);
    const tries = [
      person.get('/api/config/export'),
      person.post('/api/config/export', { passphrase: PASSPHRASE, currentPassword: USER_PASSWORD }),
      person.post('/api/config/plan', furnished),
      person.post('/api/config/apply', furnished),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(403);
    await apply(furnished);
    expect(await exported(admin)).toBe(furnished);
  });
});

describe('a document', () => {
  it('that equals the configuration changes nothing and writes no audit record', async () => {
    const before = (await admin.get('/api/log?limit=1')).body.entries;
    expect((await plan(furnished)).body).toEqual({ applied: false, changes: [], warnings: [] });
    expect((await apply(furnished)).body).toEqual({ applied: true, changes: [], warnings: [] });
    expect((await admin.get('/api/log?limit=1')).body.entries).toEqual(before);
  });

  it('is planned without a change, and applied exactly as planned', async () => {
    const moves = spyOnRelays(pdu);
    const document = await edited((sections) => {
      sections.settings.deviceName = 'Rack 8';
      delete sections.settings.globalRebootTime;
      sections.inlets[0] = { ...sections.inlets[0], inletName: 'Feed B' };
      sections.groups.push({ id: 9, groupName: 'New', outlets: [FIRST] });
      sections.actions.push({ id: 9, name: 'Post', code: 20, params: ['http://192.0.2.1/'] });
      sections.events.pop();
    });
    const planned = await plan(document);
    expect(await exported(admin)).toBe(furnished);
    expect(changed(planned)).toEqual([
      ['changed', 'settings.deviceName'],
      ['changed', 'settings.globalRebootTime'],
      ['changed', `inlets.${INLET}`],
      ['created', 'groups.9'],
      ['created', 'actions.9'],
      ['removed', 'events.2'],
    ]);
    expect(planned.body.changes.slice(0, 3)).toEqual([
      { kind: 'changed', path: 'settings.deviceName', before: 'Rack 7', after: 'Rack 8' },
      { kind: 'changed', path: 'settings.globalRebootTime', before: 9, after: 5 },
      { kind: 'changed', path: `inlets.${INLET}`, before: { inletName: 'Feed A' }, after: { inletName: 'Feed B' } },
    ]);
    expect((await apply(document)).body).toEqual({ ...planned.body, applied: true });
    expect((await plan(document)).body.changes).toEqual([]);
    expect((await admin.get('/api/device')).status).toBe(200);
    expect((await admin.get('/api/conf')).body).toMatchObject({ deviceName: 'Rack 8', globalRebootTime: 5 });
    expect((await admin.get('/api/log?kind=config.apply&limit=1')).body.entries[0]).toMatchObject({
      who: 'admin',
      object: 'config:events',
      before: { 'events.2': { name: 'Nightly' } },
    });
    expect((await apply(furnished)).status).toBe(200);
    expect(await exported(admin)).toBe(furnished);
    expect(moves()).toEqual([]);
  });

  it('does not change the sections that it does not have', async () => {
    const { sections, ...frame } = await documentOf(admin);
    const { outlets } = sections;
    const answer = await apply({
      ...frame,
      sections: { outlets: [...outlets, { id: '3-1200578', outletName: 'Fan' }] },
    });
    expect(changed(answer)).toEqual([['changed', 'outlets.3-1200578']]);
    expect(changed(await apply({ ...frame, sections: { outlets } }))).toEqual([['changed', 'outlets.3-1200578']]);
    expect((await apply({ ...frame, sections: {} })).body.changes).toEqual([]);
    expect(await exported(admin)).toBe(furnished);
  });

  it('may remove an object that an action names; the action then waits until it is back', async () => {
    const document = await edited((sections) => {
      sections.groups.pop();
      sections.relayOutputs[0] = { ...sections.relayOutputs[0], relayName: 'Siren' };
      sections.actions.push({ id: 8, name: 'Horn', code: 22, params: ['Horn', 'ON'] });
    });
    const paths = ['actions.3.params.0', 'actions.8.params.0'];
    const { body } = await apply(document);
    expect(body.warnings.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(await plan(await documentOf(admin))).toMatchObject({ body: { changes: [], warnings: body.warnings } });
    expect((await apply(furnished)).body.warnings).toEqual([]);
    expect(await exported(admin)).toBe(furnished);
  });

  it('preserves the secrets that it does not contain', async () => {
    await apply(await edited((sections) => (sections.settings.deviceName = 'Rack 9')));
    expect(pdu.app.get(SettingsStore).get('smtpPassword')).toBe(SECRETS.smtpPassword);
    expect((await there.viewer.get('/api/user')).status).toBe(200);
    const byToken = pdu.with({ authorization: `Bearer ${there.accessToken}` });
    expect((await byToken.get('/api/user')).body.username).toBe('vera');
    await apply(furnished);
    expect(await exported(admin)).toBe(furnished);
  });

  it('may set a secret in plain text, which is then shown nowhere', async () => {
    const answer = await apply(await edited((sections) => (sections.settings.smtpPassword = 'another mail password')));
    expect(answer.body.changes).toEqual([
      { kind: 'changed', path: 'settings.smtpPassword', before: '--------', after: '--------' },
    ]);
    expect(pdu.app.get(SettingsStore).get('smtpPassword')).toBe('another mail password');
    expect(JSON.stringify((await admin.get('/api/log?limit=10')).body)).not.toContain('another mail');
    await admin.post('/api/conf', { smtpPassword: SECRETS.smtpPassword });
  });

  it('may be larger than other bodies, up to 32 MiB', async () => {
    const document = await documentOf(admin);
    expect((await plan({ ...document, exportedAt: 'x'.repeat(2_000_000) })).status).toBe(200);
    const tooLarge = await plan({ ...document, exportedAt: 'x'.repeat(34_000_000) });
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'CONFIG_TOO_LARGE']);
  });
});

describe('an applied document takes effect at once', () => {
  it('for events and actions: a rule triggers within seconds', async () => {
    await admin.patch('/api/simulator', { outlets: { [FIRST]: { loadAmps: 4, powerFactor: 1 } } });
    await pdu.seconds(4);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.state).toBe('ON');
    const lower = await edited(
      (sections) => (sections.events[0] = { ...sections.events[0], params: ['any', '3', '2'] }),
    );
    expect((await apply(lower)).status).toBe(200);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.state).toBe('ON');
    await pdu.seconds(4);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.state).toBe('OFF');
    await apply(furnished);
    await admin.put(`/api/outlets/${FIRST}`, { state: 'ON' });
    await pdu.seconds(4);
    expect((await admin.get(`/api/outlets/${FIRST}`)).body.state).toBe('ON');
  });

  it('for groups: a new one switches, a removed one is unknown', async () => {
    await apply(await edited(({ groups }) => groups.push({ id: 7, groupName: 'Fans', outlets: ['5-1200578'] })));
    expect((await admin.put('/api/groups/7', { state: 'OFF' })).status).toBe(200);
    await pdu.idle();
    expect((await admin.get('/api/outlets/5-1200578')).body.state).toBe('OFF');
    await apply(furnished);
    expect((await admin.get('/api/groups/7')).status).toBe(404);
    expect((await admin.get('/api/outlets/5-1200578')).body.state).toBe('OFF');
    await admin.put('/api/outlets/5-1200578', { state: 'ON' });
    // The next group gets a new id: no id ever means two groups.
    expect((await admin.get(`/api/groups/${there.groupId}`)).body.groupName).toBe('Servers');
  });

  it('for roles: with the next request', async () => {
    expect((await there.viewer.get('/api/sensors')).status).toBe(200);
    await apply(await edited(({ roles }) => (roles[0] = { ...roles[0], permissions: { viewOutlets: [SECOND] } })));
    expect((await there.viewer.get('/api/sensors')).status).toBe(403);
    expect((await there.viewer.get('/api/outlets')).body.map(({ id }: { id: string }) => id)).toEqual([SECOND]);
    await apply(furnished);
    expect((await there.viewer.get('/api/sensors')).status).toBe(200);
  });

  it('for users: a disabled or deleted user loses all sessions and the token', async () => {
    const viewer = await pdu.signIn('vera', USER_PASSWORD);
    const disabled = await edited(({ users }) => (users[1] = { ...users[1], enabled: false }));
    expect(changed(await apply(disabled))).toEqual([['changed', 'users.2']]);
    expect((await viewer.get('/api/user')).status).toBe(401);
    expect((await pdu.with({ authorization: `Bearer ${there.accessToken}` }).get('/api/user')).status).toBe(401);
    await apply(furnished);
    const again = await pdu.signIn('vera', USER_PASSWORD);
    await apply(await edited(({ users }) => users.pop()));
    expect((await again.get('/api/user')).status).toBe(401);
    await expect(pdu.signIn('vera', USER_PASSWORD)).rejects.toThrow('401');
    // A recreated name is a new account: without a password until an administrator sets one.
    const warned = await apply(furnished);
    expect(warned.body.warnings.map(({ path }: { path: string }) => path)).toEqual(['users.2', 'users.2']);
    await expect(pdu.signIn('vera', USER_PASSWORD)).rejects.toThrow('401');
    const given = { currentPassword: ADMIN_PASSWORD, newPassword: USER_PASSWORD };
    const lesser = await pdu.as({ modifyUsers: true });
    const path = '/api/users/2/password';
    const wrong = { ...given, currentPassword: 'not the password' };
    expect((await lesser.put(path, { ...given, currentPassword: USER_PASSWORD })).status).toBe(403);
    expect((await admin.put(path, wrong)).status).toBe(422);
    expect((await admin.put('/api/users/2/password', given)).status).toBe(200);
    there = { ...there, viewer: await pdu.signIn('vera', USER_PASSWORD) };
    const passphrases = { snmpv3AuthPass: SECRETS.snmpv3AuthPass, snmpv3PrivPass: SECRETS.snmpv3PrivPass };
    await admin.put('/api/users/2', passphrases);
    const { body } = await admin.post('/api/users/2/token');
    there = { ...there, accessToken: body.accessToken };
    await apply(furnished);
    expect(await exported(admin)).toBe(furnished);
  });
});

/** Documents with an error, each with the path that the refusal names. */
const BROKEN: readonly (readonly [what: string, edit: (document: Answer['body']) => void, field: string])[] = [
  ['another format', (document) => (document.format = 2), 'format'],
  ['another product', (document) => (document.product = 'Other'), 'product'],
  ['an unknown member', (document) => (document.colour = 'red'), 'colour'],
  ['an unknown section', (document) => (document.sections.history = []), 'sections.history'],
  ['no sections', (document) => delete document.sections, 'sections'],
  ['a section that is no list', (document) => (document.sections.groups = {}), 'groups'],
  ['an entry that is no object', (document) => document.sections.groups.push(5), 'groups.[1]'],
  ['an entry without an id', (document) => delete document.sections.groups[0].id, 'groups.[0].id'],
  ['an id twice', ({ sections }) => sections.groups.push(sections.groups[0]), 'groups.1'],
  ['an unknown setting', (document) => (document.sections.settings.colour = 'red'), 'settings.colour'],
  ['a setting that can only be read', (document) => (document.sections.settings.macAddr = ''), 'settings.macAddr'],
  ['a setting out of its range', (document) => (document.sections.settings.sshPort = 0), 'settings.sshPort'],
  [
    'an unknown member of an entry',
    (document) => (document.sections.outlets[0].state = 'OFF'),
    'outlets.1-1200578.state',
  ],
  [
    'nine consumers of an outlet',
    ({ sections }) => (sections.outlets[0].consumers = Array.from({ length: 9 }, (_, n) => `db-${n}`)),
    'outlets.1-1200578.consumers',
  ],
  [
    'a script as the page of a source',
    ({ sections }) => (sections.inlets[0].sourceUri = 'javascript:alert(1)'),
    'inlets.I1-1000036.sourceUri',
  ],
  ['an unknown outlet', (document) => document.sections.outlets.push({ id: '99-1' }), 'outlets.99-1'],
  ['a group of unknown outlets', (document) => (document.sections.groups[0].outlets = ['99-1']), 'groups.1.outlets'],
  ['a repeated outlet', ({ sections }) => (sections.groups[0].outlets = [FIRST, FIRST]), 'groups.1.outlets'],
  ['an unknown role', (document) => (document.sections.users[1].roleId = 77), 'users.2.roleId'],
  ['two users of one name', (document) => (document.sections.users[1].username = 'ADMIN'), 'users.2.username'],
  ['a reserved name', (document) => (document.sections.users[1].username = 'root'), 'users.2.username'],
  ['a disabled administrator', (document) => (document.sections.users[0].enabled = false), 'users.1.enabled'],
  ['a demoted administrator', (document) => (document.sections.users[0].roleId = 2), 'users.1.roleId'],
  ['the Administrator role', ({ sections }) => sections.roles.push({ id: 1, name: 'A' }), 'roles.1.id'],
  ['a role of a name that is taken', ({ sections }) => (sections.roles[0].name = 'administrator'), 'roles.2.name'],
  ['an unknown permission', ({ sections }) => (sections.roles[0].permissions.fly = true), 'roles.2.permissions.fly'],
  ['an unknown action code', (document) => (document.sections.actions[0].code = 99), 'actions.1.code'],
  [
    'an action on an unknown outlet',
    ({ sections }) => (sections.actions[0].params = ['99-1', 'ON']),
    'actions.1.params.0',
  ],
  ['an unknown event code', (document) => (document.sections.events[0].code = 99), 'events.1.code'],
  ['an event of an unknown action', (document) => (document.sections.events[0].actions = [55]), 'events.1.actions'],
  ['an event without a limit', ({ sections }) => (sections.events[0].params = ['any', '', '']), 'events.1.params.1'],
  ['secrets that are none', (document) => (document.secrets = { kdf: 'none' }), 'secrets.kdf'],
  ['a passphrase that is no text', (document) => (document.passphrase = 7), 'passphrase'],
];

describe('a document that cannot be applied', () => {
  /** Restores the configuration, so that one failed test does not fail the others. */
  afterEach(async () => {
    if ((await exported(admin)) !== furnished) await admin.post('/api/config/apply', furnished);
  });

  it.each(BROKEN)('for %s is refused by name and changes nothing', async (_, edit, field) => {
    const document = await documentOf(admin);
    document.sections.settings.deviceName = 'never seen';
    edit(document);
    for (const answer of [await plan(document), await apply(document)]) {
      expect([answer.status, fields(answer)]).toEqual([422, expect.arrayContaining([field])]);
    }
    expect(await exported(admin)).toBe(furnished);
  });

  it('is refused with all its errors at once', async () => {
    const document = await edited((sections) => {
      sections.settings.sshPort = 0;
      sections.users[1] = { ...sections.users[1], roleId: 77 };
      sections.events[0] = { ...sections.events[0], actions: [55] };
    });
    expect(fields(await apply(document))).toEqual(['settings.sshPort', 'users.2.roleId', 'events.1.actions']);
  });

  it('does not lock out the administrator who applies it', async () => {
    const role = { username: 'second', roleId: 1, password: USER_PASSWORD };
    const { id } = (await admin.post('/api/users', role)).body as { id: string };
    const second = await pdu.signIn('second', USER_PASSWORD);
    const answer = await second.post('/api/config/apply', furnished);
    expect([answer.status, fields(answer)]).toEqual([422, ['users']]);
    await admin.delete(`/api/users/${id}`);
    expect(await exported(admin)).toBe(furnished);
  });

  it('is never partly accepted: whatever it contains, it is planned or refused by name', async () => {
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', '-', 'any', '--------', 1e21, -1, null));
    const places = placesIn(JSON.parse(furnished));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), odd, async (place, value) => {
        const document: unknown = JSON.parse(furnished);
        put(document, place, value);
        const answer = await plan(document);
        expect([200, 422]).toContain(answer.status);
        if (answer.status === 422) expect(fields(answer).length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
    expect(await exported(admin)).toBe(furnished);
  });

  it.each(['role', 'user', 'event', 'audit_entry'])(
    'because the database refuses table %s leaves everything unchanged, in memory too',
    async (table) => {
      const source = pdu.app.get(DataSource);
      const document = await edited((sections) => {
        sections.settings.deviceName = 'Rack 8';
        sections.roles.push({ id: 5, name: 'New', permissions: {} });
        sections.users.push({ id: 5, username: 'new', roleId: 5 });
        sections.events.push({ id: 5, name: 'New', code: 54, params: ['60'], actions: [] });
      });
      const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      const rows = await allRows(pdu);
      await source.query(`CREATE TRIGGER refused BEFORE INSERT ON "${table}" BEGIN SELECT RAISE(ABORT, 'no'); END`);
      const answer = await apply(document);
      await source.query('DROP TRIGGER refused');
      error.mockRestore();
      expect(answer.status).toBe(500);
      expect(await allRows(pdu)).toEqual(rows);
      expect(await exported(admin)).toBe(furnished);
    },
  );
});

describe('a caller who is disabled or demoted while a request about the configuration waits', () => {
  /** An administrator who is one no longer as soon as the request waits for anything. */
  function lateCaller(how: 'disabled' | 'demoted'): CallerWithAddress {
    let isLate = false;
    const nobody = new Access(completePermissions({}, { outlets: [] }), false);
    const caller = primaryAdmin(pdu);
    const { access } = caller;
    queueMicrotask(() => (isLate = true));
    return Object.defineProperties(caller, {
      hasEnded: { get: () => isLate && how === 'disabled' },
      access: { get: () => (isLate && how === 'demoted' ? nobody : access) },
    });
  }

  const REQUESTS: [string, (caller: CallerWithAddress) => Promise<unknown>][] = [
    [
      'applies no document',
      async (caller) => pdu.app.get(ConfigApplyService).apply(JSON.parse(furnished) as JsonObject, caller),
    ],
    [
      'gets no secrets',
      (caller) =>
        pdu.app.get(ConfigExportService).full({ passphrase: PASSPHRASE, currentPassword: ADMIN_PASSWORD }, caller),
    ],
  ];

  it.each(REQUESTS)('%s', async (_, request) => {
    for (const how of ['disabled', 'demoted'] as const) {
      const refusal = await request(lateCaller(how)).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect((refusal as ApiError).code).toBe(how === 'disabled' ? 'NOT_SIGNED_IN' : 'ADMINISTRATOR_ONLY');
    }
    expect(await exported(admin)).toBe(furnished);
  });
});

describe('a backup with secrets', () => {
  const backup = (passphrase = PASSPHRASE, currentPassword = ADMIN_PASSWORD) =>
    admin.post('/api/config/export', { passphrase, currentPassword });

  it('requires a passphrase of 12 characters and the password of the caller', async () => {
    const short = await backup('short');
    expect([short.status, fields(short)]).toEqual([422, ['passphrase']]);
    const wrong = await backup(PASSPHRASE, 'wrong password');
    expect([wrong.status, wrong.body.code, fields(wrong)]).toEqual([
      422,
      'CURRENT_PASSWORD_WRONG',
      ['currentPassword'],
    ]);
  });

  it('contains the secrets encrypted with the passphrase only, differently each time, and is in the audit log', async () => {
    const [one, other] = [(await backup()).body, (await backup()).body];
    expect(one.secrets.data).not.toBe(other.secrets.data);
    const text = JSON.stringify(one);
    for (const secret of [...Object.values(SECRETS), PASSPHRASE, 'argon2id$']) expect(text).not.toContain(secret);
    const { entries } = (await admin.get('/api/log?kind=config.export&limit=1')).body;
    expect(entries[0]).toMatchObject({ who: 'admin', after: { secrets: 11 } });
    expect(JSON.stringify(entries)).not.toContain(PASSPHRASE);
  });

  it('opens with its passphrase only, and not if it was altered', async () => {
    const { body } = await backup();
    const altered = {
      ...body.secrets,
      data: body.secrets.data.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A')),
    };
    for (const document of [
      { ...body, passphrase: 'another passphrase' },
      { ...body, passphrase: PASSPHRASE, secrets: altered },
      { ...body, passphrase: PASSPHRASE, secrets: { ...body.secrets, salt: 'AAAA' } },
    ]) {
      const answer = await apply(document);
      expect([answer.status, answer.body.code, fields(answer)]).toEqual([422, 'CONFIG_SECRETS_SHUT', ['passphrase']]);
    }
    const shut = await plan(body);
    expect([shut.status, shut.body.changes, shut.body.warnings[0].path]).toEqual([200, [], 'secrets']);
    expect((await plan({ ...body, passphrase: PASSPHRASE })).body).toMatchObject({ changes: [], warnings: [] });
  });

  it('restores everything after a factory reset, byte for byte, with passwords and tokens', async () => {
    const { body } = await backup();
    const moves = spyOnRelays(pdu);
    expect((await admin.post('/api/system/configReset')).status).toBe(200);
    expect((await admin.get('/api/user')).status).toBe(401);
    admin = await pdu.as('admin');
    expect(await exported(admin)).not.toBe(furnished);
    const answer = await apply({ ...body, passphrase: PASSPHRASE });
    expect([answer.status, answer.body.warnings]).toEqual([200, []]);
    expect(JSON.stringify(answer.body)).not.toMatch(/nobody reads|argon2/);
    admin = await pdu.as('admin');
    expect(await exported(admin)).toBe(furnished);
    expect((await plan({ ...body, passphrase: PASSPHRASE })).body.changes).toEqual([]);
    expect((await pdu.with({ authorization: `Bearer ${there.accessToken}` }).get('/api/user')).body.username).toBe(
      'vera',
    );
    await pdu.signIn('vera', USER_PASSWORD);
    expect(pdu.app.get(SettingsStore).get('smtpPassword')).toBe(SECRETS.smtpPassword);
    const actions = pdu.app.get(ActionStore);
    expect(actions.decryptedParams(actions.find('4'))?.[2]).toBe(SECRETS.peerToken);
    expect(moves()).toEqual([]);
  });
});

describe('the settings of the servers for other protocols', () => {
  const { cert, key: privateKey } = new Authority().server('pdu.example');
  /** Settings that may not have any value. */
  const ONLY: Readonly<Record<string, unknown>> = {
    mqttHost: '127.0.0.1',
    mqttCaCert: cert,
    mqttClientCert: cert,
    mqttClientKey: privateKey,
    mqttUserId: '1',
  };

  /** Another value than the default, for every kind of setting. */
  const otherThan = (key: SettingKey, given: Readonly<Record<string, unknown>>): unknown => {
    const row = settingRow(key);
    const now = given[key];
    if (key.endsWith('Networks')) return '127.0.0.0/8';
    if (key in ONLY) return ONLY[key];
    switch (row.type) {
      case 'flag':
        return now !== true;
      case 'number':
        return row.references ? there.roleId : Math.min(Number(now) + 10_000, row.max);
      case 'word':
        return row.words.find((word) => word !== now);
      case 'text':
      case 'secret':
        return `x-${key}`.slice(0, 30);
      case 'object':
        throw new Error(`${key} is an object.`);
    }
  };

  it.each(['snmp', 'ssh', 'nut', 'modbus', 'mqtt'])(
    'are all in the document: group %s after a factory reset and its import',
    async (group) => {
      const before = await exported(admin);
      const keys = SETTING_KEYS.filter((key) => settingRow(key).group === group && !settingRow(key).readOnly);
      expect(keys.length).toBeGreaterThan(5);
      const given = (await admin.get('/api/conf')).body;
      const values = Object.fromEntries(keys.map((key) => [key, otherThan(key, given)]));
      const changing = await admin.post('/api/conf', values);
      expect([changing.status, changing.body.details]).toEqual([200, undefined]);
      const { body } = await admin.post('/api/config/export', {
        passphrase: PASSPHRASE,
        currentPassword: ADMIN_PASSWORD,
      });
      expect((await admin.post('/api/system/configReset')).status).toBe(200);
      admin = await pdu.as('admin');
      const settings = pdu.app.get(SettingsStore);
      for (const key of keys) expect([key, settings.get(key)]).not.toEqual([key, values[key]]);
      const imported = await apply({ ...body, passphrase: PASSPHRASE });
      expect([imported.status, imported.body.warnings]).toEqual([200, []]);
      admin = await pdu.as('admin');
      expect(Object.fromEntries(keys.map((key) => [key, settings.get(key)]))).toEqual(values);
      expect((await apply(before)).status).toBe(200);
    },
  );
});

describe('every configuration', () => {
  it('that is applied is exported as intended, and restored unchanged after a factory reset', async () => {
    const [applies, exports, resets] = [
      pdu.app.get(ConfigApplyService),
      pdu.app.get(ConfigExportService),
      pdu.app.get(ConfigResetService),
    ];
    const written = async (): Promise<string> => JSON.stringify(await exports.plain());
    const frame = { format: 1, product: 'Rackfeed', model: 'single-phase-16' };
    const moves = spyOnRelays(pdu);
    await resets.reset(primaryAdmin(pdu));
    await fc.assert(
      fc.asyncProperty(someSections, async (sections) => {
        const document: JsonObject = { ...frame, sections };
        const planned = await applies.plan(document, primaryAdmin(pdu));
        expect(await applies.apply(document, primaryAdmin(pdu))).toEqual({ ...planned, applied: true });
        const first = await written();
        expect((await applies.plan(document, primaryAdmin(pdu))).changes).toEqual([]);
        expect((await applies.plan(JSON.parse(first) as JsonObject, primaryAdmin(pdu))).changes).toEqual([]);
        await resets.reset(primaryAdmin(pdu));
        await applies.apply(JSON.parse(first) as JsonObject, primaryAdmin(pdu));
        expect(await written()).toBe(first);
      }),
      { numRuns: 25 },
    );
    expect(moves()).toEqual([]);
  });
});

describe('a document of another model', () => {
  let other: Pdu;
  beforeAll(async () => {
    other = await aPdu({ model: 'switched-8' });
  });
  afterAll(() => other.stop());

  it('applies what this model has, and lists what it omits', async () => {
    const client = await other.as('admin');
    const { status, body } = await client.post('/api/config/apply', furnished);
    expect(status).toBe(200);
    const leftOut = body.warnings.filter(({ message }: { message: string }) => message.startsWith('Left out'));
    const gone = ['sensors.SB-1000036', 'relayOutputs.R1-1000036'];
    expect(leftOut.map(({ path }: { path: string }) => path)).toEqual(gone);
    expect((await client.get('/api/conf')).body.deviceName).toBe('Rack 7');
    expect((await client.get('/api/roles')).body.map(({ name }: { name: string }) => name)).toContain('Viewer');
    const again = await exported(client);
    expect((await client.post('/api/config/apply', again)).body.changes).toEqual([]);
    // In a document of this model the same is an error.
    const wrong = await client.post('/api/config/plan', { ...JSON.parse(furnished), model: 'switched-8' });
    expect([wrong.status, fields(wrong)]).toEqual([422, gone]);
  });
});

type Place = readonly (string | number)[];

/** The path of every member and entry of a value. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Object.entries(value).flatMap(([key, member]) => placesIn(member, [...at, key]));
  return at.length === 0 ? inside : [at, ...inside];
}

function put(value: unknown, place: Place, wanted: unknown): void {
  const holder = place.slice(0, -1).reduce<Answer['body']>((inner, key) => inner[key], value);
  holder[place.at(-1) as string] = wanted;
}

/** The content of the database as text. */
async function allRows({ app }: Pdu): Promise<Record<string, unknown>> {
  const source = app.get(DataSource);
  const tables = entitiesOf(app)
    .map((entity) => source.getMetadata(entity).tableName)
    .filter((name) => name !== 'session');
  const entries = await Promise.all(
    tables.map(async (name) => [name, await source.query<unknown>(`SELECT * FROM "${name}"`)] as const),
  );
  return Object.fromEntries(entries);
}
