import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Db } from '../../src/database/db.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = '1-1200578';
const SECOND = '2-1200578';

let pdu: Pdu;
let admin: Client;

const start = async (model?: string) => {
  pdu = await aPdu(model ? { model } : {});
  admin = await pdu.as('admin');
};
const stop = () => pdu.stop();
const put = (body: unknown) => admin.put('/api/outlets', body);
const states = async () =>
  (await admin.get('/api/outlets')).body.slice(0, 4).map(({ state }: { state: string }) => state);

describe('PUT /api/outlets', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('switches the outlets of the list, by id or index, and answers in the order of the list', async () => {
    const { status, body } = await put({ outlets: [3, FIRST], state: 'off' });
    expect(status).toBe(200);
    expect(body).toEqual({
      outlets: [
        { id: '3-1200578', ok: true, outlet: expect.objectContaining({ id: '3-1200578', state: 'OFF' }) },
        { id: FIRST, ok: true, outlet: expect.objectContaining({ id: FIRST, state: 'OFF' }) },
      ],
      undo: expect.objectContaining({ token: expect.any(String) }),
    });
    expect(body.outlets[1].outlet).toEqual((await admin.get(`/api/outlets/${FIRST}`)).body);
    expect(await states()).toEqual(['OFF', 'ON', 'OFF', 'ON']);
    await put({ outlets: ['1', '2', '3'], state: 'ON' });
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
  });

  it('stores all intents in one commit and drives the relays with one command', async () => {
    const driver = pdu.app.get(PduDriver);
    const drive = jest.spyOn(driver.outlets as NonNullable<typeof driver.outlets>, 'setOutlets');
    const write = jest.spyOn(pdu.app.get(Db), 'transaction');
    await put({ outlets: pdu.model.outlets.map(({ id }) => id), state: 'OFF' });
    expect(drive).toHaveBeenCalledTimes(1);
    expect(drive.mock.calls[0]?.[0]).toHaveLength(pdu.model.outlets.length);
    // the transaction; nested writes join it
    expect(write.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('reboots each with its own off time', async () => {
    await admin.put('/api/outlets/2', { customRebootTimeEnabled: true, customRebootTime: 2 });
    const { body } = await put({ outlets: [1, 2], state: 'REBOOT' });
    expect(body.outlets.map(({ outlet }: { outlet: { rebootStatus: string } }) => outlet.rebootStatus)).toEqual([
      'pendingOff',
      'pendingOff',
    ]);
    await pdu.seconds(3);
    expect(await states()).toEqual(['OFF', 'ON', 'ON', 'ON']);
    await pdu.seconds(3);
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
  });

  it('cancels the power cycles of its outlets and wins', async () => {
    await admin.put('/api/outlets/1', { state: 'REBOOT' });
    await pdu.seconds(2);
    await put({ outlets: [1, 2], state: 'OFF' });
    await pdu.seconds(10);
    expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'ON']);
  });

  it('reports a relay that does not follow beside those that do', async () => {
    await admin.patch('/api/simulator', { outlets: { [SECOND]: { relayStuck: true } } });
    const { status, body } = await put({ outlets: [1, 2, 3], state: 'OFF' });
    expect(status).toBe(200);
    expect(body.outlets).toEqual([
      { id: FIRST, ok: true, outlet: expect.objectContaining({ state: 'OFF', relayHealth: 'OK' }) },
      { id: SECOND, ok: false, error: expect.objectContaining({ statusCode: 500, code: 'RELAY_FAULT' }) },
      { id: '3-1200578', ok: true, outlet: expect.objectContaining({ state: 'OFF' }) },
    ]);
    expect((await admin.get('/api/outlets/2')).body.relayHealth).toBe('Failed');
    const faults = (await admin.get('/api/log?kind=outlet.fault')).body.entries;
    expect(faults.map(({ object }: { object: string }) => object)).toEqual([`outlet:${SECOND}`]);
  });

  it('reports every outlet when the hardware does not respond', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    const { status, body } = await put({ outlets: [1, 2], state: 'OFF' });
    expect(status).toBe(200);
    expect(body.outlets.map(({ ok, error }: { ok: boolean; error: { code: string } }) => [ok, error.code])).toEqual([
      [false, 'HARDWARE_SILENT'],
      [false, 'HARDWARE_SILENT'],
    ]);
  });

  it.each([
    [{}, 'outlets'],
    [{ outlets: [1] }, 'state'],
    [{ state: 'OFF' }, 'outlets'],
    [{ outlets: [], state: 'OFF' }, 'outlets'],
    [{ outlets: '1', state: 'OFF' }, 'outlets'],
    [{ outlets: [1, {}], state: 'OFF' }, 'outlets'],
    [{ outlets: [1, 99], state: 'OFF' }, 'outlets'],
    [{ outlets: [1, 2, FIRST], state: 'OFF' }, 'outlets'],
    [{ outlets: [1], state: 'TOGGLE' }, 'state'],
    [{ outlets: [1], state: 'OFF', confirm: 'maybe' }, 'confirm'],
  ])('refuses %j and moves nothing', async (body, field) => {
    const answer = await put(body);
    expect(answer.status).toBe(422);
    expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
  });

  it('names an outlet that is unknown or repeated', async () => {
    expect((await put({ outlets: [1, '77-1200578'], state: 'OFF' })).body).toMatchObject({
      code: 'OUTLET_IN_LIST_UNKNOWN',
      message: expect.stringContaining('77-1200578'),
    });
    expect((await put({ outlets: [2, 1, SECOND], state: 'OFF' })).body).toMatchObject({
      code: 'OUTLET_IN_LIST_REPEATED',
      message: expect.stringContaining(SECOND),
    });
  });

  it('moves nothing when one outlet is protected', async () => {
    await admin.put('/api/outlets/3', { protection: 'confirm' });
    const answer = await put({ outlets: [1, 2, 3], state: 'OFF' });
    expect([answer.status, answer.body.code]).toEqual([422, 'OUTLET_PROTECTED']);
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    expect((await put({ outlets: [1, 2, 3], state: 'OFF', confirm: true })).status).toBe(200);
    expect(await states()).toEqual(['OFF', 'OFF', 'OFF', 'ON']);
  });
});

