import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { WebSocket } from 'ws';
import { HttpsServerService } from '../../src/tls/https-server.service.js';
import { Authority } from '../support/servers/certificates.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { itWith } from '../support/process/programs.js';
import { secureRequest, httpsOn, runProgram } from '../support/clients/https-client.js';
import { ADMIN_PASSWORD, aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const CERTIFICATE = '/api/system/certificate';
const authority = new Authority();
const folder = temporaryFolder();
/** The tools of this test check validity against the real time. */
const now = (): VirtualClock => new VirtualClock(new Date().toISOString());

const HERE = { RACKFEED_HOST: '127.0.0.1' };

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu({ dataDir: folder, clock: now(), env: HERE });
  admin = await pdu.as('admin');
});
afterAll(async () => {
  await pdu.stop();
  removeFolder(folder);
});
afterEach(async () => {
  await admin.post('/api/conf', { webSslEnabled: false, webRedirectHttp: false });
  await pdu.app.get(HttpsServerService).adjust();
});

/** Writes the controller's certificate to a file for the tools. */
async function exported(): Promise<{ pem: string; file: string }> {
  const { body } = await admin.get(CERTIFICATE);
  const file = join(folder, 'exported.pem');
  writeFileSync(file, body.chain);
  return { pem: body.chain, file };
}

describe('the certificate that the controller generates', () => {
  it('is for its names and addresses, self-signed, valid for 825 days', async () => {
    const { status, body } = await admin.get(CERTIFICATE);
    expect(status).toBe(200);
    expect(body).toMatchObject({ source: 'selfSigned', subject: 'CN=rackfeed', issuer: 'CN=rackfeed' });
    expect(body.subjectAltNames).toEqual(expect.arrayContaining(['rackfeed', 'rackfeed.local', '127.0.0.1']));
    expect(Date.parse(body.validTo) - Date.parse(body.validFrom)).toBe(825 * 24 * 3_600_000);
  });

  itWith('openssl', 'has a P-256 key and is for servers only, as openssl reads it', async () => {
    const { body } = await admin.get(CERTIFICATE);
    const { file } = await exported();
    const { output } = await runProgram('openssl', 'x509', '-in', file, '-noout', '-text', '-fingerprint', '-sha256');
    expect(output).toContain('NIST CURVE: P-256');
    expect(output).toContain('ecdsa-with-SHA256');
    expect(output).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(output).toMatch(/Extended Key Usage:\s+TLS Web Server Authentication/);
    expect(output).toMatch(/DNS:rackfeed, DNS:rackfeed\.local, DNS:localhost/);
    expect(output).toContain(`sha256 Fingerprint=${body.fingerprint256}`);
  });

  it('is in the data folder, readable by the owner only, and its key is never in a response', async () => {
    const { body } = await admin.get(CERTIFICATE);
    expect(statSync(join(folder, 'https-self-signed.pem')).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
  });

  it('is renewed on request, and automatically before it expires', async () => {
    const port = await httpsOn(pdu, admin);
    const before = await secureRequest(port, '/', { ca: (await exported()).pem });
    const renewed = await admin.post(`${CERTIFICATE}/renew`);
    expect(renewed.body.fingerprint256).not.toBe(before.fingerprint);
    await pdu.app.get(HttpsServerService).adjust();
    const after = await exported();
    expect((await secureRequest(port, '/', { ca: after.pem })).fingerprint).toBe(renewed.body.fingerprint256);

    pdu.clock.setWall(Date.parse(renewed.body.validTo) - 29 * 24 * 3_600_000);
    await pdu.seconds(1);
    await pdu.app.get(HttpsServerService).adjust();
    expect((await admin.get(CERTIFICATE)).body.fingerprint256).not.toBe(renewed.body.fingerprint256);
    pdu.clock.setWall(Date.now());
    await admin.post(`${CERTIFICATE}/renew`);
  });
});

describe('HTTPS', () => {
  it('is off until it is enabled, and is enabled and disabled while HTTP keeps serving', async () => {
    expect(pdu.app.get(HttpsServerService).state).toMatchObject({ enabled: false, port: undefined });
    const port = await httpsOn(pdu, admin);
    const { pem } = await exported();
    const answer = await secureRequest(port, '/api/device', { ca: pem, headers: admin.headers });
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([200, expect.any(String)]);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    expect((await admin.get('/api/device')).status).toBe(200);
    await admin.post('/api/conf', { webSslEnabled: false });
    await pdu.app.get(HttpsServerService).adjust();
    await expect(secureRequest(port, '/api/device', { ca: pem })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await admin.get('/api/device')).status).toBe(200);
  });

  it('moves to another port without a restart', async () => {
    const first = await httpsOn(pdu, admin);
    const second = await httpsOn(pdu, admin);
    const { pem } = await exported();
    expect((await secureRequest(second, '/api/openapi.json', { ca: pem })).status).toBe(200);
    if (first !== second)
      await expect(secureRequest(first, '/', { ca: pem })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('sets a cookie that is sent over TLS only', async () => {
    const port = await httpsOn(pdu, admin);
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    const { headers } = await secureRequest(port, '/api/login', { ca: (await exported()).pem, method: 'POST', body });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^SPID=\w+; path=\/; HttpOnly; SameSite=Strict; Secure$/),
    ]);
  });

  it('sends HSTS only when configured', async () => {
    const port = await httpsOn(pdu, admin, { webHstsEnabled: true });
    const ca = (await exported()).pem;
    // Browsers do not trust the controller's own certificate: HSTS would lock users out.
    expect((await secureRequest(port, '/', { ca })).headers['strict-transport-security']).toBeUndefined();
    const { key, cert } = authority.server('127.0.0.1');
    await admin.put(CERTIFICATE, { certificate: cert, key });
    await pdu.app.get(HttpsServerService).adjust();
    const trusted = await secureRequest(port, '/', { ca: authority.certificate });
    expect(trusted.headers['strict-transport-security']).toBe('max-age=31536000');
    await admin.delete(CERTIFICATE);
    expect((await admin.get('/api/device')).headers.get('strict-transport-security')).toBeNull();
    await admin.post('/api/conf', { webHstsEnabled: false });
    await pdu.app.get(HttpsServerService).adjust();
    expect((await secureRequest(port, '/', { ca })).headers['strict-transport-security']).toBeUndefined();
  });

  it('carries the live stream', async () => {
    const port = await httpsOn(pdu, admin);
    const { pem } = await exported();
    const socket = new WebSocket(`wss://127.0.0.1:${port}/ws`, { ca: pem });
    await once(socket, 'open');
    const message = once(socket, 'message');
    socket.send(JSON.stringify({ cookie: admin.token }));
    const [data] = (await message) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ device: {}, outlets: expect.any(Array) });
    const closed = once(socket, 'close');
    await admin.post('/api/conf', { webSslEnabled: false });
    await closed;
  });

  it('reports that its port is in use, keeps HTTP, and listens when the port is free', async () => {
    const taken: Server = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await admin.post('/api/conf', { webSslEnabled: true, webSslPort: port });
    const https = pdu.app.get(HttpsServerService);
    await https.adjust();
    await https.adjust();
    await pdu.seconds(2);
    expect(https.state).toMatchObject({ enabled: true, port: undefined, trouble: expect.stringContaining('another') });
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    expect((await admin.get('/api/device')).status).toBe(200);

    await new Promise((resolve) => taken.close(resolve));
    await pdu.seconds(31);
    await https.adjust();
    expect(https.state).toMatchObject({ port, trouble: undefined });
  });

  it('stays on its port when the new one is not available', async () => {
    const port = await httpsOn(pdu, admin);
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await admin.post('/api/conf', { webSslPort: Number(new URL(pdu.url).port) });
    await pdu.app.get(HttpsServerService).adjust();
    logged.mockRestore();
    expect((await secureRequest(port, '/api/openapi.json', { ca: (await exported()).pem })).status).toBe(200);
  });
});

