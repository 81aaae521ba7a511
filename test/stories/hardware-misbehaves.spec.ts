import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ADMINISTRATOR } from '../support/fixtures/permissions.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { OutletsService } from '../../src/outlets/outlets.service.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { eventually } from '../support/time/time-limits.js';

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

  it('a welded relay is answered with RELAY_FAULT, shown as Failed, and never shown as switched', async () => {
    await simulate({ outlets: { [OUTLET]: { relayStuck: true } } });
    const answer = await admin.put('/api/outlets/1', { state: 'OFF' });
    expect(answer).toMatchObject({
      status: 500,
      body: { code: 'RELAY_FAULT', message: expect.stringContaining(OUTLET) },
    });
    expect(await outlet()).toMatchObject({ state: 'OFF', voltageDetection: true, relayHealth: 'Failed' });
  });

  it('a relay that works again is OK at the next switching', async () => {
    await simulate({ outlets: { [OUTLET]: { relayStuck: true } } });
    await admin.put('/api/outlets/1', { state: 'OFF' });
    await simulate({ outlets: { [OUTLET]: { relayStuck: false } } });
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).status).toBe(200);
    expect(await outlet()).toMatchObject({ state: 'OFF', voltageDetection: false, relayHealth: 'OK' });
  });

  it('a dead bus answers a switching with HARDWARE_SILENT, and requests still get the last readings', async () => {
    const before = await outlet();
    await simulate({ bus: { failing: true } });
    expect(await admin.put('/api/outlets/1', { state: 'OFF' })).toMatchObject({
      status: 500,
      body: { code: 'HARDWARE_SILENT' },
    });
    await pdu.seconds(5);
    // It got the command, and has not followed.
    expect(await outlet()).toEqual({ ...before, lastSwitching: expect.objectContaining({ state: 'OFF', by: 'user' }) });
    expect((await admin.get('/api/device')).body).toMatchObject({
      readingFresh: false,
      readingAge: expect.any(Number),
    });

    await simulate({ bus: { failing: false } });
    await pdu.seconds(1);
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.state).toBe('OFF');
    expect((await admin.get('/api/device')).body.readingFresh).toBe(true);
  });

  it('shows the age of the readings while they are outdated, and only then', async () => {
    const age = async (path: string) => (await admin.get(path)).headers.get('x-reading-age');
    await pdu.poll();
    expect(await age('/api/outlets')).toBeNull();
    await simulate({ bus: { failing: true } });
    await pdu.seconds(4);
    const lists = ['outlets', 'banks', 'inlets', 'sensors', 'relayOutputs'].map((name) => `/api/${name}`);
    for (const list of lists) {
      const [{ id, sensorId = id }] = (await admin.get(list)).body;
      expect([list, await age(list), await age(`${list}/${sensorId}`)]).toEqual([list, '4', '4']);
    }
    expect((await admin.get('/api/outlets')).status).toBe(200);
    await simulate({ bus: { failing: false } });
    await pdu.seconds(1);
    expect(await age('/api/outlets')).toBeNull();
  });

  it('an outlet that leaves three commands in a row unanswered is Failed, until one works', async () => {
    const health = async () => (await outlet()).relayHealth;
    await simulate({ bus: { failing: true } });
    for (const seen of ['OK', 'OK', 'Failed']) {
      expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.code).toBe('HARDWARE_SILENT');
      expect(await health()).toBe(seen);
    }
    await simulate({ bus: { failing: false } });
    await pdu.seconds(1);
    expect(await outlet()).toMatchObject({ state: 'ON', relayHealth: 'Failed' });
    expect((await admin.get('/api/outlets/2')).body.relayHealth).toBe('OK');
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body).toMatchObject({
      state: 'OFF',
      relayHealth: 'OK',
    });
  });

  it('a slow bus only delays the answer', async () => {
    await simulate({ bus: { latencyMs: 200 } });
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body).toMatchObject({
      state: 'OFF',
      relayHealth: 'OK',
    });
  });

  it('a bus that answers too late is reported as a timeout, and the next reading shows the result', async () => {
    await simulate({ bus: { latencyMs: 2300 } });
    const answer = await admin.put('/api/outlets/1', { state: 'OFF' });
    expect(answer.body.code).toBe('HARDWARE_SILENT');
    await simulate({ bus: { latencyMs: 0 } });
    await eventually(async () => {
      await pdu.seconds(1); // the simulated bus uses real time
      return (await outlet()).voltageDetection === false;
    });
    expect(await outlet()).toMatchObject({ state: 'OFF', voltageDetection: false, relayHealth: 'OK' });
  }, 15_000);

  describe('a command that the hardware does not acknowledge', () => {
    const setOutlets = () => {
      const { outlets } = pdu.app.get(PduDriver);
      if (!outlets) throw new Error('This model switches.');
      return { outlets, drive: outlets.setOutlets.bind(outlets) };
    };

    it('succeeds when the reading shows that it was executed', async () => {
      const { outlets, drive } = setOutlets();
      const spy = jest.spyOn(outlets, 'setOutlets').mockImplementation(async (changes) => {
        await drive(changes);
        throw new Error('The acknowledgement was lost.');
      });
      const answer = await admin.put('/api/outlets/1', { state: 'OFF', outletName: 'Renamed' });
      expect([answer.status, answer.body.state, answer.body.outletName]).toEqual([200, 'OFF', 'Renamed']);
      expect(spy).toHaveBeenCalledTimes(1);
    });

    it('is reported as a timeout when the reading shows that it was not, and is not repeated', async () => {
      const spy = jest.spyOn(setOutlets().outlets, 'setOutlets').mockRejectedValue(new Error('lost'));
      const answer = await admin.put('/api/outlets/1', { state: 'OFF', outletName: 'Renamed' });
      expect([answer.status, answer.body.code]).toEqual([500, 'HARDWARE_SILENT']);
      expect(spy).toHaveBeenCalledTimes(1);
      expect(await outlet()).toMatchObject({ state: 'ON', outletName: 'Outlet 1', relayHealth: 'OK' });
      const [entry] = (await admin.get('/api/log?kind=outlet.fault')).body.entries;
      expect(entry).toMatchObject({ object: `outlet:${OUTLET}`, result: 'HARDWARE_SILENT' });
    });

    it('is reported for the outlets that did not move, and for no other', async () => {
      const { outlets, drive } = setOutlets();
      jest.spyOn(outlets, 'setOutlets').mockImplementation(async ([first, ...others]) => {
        await drive(others);
        throw new Error(`${first?.id} cannot be driven.`);
      });
      const { body } = await admin.put('/api/outlets', { outlets: [1, 2, 3], state: 'OFF' });
      expect(body.outlets.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, true, true]);
    });
  });

  it('one lost reading after a command is repeated', async () => {
    const driver = pdu.app.get(PduDriver);
    jest.spyOn(driver, 'read').mockRejectedValueOnce(new Error('lost'));
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body).toMatchObject({ state: 'OFF' });
  });

  it('a relay whose own reading says that it did not move is Failed, until it does', async () => {
    const { outlets } = pdu.app.get(PduDriver);
    if (!outlets) throw new Error('This model switches.');
    const spy = jest.spyOn(outlets, 'setOutlets').mockResolvedValue(undefined); // acknowledged, and nothing moves
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.code).toBe('RELAY_FAULT');
    expect(await outlet()).toMatchObject({ state: 'ON', voltageDetection: true, relayHealth: 'Failed' });
    spy.mockRestore();
    expect((await admin.put('/api/outlets/1', { state: 'ON' })).body.relayHealth).toBe('OK');
  });

  it('a group is switched except for a stuck relay', async () => {
    const group = await admin.post('/api/groups', { groupName: 'Rack', outlets: [1, 2, 3] });
    await simulate({ outlets: { [OUTLET]: { relayStuck: true } } });
    const answer = await admin.put(`/api/groups/${group.body.id}`, { state: 'OFF' });
    expect(answer.body).toMatchObject({ code: 'RELAY_FAULT', message: expect.stringContaining(OUTLET) });
    const health = (await admin.get('/api/outlets')).body
      .slice(0, 3)
      .map(({ state, relayHealth }: { state: string; relayHealth: string }) => [state, relayHealth]);
    expect(health).toEqual([
      ['OFF', 'Failed'],
      ['OFF', 'OK'],
      ['OFF', 'OK'],
    ]);
    const faults = (await admin.get('/api/log?kind=outlet.fault')).body.entries;
    expect(faults.map(({ object }: { object: string }) => object)).toEqual([`outlet:${OUTLET}`]);
  });

  it('an outlet behind a tripped breaker can be switched on without a relay fault', async () => {
    await simulate({ banks: { '1200578': { breakerClosed: false } } });
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).status).toBe(200);
    expect((await admin.put('/api/outlets/1', { state: 'ON' })).status).toBe(200);
    expect(await outlet()).toMatchObject({ state: 'ON', voltageDetection: false });
  });

  it('a tripped breaker is no fault of the relays behind it, but a welded one among them is', async () => {
    const outlets = pdu.app.get(OutletsService);
    const faults = () => outlets.visibleTo(ADMINISTRATOR).filter((each) => outlets.hasRelayFault(each) === true);
    const unhealthy = async () =>
      String((await admin.get('/metrics')).body).match(/^rackfeed_outlet_relay_healthy\{[^}]*\} 0$/gm) ?? [];
    const alarms = async () => (await admin.get('/api/alarms')).body.alarms.map(({ kind }: { kind: string }) => kind);
    await simulate({ banks: { '1200578': { breakerClosed: false } } });
    await pdu.seconds(1);
    expect(await outlet()).toMatchObject({ state: 'ON', voltageDetection: false, relayHealth: 'Failed' });
    expect([faults(), await unhealthy(), await alarms()]).toEqual([[], [], ['breakerTripped']]);
    await simulate({ banks: { '1200578': { breakerClosed: true } }, outlets: { [OUTLET]: { relayStuck: true } } });
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.code).toBe('RELAY_FAULT');
    await pdu.seconds(1);
    expect(faults().map(({ id }) => id)).toEqual([OUTLET]);
    expect([await unhealthy(), await alarms()]).toEqual([[expect.stringContaining(OUTLET)], ['relayFault']]);
  });

  it('two concurrent commands are executed one after the other, and each answers its measured state', async () => {
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
