/** `rackfeed hub broker-config` and `rackfeed hub revoked` on the machine of a hub that works. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { X509Certificate as PduCertificate, X509Crl } from '@peculiar/x509';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import type { Pdu } from '../../src/hub/pdus/pdu.entity.js';
import { makeCertificateRequest } from '../../src/tls/certificate-request.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { aStoredPdu } from '../support/fleet/stored-pdu.js';
import { inThisProcess } from '../support/process/command-line.js';
import { describeWith } from '../support/process/programs.js';
import { Postgresql } from '../support/servers/postgresql.js';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-hub-broker-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function aFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

/** The environment of a hub with this data folder. */
type EnvironmentOf = (dataDir: string) => Promise<Record<string, string>>;

function theFilesOfABroker(database: string, more: EnvironmentOf): void {
  const target = join(folder, `broker-${database}`);
  const list = join(target, 'revoked.pem');
  let environment: Record<string, string>;
  let hub: Hub;
  let revoked: Pdu;
  let active: Pdu;

  beforeAll(async () => {
    const dataDir = aFolder(`hub-${database}`);
    mkdirSync(target);
    const address = await more(dataDir);
    environment = { RACKFEED_ROLE: 'hub', RACKFEED_DATA_DIR: dataDir, ...address };
    hub = await aHub({ dataDir, env: address });
    revoked = await aStoredPdu(hub, { state: 'revoked' });
    active = await aStoredPdu(hub);
  });
  afterAll(() => hub.stop());

  const certificateOf = async ({ id }: Pdu): Promise<PduCertificate> => {
    const { authority } = hub.app.get(HubKeysService).current;
    const { request } = makeCertificateRequest({ commonName: id, names: { hosts: [], addresses: [] }, keyType: 'ec' });
    return new PduCertificate(await authority.issue(request, id, hub.clock.now()));
  };
  /** The names of the PDUs that the broker refuses by its list. */
  const refused = async (): Promise<string[]> => {
    const crl = new X509Crl(readFileSync(list, 'utf8'));
    const certificates = await Promise.all([revoked, active].map(certificateOf));
    return certificates.filter((each) => crl.findRevoked(each)).map(({ subject }) => subject);
  };

  let umask: number;
  beforeAll(() => {
    umask = process.umask(0o077); // that of the program, which makes other files for its own user alone
  });
  afterAll(() => {
    process.umask(umask);
  });

  it('are made by broker-config: those of the authority of the hub, for the names that are given', async () => {
    const made = await inThisProcess(
      [
        'hub',
        'broker-config',
        target,
        '--host',
        'broker.example.com,192.0.2.30',
        '--port',
        '8884',
        '--path',
        '/etc/rf',
      ],
      environment,
    );
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Wrote 6 files') });
    expect(readdirSync(target).sort()).toEqual([
      ...['access', 'authority.pem', 'broker-key.pem', 'broker.pem', 'rackfeed.conf', 'revoked.pem'],
    ]);
    for (const file of readdirSync(target)) expect(statSync(join(target, file)).mode & 0o777).toBe(0o640);
    const certificate = new X509Certificate(readFileSync(join(target, 'broker.pem')));
    const authority = new X509Certificate(hub.app.get(HubKeysService).current.authority.certificate);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(readFileSync(join(target, 'broker-key.pem'))))).toBe(true);
    expect(certificate.subjectAltName).toBe('DNS:broker.example.com, IP Address:192.0.2.30');
    const configuration = readFileSync(join(target, 'rackfeed.conf'), 'utf8');
    expect(configuration).toContain('listener 8884\n');
    expect(configuration).toContain('crlfile /etc/rf/revoked.pem\n');
    expect(await refused()).toEqual([`CN=${revoked.id}`]);
  });

  it('are made for nats-server too, with a line for each PDU that was not revoked', async () => {
    const waiting = await aStoredPdu(hub, { state: 'pending' });
    const natsTarget = aFolder(`nats-${database}`);
    const ask = (...more: string[]) =>
      inThisProcess(['hub', 'broker-config', natsTarget, '--nats', '--host', '192.0.2.30', ...more], environment);
    const made = await ask('--port', '8884', '--path', '/etc/nats-rackfeed');
    expect(made).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringContaining('Include /etc/nats-rackfeed/rackfeed.conf in the configuration of nats-server'),
    });
    expect(readdirSync(natsTarget).sort()).toEqual(['authority.pem', 'broker-key.pem', 'broker.pem', 'rackfeed.conf']);
    for (const file of readdirSync(natsTarget)) expect(statSync(join(natsTarget, file)).mode & 0o777).toBe(0o640);
    const configuration = readFileSync(join(natsTarget, 'rackfeed.conf'), 'utf8');
    expect(configuration).toContain('listen: "0.0.0.0:8884"\n');
    expect(configuration).toContain('key_file: "/etc/nats-rackfeed/broker-key.pem"\n');
    const users = Array.from(configuration.matchAll(/user: "CN=([^"]+)"/g), ([, name]) => name);
    expect(users.filter((name) => !name?.startsWith('rackfeed.'))).toEqual([active.id, waiting.id]);
    expect(users).toEqual(expect.arrayContaining(['rackfeed.hub', 'rackfeed.hub.2']));
    expect(await ask('--site', 'north', '--upstream', 'hub.example.com')).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('The broker of a site is mosquitto') },
    });
    expect((await (await hub.as('admin')).post(`/api/fleet/pdus/${waiting.id}/revoke`)).status).toBe(200);
    expect((await (await hub.as('admin')).delete(`/api/fleet/pdus/${waiting.id}`)).status).toBe(200);
  });

  it('have, renewed by revoked, who was revoked since, and still who was deleted since', async () => {
    const admin = await hub.as('admin');
    expect((await admin.delete(`/api/fleet/pdus/${revoked.id}`)).status).toBe(200);
    await admin.post(`/api/fleet/pdus/${active.id}/revoke`);
    const renewed = await inThisProcess(['hub', 'revoked', list], environment);
    expect(renewed).toEqual({ code: 0, stderr: '', stdout: `Wrote ${list}.\n` });
    expect(await refused()).toEqual([`CN=${revoked.id}`, `CN=${active.id}`]);
  });

  it('are not made in a folder that is not there, as nobody would know who may read it', async () => {
    const absent = join(folder, 'absent');
    const made = await inThisProcess(['hub', 'broker-config', absent, '--host', '192.0.2.30'], environment);
    expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining(`There is no folder ${absent}: make it`) });
  });

  it('leave the hub as it was', async () => {
    const admin = await hub.as('admin');
    expect((await admin.get('/api/fleet/pdus')).body.items).toMatchObject([{ id: active.id, state: 'revoked' }]);
    expect((await admin.post('/api/conf', { deviceName: 'Fleet north' })).status).toBe(200);
  });
}

