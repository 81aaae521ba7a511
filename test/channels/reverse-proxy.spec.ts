import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { Authority } from '../support/servers/certificates.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith, NGINX_PATH } from '../support/process/programs.js';
import { eventually } from '../support/time/time-limits.js';
import { freePort } from '../support/servers/free-port.js';
import { secureRequest } from '../support/clients/https-client.js';
import { ADMIN_PASSWORD, aPdu, type Pdu } from '../support/app/pdu.js';

const SIGN_IN = { username: 'admin', password: ADMIN_PASSWORD };
const FORWARDED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'pdu.example',
};
const fromItsPage = { ...FORWARDED, origin: 'https://pdu.example' };

describe('requests through a reverse proxy', () => {
  let pdu: Pdu;
  afterAll(() => pdu.stop());

  it('that is not in RACKFEED_TRUSTED_PROXIES count as those of the proxy', async () => {
    pdu = await aPdu();
    expect(await pdu.request('POST', '/api/login', SIGN_IN, fromItsPage)).toMatchObject({
      status: 403,
      body: { code: 'FOREIGN_ORIGIN' },
    });
    const answer = await pdu.request('POST', '/api/login', SIGN_IN, FORWARDED);
    expect(answer.headers.get('set-cookie')).not.toContain('Secure');
    const { body } = await pdu.with({ cookie: `SPID=${answer.headers.get('token')}` }).get('/api/user/sessions');
    expect(body[0].address).toBe('127.0.0.1');
    await pdu.stop();
  });

  it('that is in it count as those of their sender: session, audit log, cookie and origin check', async () => {
    pdu = await aPdu({ env: { RACKFEED_TRUSTED_PROXIES: '127.0.0.1, ::1' } });
    const answer = await pdu.request('POST', '/api/login', SIGN_IN, fromItsPage);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/; Secure$/)]);
    const client = pdu.with({ cookie: `SPID=${answer.headers.get('token')}` });
    expect((await client.get('/api/user/sessions')).body[0].address).toBe('203.0.113.9');
    expect((await client.put('/api/outlets/1', { outletName: 'pump' }, fromItsPage)).status).toBe(200);
    expect(
      (await client.put('/api/outlets/1', { outletName: 'x' }, { ...FORWARDED, origin: 'https://evil.example' }))
        .status,
    ).toBe(403);
    const { entries } = (await client.get('/api/log?kind=outlet.change')).body;
    expect(entries[0]).toMatchObject({ address: '203.0.113.9' });
  });

  it('do not throttle other users for one who guesses passwords', async () => {
    const wrong = { username: 'admin', password: 'wrong' };
    const statusFrom = async (address: string, body: object) =>
      (await pdu.request('POST', '/api/login', body, { 'x-forwarded-for': address })).status;
    let last = 0;
    for (let i = 0; i < 8; i++) last = await statusFrom('203.0.113.66', wrong);
    expect(last).toBe(429);
    expect(await statusFrom('203.0.113.10', SIGN_IN)).toBe(200);
  });
});

const PLACES = [
  { name: 'a host name of its own', path: '' },
  { name: 'a path', path: '/pdu' },
];

for (const { name, path } of PLACES) {
  describeWith('nginx', `behind a real nginx, at ${name}, as docs/reverse-proxy.md says`, () => {
    const authority = new Authority();
    const folder = temporaryFolder();
    let pdu: Pdu;
    let nginx: ChildProcess;
    let port: number;

    beforeAll(async () => {
      pdu = await aPdu({ env: { RACKFEED_TRUSTED_PROXIES: '127.0.0.3', RACKFEED_BASE_PATH: path } });
      port = await freePort();
      const { key, cert } = authority.server('127.0.0.1', 'pdu.example');
      writeFileSync(join(folder, 'key.pem'), key);
      writeFileSync(join(folder, 'cert.pem'), cert);
      const page = readFileSync(join(import.meta.dirname, '../../docs/reverse-proxy.md'), 'utf8');
      expect(page).toContain('`location /pdu/ {` in place of `location / {`');
      const server = (/```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('location / {', `location ${path}/ {`)
        .replace('/etc/ssl/pdu.example.pem', join(folder, 'cert.pem'))
        .replace('/etc/ssl/pdu.example.key', join(folder, 'key.pem'))
        .replace('http://127.0.0.1:8080;', `${pdu.url};\nproxy_bind 127.0.0.3;`);
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
      const http = `http {\naccess_log off;\n${paths}\n${server}\n}`;
      const main = `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\n`;
      writeFileSync(join(folder, 'nginx.conf'), main + http);
      nginx = spawn(NGINX_PATH, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
      const health = () => secureRequest(port, `${path}/health`, { ca: authority.certificate });
      await eventually(async () => (await health().catch(() => undefined))?.status === 200);
    });
    afterAll(async () => {
      nginx.kill('SIGTERM');
      if (nginx.exitCode === null) await once(nginx, 'exit');
      await pdu.stop();
      removeFolder(folder);
    });

    it('signs in with a secure cookie, changes something from its page, and opens the stream', async () => {
      const headers = { host: 'pdu.example', origin: 'https://pdu.example' };
      const ca = authority.certificate;
      const login = await secureRequest(port, `${path}/api/login`, { ca, method: 'POST', body: SIGN_IN, headers });
      expect([login.status, String(login.headers['set-cookie'])]).toEqual([200, expect.stringMatching(/; Secure$/)]);
      const cookie = `SPID=${String(login.headers['token'])}`;
      const change = await secureRequest(port, `${path}/api/outlets/1`, {
        ca,
        method: 'PUT',
        body: { outletName: 'pump' },
        headers: { ...headers, cookie },
      });
      expect(change.status).toBe(200);
      const foreign = { host: 'pdu.example', origin: 'https://evil.example', cookie };
      const refused = await secureRequest(port, `${path}/api/outlets/1`, {
        ca,
        method: 'PUT',
        body: { outletName: 'x' },
        headers: foreign,
      });
      expect(refused.status).toBe(403);

      const socket = new WebSocket(`wss://127.0.0.1:${port}${path}/ws`, { ca, headers: { ...headers, cookie } });
      await once(socket, 'open');
      const first = once(socket, 'message');
      socket.send('{"cookie":""}');
      await pdu.seconds(1);
      expect(JSON.parse(String((await first)[0]))).toHaveProperty('device');
      socket.close();
      await once(socket, 'close');
    });

    it('is all that nginx forwards', async () => {
      const statusAt = async (place: string) =>
        (await secureRequest(port, place, { ca: authority.certificate })).status;
      expect(await statusAt(`${path}/api/openapi.json`)).toBe(200);
      expect(await statusAt('/api/openapi.json')).toBe(path === '' ? 200 : 404);
    });

    it('gets the address that nginx saw, not one that the client forged', async () => {
      const headers = { host: 'pdu.example', 'x-forwarded-for': '203.0.113.9' };
      const login = await secureRequest(port, `${path}/api/login`, {
        ca: authority.certificate,
        method: 'POST',
        body: SIGN_IN,
        headers,
      });
      const sessions = await pdu.with({ cookie: `SPID=${String(login.headers['token'])}` }).get('/api/user/sessions');
      expect(sessions.body.map(({ address }: { address: string }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    });
  });
}
