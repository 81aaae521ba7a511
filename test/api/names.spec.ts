import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const INLET = '/api/inlets/I1-1000036';
const BANK = '/api/banks/1200578';
const HUB = '/api/sensors/SB-1000036';

describe('the names of inlets, banks and sensors', () => {
  const dataDir = temporaryFolder();
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    pdu = await aPdu({ dataDir });
    admin = await pdu.as('admin');
    await admin.put(INLET, { inletName: 'Feed A' });
    await admin.put(BANK, { bankName: 'Storage 🗄' });
    await admin.post(HUB, { outputRelays: [{ index: 2, outputRelayName: 'Fan' }] });
    await admin.post(HUB, {
      outputRelays: [{ index: 2, outputRelayDescription: 'rear' }],
      digitalInputs: [{ index: 1, digitalInputName: 'Smoke' }],
    });
  });
  afterAll(async () => {
    await pdu.stop();
    removeFolder(dataDir);
  });

  it('are in the audit log with their previous values', async () => {
    const { entries } = (await admin.get('/api/log?limit=10')).body as { entries: object[] };
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'inlet.change',
          object: 'inlet:I1-1000036',
          who: 'admin',
          before: { inletName: 'NEMA L5-30P Inlet' },
          after: { inletName: 'Feed A' },
        }),
        expect.objectContaining({ kind: 'bank.change', before: { bankName: 'Bank 1' } }),
        expect.objectContaining({
          kind: 'sensor.change',
          object: 'sensor:SB-1000036/relay2',
          before: { name: 'Fan' },
          after: { name: 'Fan', description: 'rear' },
        }),
      ]),
    );
  });

  it('survive a restart', async () => {
    await pdu.stop();
    pdu = await aPdu({ dataDir });
    admin = await pdu.as('admin');
    expect((await admin.get(INLET)).body.inletName).toBe('Feed A');
    expect((await admin.get(BANK)).body.bankName).toBe('Storage 🗄');
    const hub = (await admin.get(HUB)).body;
    expect(hub.outputRelays[1]).toMatchObject({ outputRelayName: 'Fan', outputRelayDescription: 'rear' });
    expect(hub.digitalInputs[0]).toMatchObject({ digitalInputName: 'Smoke' });
    expect(hub.sensorName).toBe('Smart I/O Hub B');
  });
});
