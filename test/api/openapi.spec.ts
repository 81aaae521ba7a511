import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
beforeAll(async () => {
  pdu = await aPdu();
});
afterAll(() => pdu.stop());

describe('GET /api/openapi.json', () => {
  it('is public and describes the API', async () => {
    const { status, headers, body } = await pdu.request('GET', '/api/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body.openapi).toMatch(/^3\./);
    expect(Object.keys(body.components.securitySchemes).sort()).toEqual(['basic', 'session', 'token']);
    expect(body.paths['/api/banks/{bankId}'].put.description).toBe('Needs the permission modifyBankStats.');
  });

  it('answers 304 to a client that has the document', async () => {
    const etag = (await pdu.request('GET', '/api/openapi.json')).headers.get('etag') ?? '';
    const again = await pdu.request('GET', '/api/openapi.json', undefined, { 'if-none-match': etag });
    expect(again.status).toBe(304);
  });
});

describe('GET /api/docs', () => {
  it('is a page whose files are all served by the controller', async () => {
    const { status, headers, body } = await pdu.request('GET', '/api/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const [, path = ''] of String(body).matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await pdu.request('GET', path)).status).toBe(200);
    }
  });

  it.each(['package.json', '..%2fpackage.json', '%2e%2e%2f%2e%2e%2fpackage.json', 'index.html'])(
    'does not serve %s',
    async (file) => {
      const { status, body } = await pdu.request('GET', `/api/docs/${file}`);
      expect([status, body.code]).toEqual([404, 'PATH_UNKNOWN']);
    },
  );
});
