import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CertificateFiles } from '../../src/tls/certificate-files.js';
import { HttpsServerService } from '../../src/tls/https-server.service.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { httpsOn, runProgram, secureRequest } from '../support/clients/https-client.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { itWith } from '../support/process/programs.js';
import { Authority } from '../support/servers/certificates.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const CERTIFICATE = '/api/system/certificate';
const REQUEST = `${CERTIFICATE}/request`;
const authority = new Authority();

describe('a signing request', () => {
  const folder = temporaryFolder();
  let pdu: Pdu;
  let admin: Client;
  const start = async (): Promise<void> => {
    pdu = await aPdu({ dataDir: folder, clock: new VirtualClock(new Date().toISOString()) });
    admin = await pdu.as('admin');
  };
  beforeAll(start);
  beforeEach(() => admin.delete(REQUEST));
  afterAll(async () => {
    await pdu.stop();
    removeFolder(folder);
  });
  const requested = async (body: object = {}): Promise<string> => (await admin.post(REQUEST, body)).body.pem;

  it('gets a certificate that HTTPS then uses, without its key ever leaving the controller', async () => {
    const port = await httpsOn(pdu, admin);
    const pem = await requested({ names: '127.0.0.1, pdu.example' });
    const answer = await admin.put(CERTIFICATE, { certificate: authority.signed(pem, '127.0.0.1', 'pdu.example') });
    expect([answer.status, answer.body.source, answer.body.signingRequest]).toEqual([200, 'custom', undefined]);
    await pdu.app.get(HttpsServerService).adjust();
    const seen = await secureRequest(port, '/api/openapi.json', { ca: authority.certificate });
    expect(seen.fingerprint).toBe(answer.body.fingerprint256);
    await admin.delete(CERTIFICATE);
    await admin.post('/api/conf', { webSslEnabled: false });
  });

  it('that is made while the certificate of the one before is put in place stays, with its key', async () => {
    const first = await requested({ names: ['first.example'] });
    const files = pdu.app.get(CertificateFiles);
    const prepare = files.prepare.bind(files);
    let second = '';
    const spy = jest.spyOn(files, 'prepare').mockImplementation(async (...call) => {
      second = await requested({ names: ['second.example'] });
      return prepare(...call);
    });
    expect((await admin.put(CERTIFICATE, { certificate: authority.signed(first, 'first.example') })).status).toBe(200);
    spy.mockRestore();
    expect((await admin.get(CERTIFICATE)).body.signingRequest.pem).toBe(second);
    const answer = await admin.put(CERTIFICATE, { certificate: authority.signed(second, 'second.example') });
    expect([answer.status, answer.body.signingRequest]).toEqual([200, undefined]);
    await admin.delete(CERTIFICATE);
  });

  itWith('openssl', 'reads in openssl as it was asked for, and its signature is right', async () => {
    for (const keyType of ['EC', 'RSA']) {
      const names = ['pdu.example', '192.0.2.7', '2001:db8::7'];
      const file = join(folder, 'request.pem');
      writeFileSync(file, await requested({ names, organization: 'Müller & Söhne', country: 'DE', keyType }));
      const { output } = await runProgram(
        ...(['openssl', 'req', '-in', file, '-noout', '-text', '-verify', '-nameopt', 'utf8,sep_comma_plus'] as const),
      );
      expect(output).toMatch(/Subject: C ?= ?DE, ?O ?= ?Müller & Söhne, ?CN ?= ?pdu\.example/);
      expect(output).toContain('DNS:pdu.example, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:7');
      expect(output).toContain(keyType === 'EC' ? 'prime256v1' : '2048 bit');
      expect(output).toMatch(/verify OK/);
    }
  });

  it('survives a restart in a file that only its owner can read, and is in no answer with its key', async () => {
    const pem = await requested({ names: ['pdu.example'] });
    expect(statSync(join(folder, 'https-request.json')).mode & 0o777).toBe(0o600);
    await pdu.stop();
    await start();
    const { body } = await admin.get(CERTIFICATE);
    expect(body.signingRequest).toEqual({ pem, names: ['pdu.example'], keyType: 'EC' });
    const log = JSON.stringify((await admin.get('/api/log?kind=certificate.')).body);
    expect(log).toContain('certificate.request');
    expect(JSON.stringify(body) + log).not.toContain('PRIVATE');
  });

  it('has the names of the controller if none are sent', async () => {
    const { body } = await admin.post(REQUEST, { names: '' });
    expect(body.names).toEqual((await admin.get(CERTIFICATE)).body.suggestedNames);
    expect(body.names).toContain('rackfeed.local');
  });

  it.each([
    [{ names: 'not a name!' }, 'names'],
    [{ names: [] }, 'names'],
    [{ country: 'Germany' }, 'country'],
    [{ organization: 'a\u202eb' }, 'organization'],
    [{ keyType: 'DSA' }, 'keyType'],
  ])('%j is refused, and there is no request', async (body, field) => {
    const answer = await admin.post(REQUEST, body);
    expect([answer.status, answer.body.details[0].field]).toEqual([422, field]);
    expect((await admin.get(CERTIFICATE)).body.signingRequest).toBeUndefined();
  });

  it('refuses the certificate of another key, and one without a key if there is no request', async () => {
    const other = authority.signed(await requested(), 'pdu.example');
    await requested();
    const foreign = await admin.put(CERTIFICATE, { certificate: other });
    expect([foreign.status, foreign.body.code, foreign.body.details[0].field]).toEqual([
      ...[422, 'CERTIFICATE_UNUSABLE', 'certificate'],
    ]);
    expect((await admin.delete(REQUEST)).status).toBe(200);
    const alone = await admin.put(CERTIFICATE, { certificate: other });
    expect([alone.status, alone.body.code]).toEqual([422, 'CERTIFICATE_KEY_MISSING']);
    expect((await admin.delete(REQUEST)).status).toBe(404);
  });
});