describe('openssl and curl', () => {
  itWith(
    'openssl',
    'are refused with TLS 1.1, and accepted with 1.2 and 1.3 against the exported certificate',
    async () => {
      const port = await httpsOn(pdu, admin);
      const { file } = await exported();
      const client = (...args: string[]) =>
        runProgram(
          'openssl',
          's_client',
          '-connect',
          `127.0.0.1:${port}`,
          '-CAfile',
          file,
          '-verify_return_error',
          ...args,
        );
      for (const old of ['-tls1', '-tls1_1']) {
        const { code, output } = await client(old, '-cipher', 'ALL:@SECLEVEL=0');
        expect(code).not.toBe(0);
        expect(output).toMatch(/alert protocol version/);
      }
      for (const version of ['-tls1_2', '-tls1_3']) {
        const { code, output } = await client(version, '-verify_ip', '127.0.0.1');
        expect(output).toMatch(/Verify return code: 0 \(ok\)/);
        expect(code).toBe(0);
      }
      const weak = await client('-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-SHA:AES128-SHA:@SECLEVEL=0');
      expect(weak.output).toMatch(/handshake failure/);
    },
    30_000,
  );

  itWith('curl', 'can read the API with the exported certificate, and not without it', async () => {
    const port = await httpsOn(pdu, admin);
    const { file } = await exported();
    const url = `https://127.0.0.1:${port}/api/device`;
    const good = await runProgram('curl', '-s', '--cacert', file, '-b', `SPID=${admin.token}`, url);
    expect(JSON.parse(good.output)).toMatchObject({ numOutlets: 16 });
    expect((await runProgram('curl', '-s', url)).code).toBe(60);
  });
});