describe('permissions to switch several outlets', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('are refused without a credential, and to a role that lists no outlet', async () => {
    expect((await pdu.request('PUT', '/api/outlets', { outlets: [1], state: 'OFF' })).status).toBe(401);
    const viewer = await pdu.as({ viewOutlets: [FIRST] });
    const answer = await viewer.put('/api/outlets', 'not json');
    expect([answer.status, answer.body.code]).toEqual([403, 'NO_OUTLET_ALLOWED']);
  });

  it('belong to a role that lists every one of them', async () => {
    const operator = await pdu.as({ modifyOutlets: [FIRST, SECOND] });
    for (const outlets of [
      [1, 3],
      [1, 99, 3],
    ]) {
      const answer = await operator.put('/api/outlets', { outlets, state: 'OFF' });
      expect([answer.status, answer.body.code]).toEqual([403, 'OUTLET_NOT_ALLOWED']);
    }
    expect(await states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    expect((await operator.put('/api/outlets', { outlets: [1, 2], state: 'OFF' })).status).toBe(200);
    expect(await states()).toEqual(['OFF', 'OFF', 'ON', 'ON']);
  });
});

describe('models', () => {
  afterEach(stop);

  it('that cannot switch refuse', async () => {
    await start('metered-24');
    expect((await put({ outlets: [1], state: 'OFF' })).body.code).toBe('OUTLET_NOT_SWITCHABLE');
  });

  it('without outlets have no such path, whatever is sent', async () => {
    await start('inlet-metered');
    const answer = await put('not json');
    expect([answer.status, answer.body.code]).toEqual([404, 'OUTLETS_NOT_AVAILABLE']);
  });
});
