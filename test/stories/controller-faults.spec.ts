import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { DatabaseHealth } from '../../src/database/database-health.js';
import { HealthService } from '../../src/health/health.service.js';
import { ControllerFaults } from '../../src/common/controller-faults.js';
import { writeBootState } from '../../src/launcher/boot-state.js';
import { HttpsServerService } from '../../src/tls/https-server.service.js';
import { Authority } from '../support/servers/certificates.js';
import { UsersService } from '../../src/users/users.service.js';
import { eventually } from '../support/time/time-limits.js';
import { secureRequest, httpsOn } from '../support/clients/https-client.js';
import { failTransactions } from '../support/app/failing-database.js';
import { aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';

const DAY = 24 * 3_600_000;
const FULL = new Error('SQLITE_FULL: database or disk is full');

let pdu: Pdu;
const folders: string[] = [];

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-faults-'));
  folders.push(folder);
  return folder;
};
const entries = async (client: Client, kind = 'controller.') =>
  (await client.get(`/api/log?kind=${kind}`)).body.entries as Record<string, unknown>[];
const kinds = () =>
  pdu.app.get(ControllerFaults).active.map(({ kind, stage }) => [kind, stage].filter(Boolean).join(' '));

afterEach(async () => {
  jest.restoreAllMocks();
  await pdu.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('a controller with a fault of its own', () => {
  it('reports unresponsive hardware in the health and the log, and triggers the events of its begin and end', async () => {
    pdu = await aPdu();
    const admin = await pdu.as('admin');
    const codes = (await admin.get('/api/event-codes')).body as { code: number; available: boolean }[];
    expect(codes.filter(({ code }) => code >= 102).map(({ available }) => available)).toEqual(Array(12).fill(true));
    for (const [code, params] of [
      [102, []],
      [103, []],
      [104, ['begin']],
    ]) {
      expect(
        (await admin.post('/api/events', { name: `Event ${String(code)}`, code, params, actions: [] })).status,
      ).toBe(200);
    }
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await pdu.seconds(20);
    expect((await admin.get('/api/system/health')).body.faults).toEqual([
      { kind: 'hardware', message: expect.stringContaining('does not answer'), since: expect.any(String) },
    ]);
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(33);
    expect((await admin.get('/api/system/health')).body.faults).toEqual([]);
    expect(await entries(admin)).toMatchObject([
      { kind: 'controller.recovered', object: 'controller:hardware', result: 'ok' },
      { kind: 'controller.fault', object: 'controller:hardware', result: 'HARDWARE_SILENT' },
    ]);
    const triggered = (await entries(admin, 'event.trigger')).map(({ after }) => (after as { name: string }).name);
    expect(triggered.sort()).toEqual(['Event 102', 'Event 103', 'Event 104']);
  });

  it('reports a full disk to syslog at once, and in the audit log as soon as it can be written', async () => {
    pdu = await aPdu();
    const admin = await pdu.as('admin');
    const heard: string[] = [];
    pdu.app.get(AuditLogService).onRecord(({ kind, object }) => heard.push(`${kind} ${object}`));
    Logger.overrideLogger(false);
    const heals = failTransactions(pdu, FULL);
    pdu.app.get(DatabaseHealth).failing('full', 'The storage is full.');
    await pdu.seconds(2);
    expect(heard).toEqual(['controller.fault controller:storageFull']);
    expect(kinds()).toEqual(['storageFull']);
    heals();
    pdu.app.get(DatabaseHealth).writable();
    await pdu.seconds(2);
    expect(heard).toHaveLength(1);
    expect(await entries(admin)).toMatchObject([{ kind: 'controller.fault', result: 'STORAGE_FULL' }]);
  });

  it('reports that the clock was never set', async () => {
    pdu = await aPdu();
    pdu.clock.setWall(Date.UTC(1970, 0, 1));
    await pdu.seconds(1);
    expect(kinds()).toEqual(['clock']);
    expect((await pdu.request('GET', '/health')).body.status).toBe('degraded');
  });
});

describe('a certificate that is about to expire', () => {
  it('is reported, stage by stage, and locks nobody out', async () => {
    pdu = await aPdu();
    const admin = await pdu.as('admin');
    const authority = new Authority();
    const { key, cert } = authority.server('127.0.0.1');
    await admin.put('/api/system/certificate', { certificate: cert, key });
    const port = await httpsOn(pdu, admin, { webHstsEnabled: true, webRedirectHttp: true });
    const ends = pdu.app.get(HttpsServerService).state.certificateEnds ?? 0;
    const found: unknown[] = [];
    Logger.overrideLogger(false);
    for (const left of [40, 29.5, 6.5, 0.5, -0.5]) {
      pdu.clock.setWall(ends - left * DAY);
      await pdu.seconds(2);
      const { headers } = await secureRequest(port, '/health', { ca: authority.certificate });
      const redirected = (await pdu.request('GET', '/api/outlets')).status === 308;
      const { status, checks } = pdu.app.get(HealthService).brief;
      const check = checks.find(({ name }) => name === 'https')?.status;
      found.push([left, kinds().join(), status, check, headers['strict-transport-security'], redirected]);
    }
    expect(found).toEqual([
      [40, '', 'ok', 'ok', expect.stringMatching(/^max-age=33\d{5}$/), true],
      [29.5, 'certificate 30 days', 'ok', 'ok', expect.stringMatching(/^max-age=24\d{5}$/), true],
      [6.5, 'certificate 7 days', 'degraded', 'warn', expect.stringMatching(/^max-age=47\d{4}$/), true],
      [0.5, 'certificate 1 day', 'degraded', 'warn', undefined, true],
      [-0.5, 'certificate ended', 'degraded', 'warn', 'max-age=0', false],
    ]);
  });
});

describe('the start after an unexpected stop', () => {
  it('is reported once, and a start after a proper stop is not', async () => {
    const [folder, afterCrash] = [aFolder(), aFolder()];
    pdu = await aPdu({ dataDir: folder });
    await pdu.seconds(1);
    await eventually(() => readFileSync(join(folder, 'run.marker')).includes('"running":true'));
    cpSync(folder, afterCrash, { recursive: true }); // the state after a kill
    await pdu.stop();

    pdu = await aPdu({ dataDir: afterCrash });
    await pdu.seconds(1);
    expect(kinds()).toEqual(['restart']);
    const admin = await pdu.as('admin');
    expect(await entries(admin)).toMatchObject([{ object: 'controller:restart', result: 'RESTARTED_AFTER_CRASH' }]);
    expect((await pdu.request('GET', '/health')).body.status).toBe('ok');
    await pdu.stop();

    pdu = await aPdu({ dataDir: folder });
    await pdu.seconds(1);
    expect(kinds()).toEqual([]);
  });
});

describe('firmware that was rolled back', () => {
  it('is reported once, triggers its event, and is no fault of later starts', async () => {
    const folder = aFolder();
    Logger.overrideLogger(false);
    pdu = await aPdu({ dataDir: folder });
    const event = { name: 'Rolled back', code: 111, params: [], actions: [] };
    expect((await (await pdu.as('admin')).post('/api/events', event)).status).toBe(200);
    await pdu.stop();

    const last = {
      result: 'rolledBack',
      version: '9.0.0',
      from: '0.1.0',
      at: 0,
      reason: 'It was not ready in time.',
    } as const;
    const installed = { format: 1, active: 'base', previous: 'base', baseVersion: '0.1.0' } as const;
    writeBootState(folder, { ...installed, trial: false, attempts: 0, last });
    pdu = await aPdu({ dataDir: folder });
    await pdu.seconds(1);
    const admin = await pdu.as('admin');
    expect((await admin.get('/api/system/health')).body.faults).toEqual([
      {
        kind: 'firmware',
        message:
          'Firmware 9.0.0 was rolled back; version 0.1.0 runs again. It was not ready in time. Outlets stayed as they were.',
        since: expect.any(String),
      },
    ]);
    await pdu.seconds(660);
    expect(kinds()).toEqual([]);
    await pdu.stop();

    pdu = await aPdu({ dataDir: folder });
    await pdu.seconds(1);
    expect(kinds()).toEqual([]);
    const again = await pdu.as('admin');
    expect(await entries(again)).toMatchObject([
      { kind: 'controller.recovered', object: 'controller:firmware' },
      { kind: 'controller.fault', object: 'controller:firmware', result: 'FIRMWARE_ROLLED_BACK' },
    ]);
    const triggered = (await entries(again, 'event.trigger')).map(({ after }) => (after as { name: string }).name);
    expect(triggered).toEqual(['Rolled back']);
  });
});

describe('the first password', () => {
  it('causes a warning until it is changed, for administrators only', async () => {
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    pdu = await aPdu({ env: { RACKFEED_ADMIN_PASSWORD: '' } });
    said.mockRestore();
    const first = pdu.app.get(UsersService).generatedPassword ?? '';
    const admin = await pdu.signIn('admin', first);
    const remarks = async (client: Client) => (await client.get('/api/system/health')).body.remarks;
    expect(await remarks(admin)).toEqual([expect.stringContaining('has not been changed')]);
    const permissions = { viewGlobalDeviceSettings: true };
    const role = await admin.post('/api/roles', { name: 'Viewer', permissions });
    await admin.post('/api/users', { username: 'viewer', roleId: role.body.id, password: USER_PASSWORD });
    expect(await remarks(await pdu.signIn('viewer', USER_PASSWORD))).toBeUndefined();
    const change = { currentPassword: first, newPassword: USER_PASSWORD };
    expect((await admin.put('/api/user/password', change)).status).toBe(200);
    expect(await remarks(await pdu.signIn('admin', USER_PASSWORD))).toEqual([]);
  });
});
