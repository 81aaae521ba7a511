import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/pdu.js';

const OUTLET = '1-1200578';

describe('hardware that misbehaves', () => {
  let pdu: Pdu;
  let admin: Client;

  beforeEach(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
  });
  afterEach(() => pdu.stop());

  const simulate = async (change: object): Promise<void> => {
    expect((await admin.patch('/api/simulator', change)).status).toBe(200);
  };
  const outlet = async () => (await admin.get(`/api/outlets/${OUTLET}`)).body;

  it('a welded relay is told as RELAY_FAULT, shown as Failed, and nothing pretends', async () => {
    await simulate({ outlets: { [OUTLET]: { relayStuck: true } } });
    const answer = await admin.put('/api/outlets/1', { state: 'OFF' });
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'RELAY_FAULT', message: expect.stringContaining(OUTLET) },
    });
    expect(await outlet()).toMatchObject({ state: 'OFF', voltageDetection: true, relayHealth: 'Failed' });
  });

  it('a relay that works again is healthy at the next switching', async () => {
    await simulate({ outlets: { [OUTLET]: { relayStuck: true } } });
    await admin.put('/api/outlets/1', { state: 'OFF' });
    await simulate({ outlets: { [OUTLET]: { relayStuck: false } } });
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).status).toBe(200);
    expect(await outlet()).toMatchObject({ state: 'OFF', voltageDetection: false, relayHealth: 'OK' });
  });

  it('a dead bus answers a switching with HARDWARE_SILENT, and reads go on with the last readings', async () => {
    const before = await outlet();
    await simulate({ bus: { failing: true } });
    expect(await admin.put('/api/outlets/1', { state: 'OFF' })).toMatchObject({
      status: 500,
      body: { code: 'HARDWARE_SILENT' },
    });
    await pdu.seconds(5);
    expect(await outlet()).toEqual(before);
    expect((await admin.get('/api/device')).body).toMatchObject({
      readingFresh: false,
      readingAge: expect.any(Number),
    });

    await simulate({ bus: { failing: false } });
    await pdu.seconds(1);
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.state).toBe('OFF');
    expect((await admin.get('/api/device')).body.readingFresh).toBe(true);
  });

  it('an outlet behind a tripped breaker can be switched on without being accused', async () => {
    await simulate({ banks: { '1200578': { breakerClosed: false } } });
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).status).toBe(200);
    expect((await admin.put('/api/outlets/1', { state: 'ON' })).status).toBe(200);
    expect(await outlet()).toMatchObject({ state: 'ON', voltageDetection: false });
  });

  it('two writers at once are served one after the other, and each is told what then was measured', async () => {
    const answers = await Promise.all(
      ['OFF', 'ON', 'OFF', 'ON', 'OFF'].map((state) => admin.put('/api/outlets/1', { state })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await outlet()).state).toBe('OFF');
  });
});

describe('a load', () => {
  it('leaves bank, inlet and energy when its outlet goes off', async () => {
    const pdu = await aPdu();
    const admin = await pdu.as('admin');
    const watts = async (): Promise<number[]> => [
      (await admin.get('/api/banks/1200578')).body.activePower,
      (await admin.get('/api/inlets')).body[0].inletActivePower,
    ];
    await admin.patch('/api/simulator', { outlets: { [OUTLET]: { loadAmps: 4, powerFactor: 1 } } });
    const [bankOn = 0, inletOn = 0] = await watts();
    await admin.put('/api/outlets/1', { state: 'OFF' });
    const [bankOff = 0, inletOff = 0] = await watts();
    expect(bankOn - bankOff).toBeGreaterThan(440);
    expect(bankOn - bankOff).toBeLessThan(520);
    expect(inletOn - inletOff).toBeGreaterThan(430);
    expect(inletOn - inletOff).toBeLessThan(530);
    await pdu.stop();
  });
});
