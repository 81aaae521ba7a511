import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { OutletCommandsService } from '../../src/outlets/outlet-commands.service.js';
import { ADMIN_PASSWORD, aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = '1-1200578';

let pdu: Pdu;
let admin: Client;

const start = async (model?: string) => {
  pdu = await aPdu(model ? { model } : {});
  admin = await pdu.as('admin');
};
const stop = () => pdu.stop();
const outlet = async (id: number = 1) => (await admin.get(`/api/outlets/${id}`)).body;
const put = (body: unknown, id: number = 1) => admin.put(`/api/outlets/${id}`, body);
const protect = async (protection: string, id: number = 1) =>
  expect((await put({ protection }, id)).body).toMatchObject({ protection });
const isRefused = ({ status, body }: Answer) => status === 422 && body.code === 'OUTLET_PROTECTED';

describe('the protection of an outlet', () => {
  beforeAll(() => start());
  afterAll(stop);

  it('is "none" until it is set, and is always shown', async () => {
    expect((await admin.get('/api/outlets')).body.map((each: { protection: string }) => each.protection)).toEqual(
      pdu.model.outlets.map(() => 'none'),
    );
  });

  it.each([
    ['CONFIRM', 'confirm'],
    ['rebootonly', 'rebootOnly'],
    ['Locked', 'locked'],
    ['none', 'none'],
  ])('accepts %s in any case and answers %s', async (sent, answered) => {
    expect((await put({ protection: sent })).body.protection).toBe(answered);
    expect((await outlet()).protection).toBe(answered);
  });

  it.each(['shut', '', null, true, 1])('does not accept %j', async (protection) => {
    const answer = await put({ protection, state: 'OFF' });
    expect([answer.status, answer.body.details[0].field]).toEqual([422, 'protection']);
    expect(await outlet()).toMatchObject({ protection: 'none', state: 'ON' });
  });

  it('requires modifyOutlets for the outlet', async () => {
    const viewer = await pdu.as({ viewOutlets: [FIRST], modifyOutlets: ['2-1200578'] });
    expect((await viewer.put('/api/outlets/1', { protection: 'locked' })).status).toBe(403);
    expect((await viewer.put('/api/outlets/2', { protection: 'locked' })).status).toBe(200);
  });

  it('is in the audit log when it changes', async () => {
    await put({ protection: 'locked' }, 5);
    expect(JSON.stringify((await admin.get('/api/log')).body)).toContain('"protection":"locked"');
  });

  it('does not change by a confirmation alone, which is not stored', async () => {
    expect((await put({ confirm: true })).body.code).toBe('NOTHING_TO_CHANGE');
    expect((await put({ confirm: 'perhaps', outletName: 'x' })).status).toBe(422);
    expect(await outlet()).not.toHaveProperty('confirm');
  });
});

describe('an outlet with the protection confirm', () => {
  beforeEach(async () => {
    await start();
    await protect('confirm');
  });
  afterEach(stop);

  it.each(['OFF', 'REBOOT'])('refuses %s without a confirmation, and says what is required', async (state) => {
    for (const body of [{ state }, { state, confirm: false }, { state, outletName: 'Renamed' }]) {
      const answer = await put(body);
      expect(isRefused(answer)).toBe(true);
      expect(answer.body.message).toContain('"confirm": true');
    }
    await pdu.seconds(3);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none', outletName: 'Outlet 1' });
  });

  it('accepts OFF with a confirmation, and ON always', async () => {
    expect((await put({ state: 'OFF', confirm: 'true' })).body.state).toBe('OFF');
    expect((await put({ state: 'ON' })).body.state).toBe('ON');
    expect(JSON.stringify((await admin.get('/api/log')).body)).toContain('"confirmed":true');
  });

  it('is rebooted with one confirmation', async () => {
    expect((await put({ state: 'REBOOT', confirm: 1 })).body.rebootStatus).toBe('pendingOff');
    await pdu.seconds(1);
    expect((await outlet()).state).toBe('OFF');
    await pdu.seconds(5);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });
});

describe('an outlet with the protection rebootOnly', () => {
  beforeEach(async () => {
    await start();
    await protect('rebootOnly');
  });
  afterEach(stop);

  it('refuses OFF, confirmed or not', async () => {
    expect(isRefused(await put({ state: 'OFF' }))).toBe(true);
    expect(isRefused(await put({ state: 'OFF', confirm: true }))).toBe(true);
    expect((await outlet()).state).toBe('ON');
  });

  it('accepts a complete power cycle, during which OFF is refused and ON is not', async () => {
    expect((await put({ state: 'REBOOT' })).status).toBe(200);
    await pdu.seconds(2);
    expect(await outlet()).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    expect(isRefused(await put({ state: 'OFF' }))).toBe(true);
    expect(await outlet()).toMatchObject({ rebootStatus: 'pendingOn' });
    expect((await put({ state: 'ON' })).body).toMatchObject({ state: 'ON', rebootStatus: 'none' });
    await put({ state: 'REBOOT' });
    await pdu.seconds(6);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });
});

describe('a locked outlet', () => {
  beforeEach(async () => {
    await start();
    await protect('locked');
  });
  afterEach(stop);

  it.each(['ON', 'OFF', 'REBOOT'])('refuses %s, confirmed or not', async (state) => {
    expect(isRefused(await put({ state }))).toBe(true);
    expect(isRefused(await put({ state, confirm: true }))).toBe(true);
    await pdu.seconds(2);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('accepts every change other than switching', async () => {
    expect((await put({ outletName: 'Core', pwrOnState: 'ON', customRebootTime: 9 })).body).toMatchObject({
      outletName: 'Core',
      pwrOnState: 'ON',
      customRebootTime: 9,
    });
  });

  it('is not unlocked by the request that it refuses', async () => {
    expect(isRefused(await put({ protection: 'none', state: 'OFF' }))).toBe(true);
    expect(await outlet()).toMatchObject({ protection: 'locked', state: 'ON' });
    await protect('none');
    expect((await put({ protection: 'locked', state: 'OFF' })).body).toMatchObject({
      protection: 'locked',
      state: 'OFF',
    });
    expect(isRefused(await put({ state: 'ON' }))).toBe(true);
  });

  it('is turned on by a reboot that was accepted before the lock', async () => {
    await put({ state: 'REBOOT' }, 2);
    await pdu.seconds(2);
    await protect('locked', 2);
    await pdu.seconds(4);
    expect(await outlet(2)).toMatchObject({ state: 'ON', rebootStatus: 'none', protection: 'locked' });
  });
});

describe('the protection cannot be bypassed', () => {
  beforeEach(() => start());
  afterEach(stop);

  const aGroup = async () => {
    const outlets = [1, 2, 3];
    const group = await admin.post('/api/groups', { groupName: 'Rack', outlets, groupRebootSequenceDelay: 2 });
    return `/api/groups/${group.body.id}`;
  };
  const states = async () =>
    (await admin.get('/api/outlets')).body.slice(0, 3).map(({ state }: { state: string }) => state);

  it.each(['ON', 'OFF', 'REBOOT'])('by a group: with a locked outlet, it refuses %s as a whole', async (state) => {
    const path = await aGroup();
    await put({ state: 'OFF' }, 1);
    await protect('locked', 3);
    const answer = await admin.put(path, { state, confirm: true, groupName: 'Renamed' });
    expect(isRefused(answer)).toBe(true);
    expect(answer.body.message).toContain('3-1200578');
    await pdu.seconds(10);
    expect(await states()).toEqual(['OFF', 'ON', 'ON']);
    expect((await admin.get(path)).body.groupName).toBe('Rack');
    const kinds = (await admin.get('/api/log')).body.entries.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('group.switch');
  });

  it('by a group: it requires the confirmation that one of its outlets requires', async () => {
    const path = await aGroup();
    await protect('confirm', 2);
    expect(isRefused(await admin.put(path, { state: 'OFF' }))).toBe(true);
    expect(isRefused(await admin.put(path, { state: 'REBOOT' }))).toBe(true);
    expect((await admin.put(path, { state: 'OFF', confirm: true })).status).toBe(200);
    expect(await states()).toEqual(['OFF', 'OFF', 'OFF']);
    expect((await admin.put(path, { state: 'ON' })).status).toBe(200);
    await pdu.seconds(5);
    expect((await admin.put(path, { state: 'REBOOT', confirm: true })).status).toBe(200);
    await pdu.seconds(1);
    expect(await states()).toEqual(['OFF', 'OFF', 'OFF']);
    await pdu.seconds(12);
    expect(await states()).toEqual(['ON', 'ON', 'ON']);
  });

  it('but a sequence accepted before the lock turns its outlets on', async () => {
    const path = await aGroup();
    await admin.put(path, { state: 'OFF' });
    await admin.put(path, { state: 'ON' });
    await protect('locked', 3);
    await pdu.seconds(5);
    expect(await states()).toEqual(['ON', 'ON', 'ON']);
  });

  it('by a legacy tool: it gets $AF', async () => {
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    const credentials = Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64');
    const basic = pdu.with({ authorization: `Basic ${credentials}` });
    await protect('confirm', 1);
    for (const command of ['$A3 1 0', '$A4 1', '$A7 0', 'rly=0', 'rb=0']) {
      expect((await basic.get(`/cmd.cgi?${encodeURIComponent(command)}`)).body).toBe('$AF');
    }
    expect(await states()).toEqual(['ON', 'ON', 'ON']);
    expect((await basic.get('/cmd.cgi?$A3%201%201')).body).toBe('$A0');
  });

  it('by an automation: a command that requires a confirmation is refused', async () => {
    const outlets = pdu.app.get(OutletCommandsService);
    const cause = { kind: 'action', who: 'Overload' } as const;
    await protect('confirm');
    await expect(outlets.command(['1', '2'], 'OFF', cause)).rejects.toMatchObject({ code: 'OUTLET_PROTECTED' });
    expect(await states()).toEqual(['ON', 'ON', 'ON']);
    await outlets.command(['1', '2'], 'ON', cause);
  });
});

describe('when the PDU loses its mains, protected outlets', () => {
  afterEach(stop);

  it('are set to their power-on state nevertheless', async () => {
    await start('switched-8');
    await admin.post('/api/conf', { deviceSequentialPowerUpDelay: 0 });
    const protections = ['locked', 'locked', 'rebootOnly', 'confirm'];
    for (const [place, protection] of protections.entries()) {
      await put({ protection, pwrOnState: place % 2 === 0 ? 'OFF' : 'ON' }, place + 1);
    }
    await admin.post('/api/simulator/powerCycle');
    await pdu.poll();
    await pdu.seconds(2);
    const states = (await admin.get('/api/outlets')).body.map(({ state }: { state: string }) => state);
    expect(states).toEqual(['OFF', 'ON', 'OFF', 'ON', 'ON', 'ON', 'ON', 'ON']);
  });
});

describe('a restart of the controller', () => {
  it('preserves the protection, and completes the reboot of an outlet that is now locked', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rackfeed-protection-'));
    pdu = await aPdu({ dataDir });
    admin = await pdu.as('admin');
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    await protect('locked');
    await pdu.stop();
    pdu = await aPdu({ dataDir, clock: pdu.clock });
    admin = await pdu.as('admin');
    await pdu.seconds(5);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none', protection: 'locked' });
    expect(isRefused(await put({ state: 'OFF' }))).toBe(true);
    await stop();
    await rm(dataDir, { recursive: true });
  });
});

describe('a model without switching', () => {
  afterEach(stop);

  it('stores a protection, which has no effect', async () => {
    await start('metered-24');
    await protect('locked');
    expect((await put({ state: 'OFF' })).body.code).toBe('OUTLET_NOT_SWITCHABLE');
    expect(pdu.app.get(PduDriver).outlets).toBeUndefined();
  });
});
