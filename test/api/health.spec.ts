import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DatabaseHealth } from '../../src/database/database-health.js';
import { RecentLog } from '../../src/logging/recent-log.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import { Authority } from '../support/servers/certificates.js';
import { eventually } from '../support/time/time-limits.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { itWith } from '../support/process/programs.js';
import { ADMIN_PASSWORD, aPdu, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';

const SNMP_PROFILE = join(import.meta.dirname, '../../packaging/profiles/snmp-synlink-16.json');

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  await pdu.seconds(1);
});
afterAll(() => pdu.stop());

const failReads = async (failing: boolean): Promise<void> => {
  await admin.patch('/api/simulator', { bus: { failing } });
};

describe('the health', () => {
  it('is public, and consists of fixed words only', async () => {
    const { status, body } = await pdu.request('GET', '/health');
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        ready: true,
        checks: ['hardware', 'polling', 'database', 'storage', 'clock', 'https'].map((name) => ({
          name,
          status: 'ok',
        })),
      },
    ]);
  });

  it('is 503 when the hardware has not responded for 15 s, and 200 when it responds again', async () => {
    await failReads(true);
    await pdu.seconds(5);
    expect((await pdu.request('GET', '/health')).body).toMatchObject({ status: 'degraded', ready: true });
    await pdu.seconds(12);
    const { status, body } = await pdu.request('GET', '/health');
    expect([status, body.status, body.ready]).toEqual([503, 'down', false]);
    expect((await pdu.request('GET', '/health/live')).status).toBe(200);
    expect((await admin.get('/api/system/health')).body).toMatchObject({ ready: false, readingAge: 17 });
    await failReads(false);
    await pdu.seconds(1);
    expect((await pdu.request('GET', '/health')).status).toBe(200);
  });

  it('reports that the process is not alive when no poll cycle ends', async () => {
    pdu.clock.advance(11_000);
    const live = await pdu.request('GET', '/health/live');
    expect([live.status, live.body]).toEqual([503, { live: false }]);
    await pdu.seconds(1);
    expect((await pdu.request('GET', '/health/live')).status).toBe(200);
  });

  it('is ready while the database cannot be written, because relays are still switched', async () => {
    const database = pdu.app.get(DatabaseHealth);
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    database.failing('full', 'The disk is full; free some space.');
    logged.mockRestore();
    const { status, body } = await pdu.request('GET', '/health');
    expect([status, body.status, JSON.stringify(body).includes('disk')]).toEqual([200, 'degraded', false]);
    const details = (await admin.get('/api/system/health')).body;
    expect(details.database).toMatchObject({
      state: 'full',
      writable: false,
      message: expect.stringContaining('disk'),
    });
    database.writable();
    expect((await pdu.request('GET', '/health')).body.status).toBe('ok');
  });

  it('has details for users who may view the device', async () => {
    const viewer = await pdu.as({ viewGlobalDeviceSettings: true });
    expect((await viewer.get('/api/system/health')).body).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+/),
      driver: 'simulator',
      model: 'single-phase-16',
      pollAge: 0,
      readingAge: 0,
      database: { state: 'ok', writable: true },
      https: { enabled: false },
    });
  });
});

