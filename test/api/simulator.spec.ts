import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const OUTLET = '1-1200578';

describe('/api/simulator', () => {
  let pdu: Pdu;
  let admin: Client;

  beforeEach(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
  });
  afterEach(() => pdu.stop());

  it('answers the whole simulated state', async () => {
    const { status, body } = await admin.get('/api/simulator');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      model: 'single-phase-16',
      seed: expect.any(Number),
      inlets: { 'I1-1000036': { powered: true, voltage: 120, frequency: 60 } },
      banks: { '1200578': { breakerClosed: true }, '1200579': { breakerClosed: true } },
      outlets: {
        [OUTLET]: {
          loadAmps: expect.any(Number),
          powerFactor: expect.any(Number),
          relayStuck: false,
          state: 'ON',
          contact: 'ON',
        },
      },
      relayOutputs: { 'R1-1000036': { state: 'OFF' }, 'R2-1000036': { state: 'OFF' } },
      sensors: {
        A: { connected: true, temperatureC: 22.5, humidity: 40 },
        B: { connected: true, digitalInputs: { '1': 'LO' } },
      },
      bus: { failing: false, latencyMs: 0 },
    });
    expect(Object.keys(body.outlets)).toHaveLength(16);
  });

  it('merges a patch and answers the new state, which the next reading shows', async () => {
    const { status, body } = await admin.patch('/api/simulator', {
      outlets: { [OUTLET]: { loadAmps: 1.5, powerFactor: 0.95 } },
    });
    expect([status, body.outlets[OUTLET].loadAmps]).toEqual([200, 1.5]);
    const outlet = (await admin.get(`/api/outlets/${OUTLET}`)).body;
    expect(outlet.currentRms).toBeGreaterThan(1.48);
    expect(outlet.currentRms).toBeLessThan(1.52);
  });

  it('refuses a patch with an error as a whole, and names the error', async () => {
    const before = (await admin.get('/api/simulator')).body;
    const { status, body } = await admin.patch('/api/simulator', {
      outlets: { [OUTLET]: { loadAmps: 9 }, '99-1': { loadAmps: 1 } },
      inlets: { 'I1-1000036': { voltage: 1e6 } },
    });
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual([
      'inlets.I1-1000036.voltage',
      'outlets.99-1',
    ]);
    expect((await admin.get('/api/simulator')).body).toEqual(before);
  });

  it('trips a breaker that carries too much', async () => {
    await admin.patch('/api/simulator', { outlets: { [OUTLET]: { loadAmps: 40 } } });
    await pdu.seconds(30);
    expect((await admin.get('/api/simulator')).body.banks['1200578'].breakerClosed).toBe(false);
    expect((await admin.get('/api/banks/1200578')).body).toMatchObject({ circuitBreakerClosed: false, currentRms: 0 });
  });

  it('turns the mains off and on again', async () => {
    const before = (await admin.get('/api/simulator')).body.powerOnCount;
    const { status, body } = await admin.post('/api/simulator/powerCycle');
    expect([status, body.powerOnCount]).toEqual([200, before + 1]);
    expect(body.inlets['I1-1000036'].powered).toBe(true);
  });

  it('shows the loss and the return in two snapshots', async () => {
    const publish = jest.spyOn(pdu.app.get(SnapshotStore), 'publish');
    await admin.post('/api/simulator/powerCycle');
    const seen = publish.mock.calls.map(([{ inlets, powerOnCount }]) => [
      powerOnCount,
      (inlets[0]?.voltage ?? 0) > 100,
    ]);
    expect(seen[0]).toEqual([1, false]);
    expect(seen.at(-1)).toEqual([2, true]);
  });

  it('is in the audit log', async () => {
    await admin.patch('/api/simulator', { outlets: { '1': { loadAmps: 2 } } });
    await admin.post('/api/simulator/powerCycle');
    const log = JSON.stringify((await admin.get('/api/log')).body);
    expect(log).toContain('simulator.change');
    expect(log).toContain('outlets.1.loadAmps');
  });

  it('requires the Administrator role', async () => {
    const operator = await pdu.as({ viewOutlets: [OUTLET], modifyOutlets: [OUTLET] });
    for (const answer of [
      await operator.get('/api/simulator'),
      await operator.patch('/api/simulator', {}),
      await operator.post('/api/simulator/powerCycle'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'ADMINISTRATOR_ONLY']);
    }
    expect((await pdu.request('GET', '/api/simulator')).status).toBe(401);
  });

  it('does not exist while its control is disabled', async () => {
    const closed = await aPdu({ env: { RACKFEED_SIMULATOR_CONTROL: '' } });
    const owner = await closed.as('admin');
    expect((await closed.request('GET', '/api/simulator')).status).toBe(401);
    for (const answer of [
      await owner.get('/api/simulator'),
      await owner.patch('/api/simulator', '{'),
      await owner.post('/api/simulator/powerCycle'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'PATH_UNKNOWN']);
    }
    await closed.stop();
  });
});