describe('the files of a broker beside a hub with SQLite', () => {
  theFilesOfABroker('sqlite', () => Promise.resolve({}));

  it('are none of a controller, and none where no hub was', async () => {
    const environment = { RACKFEED_ROLE: 'hub', RACKFEED_DATA_DIR: aFolder('empty') };
    const ask = (more: object) => inThisProcess(['hub', 'revoked', join(folder, 'none')], { ...environment, ...more });
    expect(await ask({ RACKFEED_ROLE: 'controller' })).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('for the machine of a hub') },
    });
    expect(await ask({})).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no installation') });
  });
});

describeWith('postgresql', 'the files of a broker beside a hub with PostgreSQL', () => {
  let server: Postgresql;
  beforeAll(async () => {
    server = await Postgresql.start();
  });
  afterAll(() => server.stop());
  theFilesOfABroker('postgresql', async () => ({ RACKFEED_DATABASE_URL: await server.newUrl() }));

  it('are none of a database without a hub, nor of a folder without its authority', async () => {
    const url = await server.newUrl();
    const ask = (dataDir: string) =>
      inThisProcess(['hub', 'revoked', join(folder, 'none')], {
        ...{ RACKFEED_ROLE: 'hub', RACKFEED_DATA_DIR: dataDir, RACKFEED_DATABASE_URL: url },
      });
    expect((await ask(join(folder, 'hub-postgresql'))).stderr).toMatch(/has no tables of a hub: start the hub first/);
    expect((await ask(aFolder('other'))).stderr).toMatch(/holds no hub-authority.pem: start the hub first/);
  });
});