describe('the health of pings', () => {
  itWith('ping', 'is reported while an event watches a host and the ping command is missing', async () => {
    const event = await admin.post('/api/events', {
      name: 'Router',
      code: 12,
      params: ['127.0.0.1', '3', 'default'],
      actions: [],
    });
    expect([event.status, event.body.message]).toEqual([200, undefined]);
    const { PATH } = process.env;
    process.env['PATH'] = '/nonexistent';
    try {
      await eventually(async () => {
        await pdu.seconds(1);
        return (await admin.get('/api/system/health')).body.ping?.unavailableReason !== undefined;
      });
      expect((await admin.get('/api/system/health')).body.ping.unavailableReason).toContain('iputils-ping');
      expect((await pdu.request('GET', '/health')).body).toMatchObject({
        status: 'degraded',
        ready: true,
        checks: expect.arrayContaining([{ name: 'ping', status: 'warn' }]),
      });
      await admin.delete(`/api/events/${event.body.id}`);
      await pdu.seconds(1);
      expect((await pdu.request('GET', '/health')).body.status).toBe('ok');
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

describe('the diagnostics', () => {
  const secrets: string[] = [ADMIN_PASSWORD, USER_PASSWORD];

  beforeAll(async () => {
    const settings = {
      smtpPassword: 'smtp-hidden-1',
      snmpv12ReadString: 'read-hidden-2',
      snmpv12WriteString: 'write-hidden-3',
      snmp3AuthPass: 'auth-hidden-4',
      snmp3PrivacyPass: 'priv-hidden-5',
    };
    const { key, cert } = new Authority().server('pdu');
    const { body } = await admin.post(`/api/users/${admin.userId}/token`);
    const peer = 'PeerAccessToken0123456789ABCDEFGHIJKLMNOPQ';
    secrets.push(...Object.values(settings), body.accessToken, admin.token, peer, 'url-hidden-6', 'url-hidden-7');
    secrets.push(...key.split('\n').slice(1, -2));
    await admin.post('/api/conf', settings);
    await admin.put('/api/system/certificate', { certificate: cert, key });
    await admin.post('/api/actions', { name: 'Peer', code: 24, params: ['10.0.0.9', '1', peer] });
    await admin.post('/api/actions', {
      name: 'Hook',
      code: 20,
      params: ['https://hooks.example/url-hidden-6?key=url-hidden-7'],
    });
    await admin.post('/api/actions', { name: 'Bare', code: 20, params: ['hooks.example/url-hidden-9'] });
    secrets.push('url-hidden-9');
    await pdu.request('POST', '/api/login', { username: 'admin', password: 'wrong-hidden-8' });
    secrets.push('wrong-hidden-8');
    new Logger('Test').warn(`Said by mistake: Authorization: Bearer ${body.accessToken}, password=${ADMIN_PASSWORD}`);
    for (const token of [body.accessToken as string, admin.token]) {
      const hash = createHash('sha256').update(token);
      secrets.push(hash.copy().digest('base64url'), hash.copy().digest('hex'), hash.copy().digest('base64'));
    }
  });

  it('contain what helps to find a fault', async () => {
    const { status, headers, body } = await admin.get('/api/system/diagnostics');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="rackfeed-diagnostics-1000036-\w+\.json"$/,
    );
    expect(body).toMatchObject({
      health: { status: 'ok' },
      device: { numOutlets: 16 },
      system: { node: process.version },
      settings: { deviceName: 'Rackfeed PDU', smtpPassword: expect.stringMatching(/^-+$/) },
      snapshot: { fresh: true },
      profile: { model: 'single-phase-16' },
    });
    expect(body.actions.map(({ name }: { name: string }) => name)).toEqual(['Peer', 'Hook', 'Bare']);
    expect(body.actions[1].params[0]).toBe('https://hooks.example/…');
    expect(body.audit.length).toBeGreaterThan(5);
    expect(body.log.map(({ context }: { context: string }) => context)).toContain('Test');
    expect(body.metrics).toContainEqual(expect.stringContaining('rackfeed_poll_cycles_total'));
  });

  it('contain no secret, in any form', async () => {
    const answer = await fetch(`${pdu.url}/api/system/diagnostics`, { headers: admin.headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(secrets.length).toBeGreaterThan(18);
    const forms = (secret: string): Buffer[] => [
      Buffer.from(secret),
      Buffer.from(JSON.stringify(secret).slice(1, -1)),
      Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '')),
      Buffer.from(Buffer.from(secret).toString('hex')),
      Buffer.from(encodeURIComponent(secret)),
    ];
    const found = secrets.filter((secret) => forms(secret).some((form) => bytes.includes(form)));
    expect(found).toEqual([]);
    expect(bytes.includes('argon2')).toBe(false);
    expect(bytes.includes('PRIVATE KEY')).toBe(false);
  });

  it('contain no secret that somebody has put into a name', async () => {
    await admin.put('/api/outlets/2', { outletName: 'mail smtp-hidden-1' });
    await pdu.seconds(1);
    const { body } = await admin.get('/api/system/diagnostics');
    expect(JSON.stringify(body)).not.toContain('smtp-hidden-1');
    expect(JSON.stringify(body.audit)).toContain('mail [masked]');
  });

  it('contain no community and no key of the hardware drivers', async () => {
    const folder = temporaryFolder();
    const example = JSON.parse(readFileSync(SNMP_PROFILE, 'utf8')) as ModelProfile;
    const links = {
      first: { kind: 'snmp', host: '127.0.0.1', port: 9, version: '2c', community: 'hw-rw-community-9' },
      second: {
        kind: 'snmp',
        host: '127.0.0.1',
        port: 9,
        version: '3',
        user: 'rack',
        authKey: 'HwAuthPhrase-777',
        privKey: 'HwPrivPhrase-888',
      },
    };
    const points = example.wiring?.points.map((point, place) => ({ ...point, link: place === 0 ? 'second' : 'first' }));
    const model = join(folder, 'profile.json');
    writeFileSync(model, JSON.stringify({ ...example, wiring: { points, links } }));
    const wired = await aPdu({ model, env: { RACKFEED_DRIVER: 'snmp' } });
    const { body } = await (await wired.as('admin')).get('/api/system/diagnostics');
    await wired.stop();
    removeFolder(folder);
    expect(body.profile.wiring.links).toMatchObject({
      first: { host: '127.0.0.1', community: '[masked]' },
      second: { user: 'rack', authKey: '[masked]', privKey: '[masked]' },
    });
    expect(JSON.stringify(body)).not.toMatch(/hw-rw-community-9|HwAuthPhrase-777|HwPrivPhrase-888/);
  });

  it('are for administrators only', async () => {
    const viewer = await pdu.as({ viewGlobalDeviceSettings: true });
    expect((await viewer.get('/api/system/diagnostics')).status).toBe(403);
  });
});

describe('the log of requests', () => {
  it('has each request at level debug, with the id of the response, and without the query', async () => {
    const talkative = await aPdu({ env: { RACKFEED_LOG_LEVEL: 'debug' } });
    const client = await talkative.as('admin');
    const { headers } = await client.get('/api/outlets/1?token=hidden');
    const id = headers.get('x-request-id');
    const said = talkative.app.get(RecentLog).lines.filter(({ context }) => context === 'HTTP');
    await talkative.stop();
    expect(said.at(-1)).toMatchObject({
      level: 'debug',
      message: expect.stringContaining(`${id} 127.0.0.1 admin GET`),
    });
    expect(said.at(-1)?.message).toMatch(/ \/api\/outlets\/1 200 \d+\.\d ms$/);
    expect((await admin.get('/api/outlets/1')).headers.get('x-request-id')).toBeNull();
  });
});
