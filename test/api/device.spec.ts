import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../src/common/version.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

describe('GET /api/device', () => {
  it('describes the PDU and gives its local time', async () => {
    await pdu.seconds(2);
    const { status, body } = await admin.get('/api/device');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      numBanks: 2,
      numOutlets: 16,
      inletConfig: 'standard',
      phase: 'Single Phase',
      controllerFirmwareVersion: VERSION,
      uptime: pdu.clock.uptime() / 1000,
      time: new Date(pdu.clock.now()).toISOString(),
      readingAge: 0,
      readingFresh: true,
    });
  });

  it('shows an operator that the hardware does not respond', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await pdu.seconds(20);
    expect((await admin.get('/api/device')).body).toMatchObject({ readingFresh: false, readingAge: 20 });
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(1);
    expect((await admin.get('/api/device')).body).toMatchObject({ readingFresh: true, readingAge: 0 });
  });

  it('requires a role that may view the device settings', async () => {
    const viewer = await pdu.as({ viewGlobalDeviceSettings: true });
    const other = await pdu.as({ viewInletStats: true });
    expect((await pdu.request('GET', '/api/device')).status).toBe(401);
    expect((await other.get('/api/device')).status).toBe(403);
    expect((await viewer.get('/api/device')).status).toBe(200);
  });
});
