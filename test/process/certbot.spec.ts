import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { Authority } from '../support/servers/certificates.js';
import { freePort } from '../support/servers/free-port.js';
import { secureRequest } from '../support/clients/https-client.js';
import { eventually } from '../support/time/time-limits.js';

// Starts processes; on a busy machine a start takes seconds.
jest.setTimeout(120_000);

const HOOK = join(import.meta.dirname, '../../packaging/certbot/rackfeed-deploy.sh');
const PASSWORD = 'correct horse battery';

describe('the deploy hook for certbot', () => {
  const authority = new Authority();
  const folder = temporaryFolder();
  const lineage = join(folder, 'live', 'pdu.example.org');
  const tokenFile = join(folder, 'token');
  const temporary = join(folder, 'tmp');
  let controller: ControllerProcess;
  let admin: Awaited<ReturnType<typeof signIn>>;
  let url: string;
  let token: string;

  beforeAll(async () => {
    mkdirSync(lineage, { recursive: true });
    mkdirSync(temporary);
    controller = new ControllerProcess({ RACKFEED_DATA_DIR: join(folder, 'data'), RACKFEED_ADMIN_PASSWORD: PASSWORD });
    url = await controller.ready();
    admin = await signIn(url, PASSWORD);
    const role = await admin.send('POST', '/api/roles', {
      name: 'Certificates',
      permissions: { viewNetworkSettings: true, modifyNetworkSettings: true },
    });
    const account = { username: 'certbot', roleId: role.body['id'], password: 'a long random passphrase 7431' };
    const { id } = (await admin.send('POST', '/api/users', account)).body;
    token = String((await admin.send('POST', `/api/users/${String(id)}/token`)).body['accessToken']);
  });
  afterAll(async () => {
    await controller.kill('SIGTERM');
    removeFolder(folder);
  });
  beforeEach(() => {
    removeFolder(tokenFile);
    writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  });

  /** Writes a certificate as certbot does; answers its fingerprint. */
  function renew(): string {
    const { cert, key } = authority.server('127.0.0.1');
    writeFileSync(join(lineage, 'fullchain.pem'), cert + authority.certificate);
    writeFileSync(join(lineage, 'privkey.pem'), key, { mode: 0o600 });
    return new X509Certificate(cert).fingerprint256;
  }

  async function hook(environment: Record<string, string> = {}): Promise<{ code: unknown; output: string }> {
    const child = spawn(HOOK, {
      env: {
        PATH: process.env['PATH'] ?? '',
        TMPDIR: temporary,
        RACKFEED_CERTBOT_CONF: join(folder, 'none.conf'),
        RACKFEED_URL: url,
        TOKEN_FILE: tokenFile,
        RENEWED_LINEAGE: lineage,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [unknown];
    expect(readdirSync(temporary)).toEqual([]);
    expect(output).not.toContain(token);
    expect(output).not.toContain('PRIVATE KEY');
    return { code, output };
  }

  const inUse = async (): Promise<unknown> =>
    (await admin.send('GET', '/api/system/certificate')).body['fingerprint256'];

  it('installs the renewed certificate on the controller, which uses it from the next connection on', async () => {
    const first = renew();
    expect(await hook()).toEqual({ code: 0, output: `The certificate of ${url} was replaced.\n` });
    const port = await freePort();
    const settings = { webSslEnabled: true, webSslPort: port, customSslCertEnabled: true };
    expect((await admin.send('POST', '/api/conf', settings)).status).toBe(200);
    const certificate = async () => {
      const answer = await secureRequest(port, '/health', { ca: authority.certificate }).catch(() => undefined);
      return answer?.fingerprint;
    };
    // The port opens after the settings were answered.
    await eventually(async () => (await certificate()) === first);

    const second = renew();
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, authority.certificate);
    const overTls = `https://127.0.0.1:${port}`;
    const { code, output } = await hook({ RACKFEED_URL: overTls, CA_FILE: caFile });
    expect([code, output]).toEqual([0, `The certificate of ${overTls} was replaced.\n`]);
    expect(await certificate()).toBe(second);
  });

  it('reads its settings from a file, and ignores other certificates', async () => {
    const before = await inUse();
    const conf = join(folder, 'certbot.conf');
    writeFileSync(conf, 'LINEAGE=another.example.org\n');
    renew();
    expect(await hook({ RACKFEED_CERTBOT_CONF: conf })).toEqual({ code: 0, output: '' });
    expect(await inUse()).toBe(before);
    writeFileSync(conf, 'LINEAGE=pdu.example.org\n');
    expect((await hook({ RACKFEED_CERTBOT_CONF: conf })).code).toBe(0);
    expect(await inUse()).not.toBe(before);
  });

  it('fails with the message of the controller, which continues with its present certificate', async () => {
    renew();
    await hook();
    const before = await inUse();
    writeFileSync(join(lineage, 'privkey.pem'), authority.server('127.0.0.1').key);
    const { code, output } = await hook();
    expect([code, output]).toEqual([1, expect.stringMatching(/answered 422: .*not the key of the first certificate/)]);
    writeFileSync(tokenFile, 'a token of nobody');
    expect(await hook()).toEqual({ code: 1, output: expect.stringContaining('answered 401') });
    expect(await inUse()).toBe(before);
  });

  it.each([
    ['a key that would travel in the clear', { RACKFEED_URL: 'http://pdu.example.org' }, 'use https'],
    ['a host that only looks like this one', { RACKFEED_URL: 'http://127.0.0.1.example.org' }, 'use https'],
    ['a host behind the name of a user', { RACKFEED_URL: 'http://127.0.0.1:80@example.org' }, 'names a user'],
    ['a start by hand', { RENEWED_LINEAGE: '' }, 'RENEWED_LINEAGE is not set'],
    ['a folder without a certificate', { RENEWED_LINEAGE: '/nowhere' }, '/nowhere/fullchain.pem cannot be read'],
  ])('refuses %s', async (_, environment, reason) => {
    renew();
    expect(await hook(environment)).toEqual({ code: 1, output: expect.stringContaining(reason) });
  });

  it('refuses a token that others can read', async () => {
    renew();
    chmodSync(tokenFile, 0o644);
    expect(await hook()).toEqual({ code: 1, output: expect.stringContaining('chmod 600') });
  });
});