describe('an installed certificate', () => {
  const mine = authority.server('127.0.0.1', 'pdu.example');

  it('is used at once for new connections, and can be removed', async () => {
    const port = await httpsOn(pdu, admin);
    const { pem } = await exported();
    const { status, body } = await admin.put(CERTIFICATE, { certificate: mine.cert, key: mine.key });
    expect([status, body.source, body.issuer]).toEqual([200, 'custom', expect.stringContaining('Test authority')]);
    await pdu.app.get(HttpsServerService).adjust();
    const seen = await secureRequest(port, '/api/openapi.json', { ca: authority.certificate });
    expect(seen.fingerprint).toBe(body.fingerprint256);
    expect((await admin.get('/api/conf')).body).toMatchObject({
      customSslCertEnabled: true,
      customSslCertExists: true,
      customSslKeyExists: true,
    });
    expect(statSync(join(folder, 'https-custom.pem')).mode & 0o777).toBe(0o600);

    await admin.post('/api/conf', { customSslCertEnabled: false });
    await pdu.app.get(HttpsServerService).adjust();
    expect((await secureRequest(port, '/api/openapi.json', { ca: pem })).status).toBe(200);
    const draft = join(folder, 'https-custom.pem.new');
    writeFileSync(draft, mine.key); // of a process that ended before it could put the certificate in place
    const removed = await admin.delete(CERTIFICATE);
    expect([removed.status, removed.body.source, existsSync(draft)]).toEqual([200, 'selfSigned', false]);
    expect((await admin.get('/api/conf')).body).toMatchObject({
      customSslCertExists: false,
      customSslKeyExists: false,
    });
    expect((await admin.delete(CERTIFICATE)).body.code).toBe('CERTIFICATE_UNKNOWN');
  });

  it('survives a restart', async () => {
    const elsewhere = temporaryFolder();
    let other = await aPdu({ dataDir: elsewhere, clock: now() });
    await (await other.as('admin')).put(CERTIFICATE, { certificate: mine.cert, key: mine.key });
    await other.stop();
    other = await aPdu({ dataDir: elsewhere, clock: now() });
    const { body } = await (await other.as('admin')).get(CERTIFICATE);
    expect([body.source, body.subject]).toEqual(['custom', 'CN=127.0.0.1']);
    await other.stop();
    removeFolder(elsewhere);
  });

  it.each([
    ['without a certificate', { key: mine.key }, 'VALIDATION_FAILED', 'certificate'],
    ['that is no PEM', { certificate: 'x', key: mine.key }, 'VALIDATION_FAILED', 'certificate'],
    ['with the key of another', { ...mine, key: authority.server('a').key }, 'CERTIFICATE_KEY_UNUSABLE', 'key'],
  ])('%s is refused, and nothing changes', async (_, { cert, ...rest }: Record<string, string>, code, field) => {
    const { status, body } = await admin.put(CERTIFICATE, { ...(cert && { certificate: cert }), ...rest });
    expect([status, body.code, body.details[0].field]).toEqual([422, code, field]);
    expect((await admin.get(CERTIFICATE)).body.source).toBe('selfSigned');
  });

  it('is in the audit log, its key is not', async () => {
    await admin.put(CERTIFICATE, { certificate: mine.cert, key: mine.key });
    await admin.delete(CERTIFICATE);
    const log = JSON.stringify((await admin.get('/api/log?kind=certificate.')).body);
    expect(log).toContain('certificate.upload');
    expect(log).not.toContain('PRIVATE');
    expect(log).not.toContain(mine.key.split('\n')[1]);
  });
});

describe('plain HTTP that redirects to HTTPS', () => {
  it('answers 308 to the same path, still serves the health, and accepts no stream', async () => {
    const port = await httpsOn(pdu, admin, { webRedirectHttp: true });
    const { status, headers } = await pdu.request('POST', '/api/login?x=1', {});
    expect([status, headers.get('location')]).toEqual([308, `https://127.0.0.1:${port}/api/login?x=1`]);
    expect((await admin.get('/api/device')).status).toBe(308);
    expect((await pdu.request('GET', '/health')).status).not.toBe(308);
    const socket = new WebSocket(`${pdu.url.replace('http', 'ws')}/ws`);
    await once(socket, 'error');
    const ca = await shownCertificate(port);
    await secureRequest(port, '/api/conf', {
      ca,
      method: 'POST',
      headers: admin.headers,
      body: { webSslEnabled: false },
    });
    await pdu.app.get(HttpsServerService).adjust();
    expect((await admin.get('/api/device')).status).toBe(200);
  });

  it('is served while HTTPS does not listen', async () => {
    await admin.post('/api/conf', { webRedirectHttp: true, webSslEnabled: false });
    expect((await admin.get('/api/device')).status).toBe(200);
  });

  /** The certificate that the server shows, before it is trusted. */
  async function shownCertificate(port: number): Promise<string> {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { raw } = socket.getPeerCertificate();
    socket.destroy();
    return new X509Certificate(raw).toString();
  }
});
