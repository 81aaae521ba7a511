/** Events and actions of a whole controller, as an operator would describe them. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PingProbe } from '../../src/probes/ping.probe.js';
import { SimulatorDriver } from '../../src/hardware/drivers/simulator/simulator.driver.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';
import { freePort } from '../support/servers/free-port.js';

let pdu: Pdu;
let admin: Client;

async function aRunningPdu(model = 'single-phase-16', clock?: string): Promise<void> {
  pdu = await aPdu({ model });
  admin = await pdu.as('admin');
  if (clock) pdu.clock.setWall(Date.parse(clock));
}
afterEach(() => pdu.stop());

const anAction = async (code: number, ...params: string[]): Promise<number> =>
  made(await admin.post('/api/actions', { name: `action ${params.join(' ')}`, code, params }));
const anEvent = async (code: number, params: string[], ...actions: number[]): Promise<number> =>
  made(await admin.post('/api/events', { name: `event ${code}`, code, params, actions }));
function made({ status, body }: Answer): number {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.id;
}
const simulate = (change: object) => admin.patch('/api/simulator', change);
const plug = (outlet: string, loadAmps: number) => simulate({ outlets: { [outlet]: { loadAmps, powerFactor: 1 } } });
const state = async (outlet: string): Promise<string> => (await admin.get(`/api/outlets/${outlet}`)).body.state;
const event = async (id: number) => (await admin.get(`/api/events/${id}`)).body;
const firings = async (id: number) => (await admin.get(`/api/events/${id}/history`)).body.firings;

const PRINTER = '8-1200578';
const SERVER = '1-1200578';

describe('an overload', () => {
  it('sheds the printer when bank 1 stays above 16 A for three seconds', async () => {
    await aRunningPdu();
    await anEvent(31, ['1200578', '16', '3'], await anAction(11, PRINTER, 'OFF'));
    await plug(PRINTER, 6);
    await plug(SERVER, 11);
    await pdu.seconds(2);
    expect(await state(PRINTER)).toBe('ON');
    await pdu.seconds(2);
    expect([await state(PRINTER), await state(SERVER)]).toEqual(['OFF', 'ON']);
  });

  it('that is over before three seconds sheds nothing', async () => {
    await aRunningPdu();
    await anEvent(31, ['any', '16', '3'], await anAction(11, PRINTER, 'OFF'));
    await plug(PRINTER, 17);
    await pdu.seconds(1);
    await plug(PRINTER, 3);
    await pdu.seconds(10);
    expect(await state(PRINTER)).toBe('ON');
  });
});

describe('a transfer switch', () => {
  it('notifies when inlet A fails and when it recovers', async () => {
    await aRunningPdu('ats-8');
    const [away, back] = [await anEvent(55, []), await anEvent(56, [])];
    const inlet = (await admin.get('/api/inlets')).body[0].id;
    await pdu.seconds(2);
    await simulate({ inlets: { [inlet]: { powered: false } } });
    await pdu.seconds(2);
    expect([(await event(away)).triggered, (await event(back)).triggered]).toEqual([true, false]);
    await simulate({ inlets: { [inlet]: { powered: true } } });
    await pdu.seconds(2);
    expect([(await firings(away)).length, (await firings(back)).length]).toEqual([1, 1]);
  });
});

describe('the nightly reboot', () => {
  it('happens once a night', async () => {
    await aRunningPdu('single-phase-16', '2026-03-02T02:59:55Z');
    const nightly = await anEvent(53, ['03:00'], await anAction(12, SERVER));
    await pdu.seconds(6);
    expect(await state(SERVER)).toBe('OFF');
    await pdu.seconds(10);
    expect(await state(SERVER)).toBe('ON');
    await pdu.seconds(60);
    expect(await firings(nightly)).toHaveLength(1);
  });
});

describe('accessories', () => {
  it('switch the devices on their contacts', async () => {
    await aRunningPdu();
    await anEvent(62, ['B', '1', '1'], await anAction(11, PRINTER, 'OFF'));
    await anEvent(64, ['B', 'ON'], await anAction(11, PRINTER, 'ON'));
    const unplugged = await anEvent(65, ['A', 'disconnect']);
    await pdu.seconds(1);
    await simulate({ sensors: { B: { digitalInputs: { '1': 'HI' } } } });
    await pdu.seconds(2);
    expect(await state(PRINTER)).toBe('OFF');
    await simulate({ sensors: { B: { userSwitch: true }, A: { connected: false } } });
    await pdu.seconds(1);
    expect([await state(PRINTER), (await event(unplugged)).triggered]).toEqual(['ON', true]);
  });
});

describe('a breaker', () => {
  it('triggers an event when it trips, and when its power returns', async () => {
    await aRunningPdu();
    const [trip, recovery] = [await anEvent(30, ['any']), await anEvent(59, ['1200578'])];
    await pdu.seconds(1);
    await simulate({ banks: { '1200578': { breakerClosed: false } } });
    await pdu.seconds(1);
    expect([(await event(trip)).triggered, (await event(recovery)).triggered]).toEqual([true, false]);
    await simulate({ banks: { '1200578': { breakerClosed: true } } });
    await pdu.seconds(1);
    expect([(await event(trip)).triggered, (await event(recovery)).triggered]).toEqual([false, true]);
  });

  it('or the mains of the whole PDU trigger one event per bank when they return', async () => {
    await aRunningPdu();
    const recovery = await anEvent(59, ['any']);
    await pdu.seconds(2);
    await admin.post('/api/simulator/powerCycle');
    await pdu.seconds(30);
    const banks = (await firings(recovery)).map(({ objectId }: { objectId: string }) => objectId);
    expect(banks.sort()).toEqual(['1200578', '1200579']);
  });
});

describe('an event that stands for any outlet', () => {
  it('triggers for each of them separately, also over a restart, and its actions get the outlet', async () => {
    await aRunningPdu();
    const id = await anEvent(45, ['any', '2', '0'], await anAction(11, PRINTER, 'ON'));
    await plug(SERVER, 5);
    await pdu.seconds(3);
    await plug(PRINTER, 4);
    await pdu.seconds(1);
    expect(await firings(id)).toMatchObject([
      { objectId: PRINTER, reading: { value: expect.closeTo(4, 0) }, actions: [{ result: 'ok' }] },
      { objectId: SERVER, reading: { value: expect.closeTo(5, 0) }, actions: [{ result: 'ok' }] },
    ]);
    await plug(SERVER, 1);
    await pdu.seconds(1);
    expect(await event(id)).toMatchObject({ triggered: true, numTicksBeyond: 1 });
    await plug(PRINTER, 1);
    await pdu.seconds(1);
    expect(await event(id)).toMatchObject({ triggered: false, numTicksBeyond: 0 });
  });

  it('shows the outlet of each run when two trigger at once', async () => {
    await aRunningPdu();
    const id = await anEvent(45, ['any', '2', '0'], await anAction(11, PRINTER, 'ON'));
    await simulate({ outlets: { [SERVER]: { loadAmps: 5 }, [PRINTER]: { loadAmps: 4 } } });
    await pdu.seconds(1);
    const logged = await firings(id);
    expect(logged.map(({ actions }: { actions: unknown[] }) => actions.length)).toEqual([1, 1]);
  });
});

describe('an action that waits for its next attempt', () => {
  it('is not executed once it has become another action', async () => {
    await aRunningPdu();
    const action = await anAction(20, `http://127.0.0.1:${await freePort()}/`, '');
    const id = await anEvent(45, [SERVER, '2', '0'], action);
    await plug(SERVER, 5);
    await pdu.seconds(2);
    expect((await firings(id))[0].actions).toMatchObject([{ state: 'pending' }]);
    const other = { name: 'shed the printer', code: 11, params: [PRINTER, 'OFF'] };
    expect((await admin.put(`/api/actions/${action}`, other)).status).toBe(200);
    await pdu.seconds(10);
    expect((await firings(id))[0].actions).toMatchObject([{ result: 'DELETED' }]);
    expect(await state(PRINTER)).toBe('ON');
  });
});

describe('an event that is new', () => {
  it('uses the newest snapshot as its baseline, so that a transfer in its first second counts', async () => {
    await aRunningPdu('ats-8');
    const inlet = (await admin.get('/api/inlets')).body[0].id;
    await pdu.seconds(2);
    const away = await anEvent(55, []);
    await simulate({ inlets: { [inlet]: { powered: false } } });
    await pdu.seconds(1);
    expect(await firings(away)).toHaveLength(1);
  });

  it('uses the last reading as its baseline while the hardware does not answer, and misses no transfer', async () => {
    await aRunningPdu('ats-8');
    const inlet = (await admin.get('/api/inlets')).body[0].id;
    await pdu.seconds(2);
    await simulate({ bus: { failing: true } });
    await pdu.seconds(1);
    const away = await anEvent(55, []);
    await simulate({ bus: { failing: false }, inlets: { [inlet]: { powered: false } } });
    await pdu.seconds(1);
    expect(await firings(away)).toHaveLength(1);
  });

  it('has no baseline before the hardware has answered once', async () => {
    const read = jest.spyOn(SimulatorDriver.prototype, 'read').mockRejectedValue(new Error('no answer'));
    await aRunningPdu();
    const plugged = await anEvent(65, ['A', 'connect']);
    read.mockRestore();
    await pdu.seconds(2);
    expect(await firings(plugged)).toEqual([]);
  });

  it('counts the seconds beyond from when it was saved', async () => {
    await aRunningPdu();
    await plug(SERVER, 5);
    await pdu.seconds(5);
    const id = await anEvent(45, [SERVER, '2', '3']);
    await pdu.seconds(2);
    expect(await event(id)).toMatchObject({ triggered: false, numTicksBeyond: 2 });
    await pdu.seconds(1);
    expect(await event(id)).toMatchObject({ triggered: true, numTicksBeyond: 3 });
  });
});

describe('a router that does not answer', () => {
  it('is rebooted once after three failed pings, and again only if it has answered meanwhile', async () => {
    await aRunningPdu();
    let answers = true;
    const sent = jest.spyOn(pdu.app.get(PingProbe, { strict: false }), 'ping').mockImplementation(async () => answers);
    const id = await anEvent(12, ['192.0.2.1', '3', 'eth1'], await anAction(12, SERVER));
    await pdu.seconds(5);
    expect(sent).toHaveBeenCalledWith({ target: '192.0.2.1', networkInterface: 'eth1', limit: expect.any(Number) });
    expect(await firings(id)).toHaveLength(0);
    answers = false;
    await pdu.seconds(20);
    expect(await firings(id)).toMatchObject([{ objectId: '192.0.2.1', actions: [{ result: 'ok' }] }]);
    answers = true;
    await pdu.seconds(2);
    expect((await event(id)).triggered).toBe(false);
    answers = false;
    await pdu.seconds(5);
    expect(await firings(id)).toHaveLength(2);
    await admin.delete(`/api/events/${id}`);
    sent.mockClear();
    await pdu.seconds(3);
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('two conflicting events', () => {
  it('stop when their chain is too deep, and the outlet can still be switched by hand', async () => {
    await aRunningPdu();
    await plug(SERVER, 5);
    const off = await anEvent(45, [SERVER, '2', '0'], await anAction(11, SERVER, 'OFF'));
    await anEvent(46, [SERVER, '1', '0'], await anAction(11, SERVER, 'ON'));
    await pdu.seconds(60);
    const moves = (await admin.get(`/api/log?kind=outlet.switch&object=outlet:${SERVER}`)).body.entries;
    expect(moves.length).toBeGreaterThan(1);
    expect(moves.length).toBeLessThanOrEqual(6);
    expect((await firings(off)).at(0).depth).toBeGreaterThan(1);
    expect((await admin.put(`/api/outlets/${SERVER}`, { state: 'OFF' })).body.state).toBe('OFF');
  });
});

describe('the reading that a switching asks for', () => {
  it('affects no event: two that trigger each other switch at most once a second, until their chain is too deep', async () => {
    await aRunningPdu();
    await plug(SERVER, 5);
    await anEvent(45, [SERVER, '2', '0'], await anAction(11, SERVER, 'OFF'));
    await anEvent(46, [SERVER, '1', '0'], await anAction(11, SERVER, 'ON'));
    const moves = async () =>
      (await admin.get(`/api/log?kind=outlet.switch&object=outlet:${SERVER}`)).body.entries.length as number;
    let before = 0;
    for (let second = 0; second < 20; second++) {
      await pdu.seconds(1);
      const now = await moves();
      expect(now - before).toBeLessThanOrEqual(1);
      before = now;
    }
    expect(before).toBeGreaterThan(1);
    expect(before).toBeLessThanOrEqual(6);
    expect((await admin.get('/api/log?result=TOO_DEEP')).body.entries.length).toBeGreaterThan(0);
  });

  it('triggers no event and counts no second, although every client gets it', async () => {
    await aRunningPdu();
    const id = await anEvent(46, [SERVER, '1', '0']);
    await plug(SERVER, 5);
    await pdu.seconds(2);
    await admin.put(`/api/outlets/${SERVER}`, { state: 'OFF' });
    expect((await admin.get(`/api/outlets/${SERVER}`)).body.currentRms).toBe(0);
    expect((await event(id)).triggered).toBe(false);
    await pdu.seconds(1);
    expect((await event(id)).triggered).toBe(true);
  });
});

describe('a relay that automations move repeatedly', () => {
  const paused = async (id: number) => (await admin.get(`/api/events/${id}/explain`)).body.paused;
  const runs = async (id: number): Promise<string[]> =>
    (await firings(id)).flatMap(({ actions }: { actions: { result: string }[] }) =>
      actions.map(({ result }) => result),
    );
  /** Lets seconds pass and counts how often a relay moves; some move twice in a second. */
  const moves = async (state: () => Promise<string>, seconds: number): Promise<number> => {
    let [count, before] = [0, await state()];
    for (let second = 0; second < seconds; second++) {
      await pdu.seconds(1);
      const now = await state();
      if (now !== before) count++;
      before = now;
    }
    return count;
  };
  const printer = () => state(PRINTER);

  it('is not moved for ten minutes after six moves, which is reported and logged; users can still switch it', async () => {
    await aRunningPdu();
    const off = await anEvent(54, ['7'], await anAction(11, PRINTER, 'OFF'));
    const on = await anEvent(54, ['5'], await anAction(11, PRINTER, 'ON'));
    expect(await moves(printer, 60)).toBe(6);
    expect(await paused(off)).toEqual([{ id: PRINTER, until: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect(await runs(off)).toContain('PAUSED');
    const log = (await admin.get(`/api/log?kind=automation.pause`)).body.entries;
    expect(log).toMatchObject([{ object: `outlet:${PRINTER}`, after: { movesInAMinute: 6 } }]);

    for (const state of ['OFF', 'ON', 'OFF', 'ON', 'OFF', 'ON', 'OFF', 'ON']) {
      expect((await admin.put(`/api/outlets/${PRINTER}`, { state })).body.state).toBe(state);
    }
    expect(await paused(on)).toHaveLength(1);
    expect(await moves(printer, 30)).toBe(0);

    pdu.clock.advance(600_000);
    expect(await moves(printer, 20)).toBeGreaterThan(1);
  });

  it('may be a relay output; another outlet of the same events is still switched', async () => {
    await aRunningPdu();
    const [{ id, relayName }] = (await admin.get('/api/relayOutputs')).body;
    await anEvent(54, ['7'], await anAction(22, relayName, 'ON'));
    await anEvent(54, ['5'], await anAction(22, relayName, 'OFF'));
    const slow = await anEvent(54, ['20'], await anAction(12, SERVER));
    const relay = async () => (await admin.get(`/api/relayOutputs/${id}`)).body.state;
    expect(await moves(relay, 50)).toBe(6);
    expect(await runs(slow)).toEqual(['ok', 'ok']);
    expect(await paused(slow)).toBeUndefined();
  });

  it('is not limited by commands that change nothing, nor by those that its protection refuses', async () => {
    await aRunningPdu();
    const id = await anEvent(54, ['5'], await anAction(11, PRINTER, 'ON'));
    await admin.put(`/api/outlets/${SERVER}`, { protection: 'locked' });
    const refused = await anEvent(54, ['5'], await anAction(11, SERVER, 'OFF'));
    await pdu.seconds(51);
    expect([await paused(id), await paused(refused)]).toEqual([undefined, undefined]);
    expect(new Set(await runs(refused))).toEqual(new Set(['OUTLET_PROTECTED']));
  });

  it('stops moving when a load that it switches off triggers the event for a current too low', async () => {
    await aRunningPdu();
    await plug(SERVER, 0.3);
    const low = await anEvent(46, [SERVER, '0.5', '2'], await anAction(12, SERVER));
    const server = () => state(SERVER);
    expect(await moves(server, 300)).toBeLessThanOrEqual(6);
    expect(await moves(server, 120)).toBe(0);
    expect((await event(low)).triggered).toBe(true);
  });
});

describe('an event that triggers every second', () => {
  it('runs its action and writes to the log at most ten times a minute', async () => {
    await aRunningPdu();
    const id = await anEvent(54, ['1'], await anAction(11, PRINTER, 'ON'));
    await pdu.seconds(61);
    const logged = (await admin.get(`/api/log?kind=event.trigger&object=event:${id}&limit=500`)).body.entries;
    expect((await firings(id)).length).toBeLessThanOrEqual(12);
    expect(logged.length).toBeLessThanOrEqual(12);
    expect((await event(id)).triggered).toBe(true);
    await pdu.seconds(60);
    expect((await firings(id)).length).toBeGreaterThan(12);
  });
});

describe('the kWh meter', () => {
  it('triggers once above its limit, and again after it was reset', async () => {
    await aRunningPdu();
    await plug(SERVER, 10);
    await pdu.seconds(1);
    const now = (await admin.get('/api/banks/1200578')).body.energyAccumulation as number;
    const id = await anEvent(38, ['1200578', String(now + 0.01)]);
    await pdu.seconds(60);
    expect(await firings(id)).toHaveLength(1);
  });
});
