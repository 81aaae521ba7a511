import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

const ID = '1200578';

describe('GET /api/banks', () => {
  it('lists the banks with their readings, also under the singular', async () => {
    const { status, body } = await admin.get('/api/banks');
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([ID, '1200579']);
    expect(body[0]).toMatchObject({
      inletId: 'I1-1000036',
      bankName: 'Bank 1',
      bankLines: 'L1',
      circuitBreakerClosed: true,
      hasCircuitBreakerProtection: true,
    });
    expect((await admin.get('/api/bank')).body).toEqual(body);
    expect((await admin.get(`/api/bank/${ID}`)).body).toEqual(body[0]);
  });

  it('requires a role that may view banks', async () => {
    expect((await pdu.request('GET', '/api/bank')).status).toBe(401);
    expect((await (await pdu.as({ viewInletStats: true })).get('/api/banks')).status).toBe(403);
    expect((await (await pdu.as({ viewBankStats: true })).get('/api/banks')).status).toBe(200);
  });
});

describe('PUT /api/banks/{id}', () => {
  it('renames the bank', async () => {
    const { status, body } = await admin.put(`/api/banks/${ID}`, { bankName: 'Storage' });
    expect([status, body.bankName]).toEqual([200, 'Storage']);
    expect((await admin.get('/api/banks')).body[0].bankName).toBe('Storage');
  });

  it('refuses an invalid name, an unknown bank, and a read-only role', async () => {
    const viewer = await pdu.as({ viewBankStats: true });
    expect((await admin.put(`/api/banks/${ID}`, {})).body.code).toBe('NOTHING_TO_CHANGE');
    expect((await admin.put(`/api/banks/${ID}`, { bankName: null })).status).toBe(422);
    expect((await admin.put('/api/banks/1', {})).body.code).toBe('BANK_UNKNOWN');
    expect((await viewer.put(`/api/banks/${ID}`, { bankName: 'x' })).status).toBe(403);
  });
});
