/** The host names under which the controller serves requests, so that no page under another name reaches it. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { HttpsServerService } from '../../src/tls/https-server.service.js';
import { Authority } from '../support/servers/certificates.js';
import { secureRequest, httpsOn } from '../support/clients/https-client.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { plainRequest } from '../support/clients/plain-request.js';

let pdu: Pdu;
let admin: Client;
beforeEach(async () => {
  pdu = await aPdu({ env: { RACKFEED_TRUSTED_PROXIES: '127.0.0.1', RACKFEED_HOST: '127.0.0.1' } });
  admin = await pdu.as('admin');
});
afterEach(() => pdu.stop());

const statusFor = async (host: string, headers: Record<string, string> = {}): Promise<number> =>
  (await plainRequest(pdu, 'GET', '/api/outlets', { ...admin.headers, ...headers, host })).status;

describe('webAllowedHosts', () => {
  it('is empty by default, and requests for every name are served', async () => {
    expect((await admin.get('/api/conf')).body.webAllowedHosts).toBe('');
    expect(await statusFor('rack-7.corp.example:8080')).toBe(200);
  });

  it("serves the listed names, the controller's own and every address, and refuses others with 421", async () => {
    await admin.post('/api/conf', { webAllowedHosts: 'PDU.example, rack-7', hostName: 'feed.lab.example' });
    for (const host of [
      'pdu.example',
      'PDU.EXAMPLE.:8080',
      'rack-7:80',
      'feed.lab.example',
      'feed.local',
      'localhost',
    ]) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
    for (const host of ['127.0.0.1:8080', '192.0.2.7', '[fd00::1]:8080', '[::1]']) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
    for (const host of ['evil.example', 'evil.pdu.example', 'pdu.example.evil.example', 'rackfeed', 'a@rack-7']) {
      expect([host, await statusFor(host)]).toEqual([host, 421]);
    }
    const refused = await plainRequest(pdu, 'POST', '/api/login', { host: 'evil.example' });
    expect(refused.headers['content-type']).toContain('application/json');
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
    expect(JSON.parse(refused.body)).toEqual({
      statusCode: 421,
      error: 'Misdirected Request',
      code: 'HOST_NOT_ALLOWED',
      message: expect.stringContaining('webAllowedHosts') as unknown,
    });
    await admin.post('/api/conf', { webAllowedHosts: '' });
    expect(await statusFor('evil.example')).toBe(200);
  });

  it('applies to the stream, too', async () => {
    await admin.post('/api/conf', { webAllowedHosts: 'pdu.example' });
    const opened = (host: string) =>
      new Promise<string>((resolve) => {
        const stream = new WebSocket(`${pdu.url.replace('http', 'ws')}/ws`, { headers: { host } });
        stream.on('open', () => {
          stream.terminate();
          resolve('open');
        });
        stream.on('error', ({ message }) => resolve(message));
      });
    expect(await opened('pdu.example')).toBe('open');
    expect(await opened('evil.example')).toContain('421');
  });

  it('applies to the external name that a trusted proxy forwards', async () => {
    await admin.post('/api/conf', { webAllowedHosts: 'pdu.example' });
    expect(await statusFor('rackfeed-backend', { 'x-forwarded-host': 'pdu.example' })).toBe(200);
    expect(await statusFor('127.0.0.1:8080', { 'x-forwarded-host': 'evil.example' })).toBe(421);
  });

  it('is refused with an explanation if it is not a list of hosts', async () => {
    const { status, body } = await admin.post('/api/conf', { webAllowedHosts: 'pdu.example:8080' });
    expect([status, body.message]).toEqual([422, expect.stringContaining('without ports')]);
  });
});

describe('the names of the certificate that HTTPS uses', () => {
  it('are allowed over HTTPS, and plain HTTP redirects to them and to no other', async () => {
    const authority = new Authority();
    const { cert, key } = authority.server('pdu.corp.example', '127.0.0.1');
    await admin.put('/api/system/certificate', { certificate: cert, key });
    await admin.post('/api/conf', { customSslCertEnabled: true, webAllowedHosts: 'other.example' });
    expect(await statusFor('pdu.corp.example')).toBe(421);
    const port = await httpsOn(pdu, admin, { webRedirectHttp: true });
    const secure = (host: string) =>
      secureRequest(port, '/api/outlets', {
        ca: authority.certificate,
        headers: { ...admin.headers, 'x-forwarded-host': host },
      });
    expect((await secure('pdu.corp.example')).status).toBe(200);
    expect((await secure('evil.example')).status).toBe(421);
    const location = async (host: string) => (await plainRequest(pdu, 'GET', '/', { host })).headers.location;
    expect(await location('pdu.corp.example')).toBe(`https://pdu.corp.example:${port}/`);
    expect(await location('other.example')).toBe(`https://other.example:${port}/`);
    await secureRequest(port, '/api/conf', {
      ca: authority.certificate,
      method: 'POST',
      headers: admin.headers,
      body: { webAllowedHosts: '' },
    });
    expect(await location('evil.example')).toBe(`https://127.0.0.1:${port}/`);
    expect(pdu.app.get(HttpsServerService).state.port).toBe(port);
  });
});
