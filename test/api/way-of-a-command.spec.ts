/** The steps of a command on its way, and how often it takes each. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { BanksService } from '../../src/banks/banks.service.js';
import { GroupStore } from '../../src/groups/group.store.js';
import { GroupsService } from '../../src/groups/groups.service.js';
import { RelayControlService } from '../../src/hardware/relays/relay-control.service.js';
import type { SwitchCheck } from '../../src/hardware/relays/switch-command.js';
import { OutletsService } from '../../src/outlets/outlets.service.js';
import { RelayOutputsService } from '../../src/relay-outputs/relay-outputs.service.js';
import { SensorsService } from '../../src/sensors/sensors.service.js';
import { SwitchingService } from '../../src/switching/switching.service.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = '1-1200578';

let pdu: Pdu;
let admin: Client;
beforeEach(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterEach(() => pdu.stop());

describe('a change of a name alone', () => {
  it.each([
    [`/api/outlets/${FIRST}`, { outletName: 'Router' }],
    ['/api/relayOutput/1', { relayName: 'Siren' }],
  ])('at %s reads nothing from the database', async (path, change) => {
    const statements = jest.spyOn(pdu.app.get(DataSource).createQueryRunner(), 'query'); // SQLite has only one
    expect((await admin.put(path, change)).body).toMatchObject(change);
    const texts = statements.mock.calls.map(([text]) => text);
    expect(texts.filter((text) => text.startsWith('INSERT'))).toHaveLength(2); // the row and its audit record
    expect(texts.filter((text) => text.startsWith('SELECT'))).toEqual([]);
  });
});

describe('the checks of relay control', () => {
  const group = async () =>
    (await admin.post('/api/groups', { groupName: 'Rack', outlets: ['1', '2', '3'] })).body as { id: string };

  it.each(['ON', 'OFF', 'REBOOT'])('judge a command %s once, and nothing that follows from it', async (state) => {
    const check = jest.fn<SwitchCheck>();
    pdu.app.get(RelayControlService).addCheck(check);
    const { id } = await group();
    for (const [path, body, relays] of [
      ['/api/outlets/1', { state, outletName: 'Router' }, 1],
      ['/api/outlets', { state, outlets: ['1', '2', '3'] }, 3],
      [`/api/groups/${id}`, { state, groupRebootSequenceDelay: 1 }, 3],
      ['/api/relayOutput/1', { state }, 1],
    ] as const) {
      check.mockClear();
      expect([path, (await admin.put(path, body)).status]).toEqual([path, 200]);
      await pdu.seconds(12);
      expect([path, check.mock.calls.map(([requests]) => requests.length)]).toEqual([path, [relays]]);
    }
  });

  it('judge a command of an automation and of a legacy tool once', async () => {
    const check = jest.fn<SwitchCheck>();
    pdu.app.get(RelayControlService).addCheck(check);
    await pdu.app.get(GroupsService).command((await group()).id, 'REBOOT', { kind: 'action', who: 'Overload' });
    await pdu.seconds(12);
    expect(check).toHaveBeenCalledTimes(1);
    await admin.post('/api/conf', { webApiPasswordEnabled: true });
    expect((await admin.get('/cmd.cgi?$A7%200')).body).toBe('$A0');
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('cannot be passed by: relay control moves no relay that a command was not accepted for', async () => {
    const relays = pdu.app.get(RelayControlService);
    const command = relays.accept([{ relay: FIRST, command: 'OFF' }], { kind: 'session', who: 'admin' });
    await expect(relays.switch([{ id: '2-1200578', state: 'OFF' }], command)).rejects.toThrow('not accepted');
    expect((await admin.get('/api/outlets/2')).body).toMatchObject({ state: 'ON' });
  });
});

describe('what the path names', () => {
  it.each([
    ['outlet', OutletsService, '/api/outlets/1', { state: 'OFF', outletName: 'Router' }],
    ['relay output', RelayOutputsService, '/api/relayOutput/1', { state: 'ON', relayName: 'Siren' }],
    ['bank', BanksService, '/api/banks/1200578', { bankName: 'Left' }],
    ['sensor', SensorsService, '/api/sensors/SA-1000036', { sensorName: 'Door' }],
  ] as const)('is looked up once by a GET and once by a PUT: the %s', async (_, service, path, change) => {
    const found = jest.spyOn(pdu.app.get<{ find: (id: string) => unknown }>(service), 'find');
    for (const send of [() => admin.get(path), () => admin.put(path, change)]) {
      found.mockClear();
      expect((await send()).status).toBe(200);
      expect(found).toHaveBeenCalledTimes(1);
    }
  });

  it('stays the group that a waiting command meant, even if another has its place by then', async () => {
    const made = [];
    for (const outlets of [['1'], ['2'], ['3']]) {
      made.push(
        (await admin.post('/api/groups', { groupName: `Group ${String(outlets)}`, outlets })).body as { id: string },
      );
    }
    const [first] = made;
    await admin.delete(`/api/groups/${first?.id}`); // now place 1 is that of the second group
    let release = (): void => undefined;
    void pdu.app.get(SwitchingService).first(() => new Promise<void>((resolve) => (release = resolve)));
    const answer = admin.put('/api/groups/1', { state: 'OFF' });
    for (let time = 0; time < 3; time++) await admin.get('/api/device'); // it has arrived
    await pdu.app.get(GroupStore).remove(pdu.app.get(GroupStore).find(2), { kind: 'session', who: 'admin' });
    release();
    expect((await answer).body).toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect((await admin.get('/api/outlets/3')).body).toMatchObject({ state: 'ON' });
  });
});
