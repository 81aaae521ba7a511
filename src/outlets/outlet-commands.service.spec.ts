import { beforeEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR, accessWith } from '../../test/support/fixtures/permissions.js';
import { fake, RelayBench, type ControllerRun } from '../../test/support/hardware/relay-bench.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import type { Cause } from '../common/cause.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import { SettingsStore } from '../settings/settings.store.js';
import { OutletCommandsService, type OutletOrder } from './outlet-commands.service.js';
import { OutletDetailsService } from './outlet-details.service.js';
import { OutletStore } from './outlet.store.js';
import { OutletsService } from './outlets.service.js';

const IDS = ['1-9', '2-9', '3-9', '4-9'] as const;
const DELAY = 3;
const TEST: Cause = { kind: 'system', who: 'test' };

let relayBench: RelayBench;
let run: ControllerRun;
let commands: OutletCommandsService;
let outletOf: (id: string) => OutletModel;

const callerWith = (access: Access): CallerWithAddress => ({
  userId: '1',
  username: 'anna',
  access,
  credential: { kind: 'token' },
  address: '192.0.2.7',
});

beforeEach(async () => {
  relayBench = new RelayBench();
  run = await relayBench.start(({ driver, snapshots, db, audit, switching, undos }) => {
    const globals = fake(SettingsStore, { get: () => DELAY });
    const settings = new OutletStore(driver, snapshots, db, audit);
    const find = (id: string) => driver.model.outlets.find((outlet) => outlet.id === id) as OutletModel;
    outletOf = find;
    const outlets = fake(OutletsService, { find });
    const details = new OutletDetailsService(driver, outlets, settings, switching);
    commands = new OutletCommandsService(driver, outlets, switching, settings, details, globals, undos);
    return [settings];
  });
});

describe('turning all outlets on', () => {
  it('turns those that are off on one after another, with the delay after a loss of mains', async () => {
    await run.outcome(commands.command(['1-9', '3-9', '4-9'], 'OFF', TEST));
    await run.outcome(commands.turnAllOn(callerWith(ADMINISTRATOR)));
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['ON', 'ON', 'OFF', 'OFF']);
    await run.seconds(DELAY);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['ON', 'ON', 'ON', 'OFF']);
    await run.seconds(DELAY);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['ON', 'ON', 'ON', 'ON']);
  });

  it('is refused before any moves to a caller who may not modify one of them', async () => {
    await run.outcome(commands.command(['1-9'], 'OFF', TEST));
    const caller = callerWith(accessWith({ modifyOutlets: ['1-9', '2-9', '3-9'] }));
    await expect(commands.turnAllOn(caller)).rejects.toMatchObject({ code: 'OUTLET_NOT_ALLOWED' });
    expect(relayBench.relays.get('1-9')).toBe('OFF');
  });
});

describe('rebooting all outlets', () => {
  it('turns all of them off together and on again one after another; one that is under way goes on as it was', async () => {
    await run.outcome(commands.rebootAll(callerWith(ADMINISTRATOR)));
    await run.seconds(1);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['OFF', 'OFF', 'OFF', 'OFF']);
    await run.outcome(commands.rebootAll(callerWith(ADMINISTRATOR)));
    await run.seconds(DELAY);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['ON', 'OFF', 'OFF', 'OFF']);
    await run.seconds(3 * DELAY);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['ON', 'ON', 'ON', 'ON']);
  });
});

describe('a command that differs from outlet to outlet', () => {
  const each = (orders: Readonly<Record<string, OutletOrder['command']>>, access = ADMINISTRATOR) =>
    commands.commandEach(
      Object.entries(orders).map(([id, command]) => ({ outlet: outletOf(id), command })),
      callerWith(access),
    );

  it('switches and reboots, and returns the outcomes in the order of the outlets', async () => {
    await run.outcome(commands.command(['2-9'], 'OFF', TEST));
    const command = each({ '3-9': 'REBOOT', '1-9': 'OFF', '2-9': 'ON' });
    await run.outcome(command);
    expect(await command).toEqual([{ id: '3-9' }, { id: '1-9' }, { id: '2-9' }]);
    await run.seconds(1);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['OFF', 'ON', 'OFF', 'ON']);
    await run.seconds(DELAY);
    expect(relayBench.relays.get('3-9')).toBe('ON');
  });

  it('is refused as a whole', async () => {
    await expect(each({ '1-9': 'OFF', '2-9': 'OFF' }, accessWith({ modifyOutlets: ['1-9'] }))).rejects.toMatchObject({
      code: 'OUTLET_NOT_ALLOWED',
    });
    expect(relayBench.relays.get('1-9')).toBe('ON');
  });

  it('ends the power cycle of an outlet in the state that it has, and leaves one without a power cycle alone', async () => {
    await run.outcome(each({ '1-9': 'REBOOT' }));
    await run.seconds(1);
    await run.outcome(each({ '1-9': 'CANCEL', '2-9': 'CANCEL' }));
    await run.seconds(4 * DELAY);
    expect(IDS.map((id) => relayBench.relays.get(id))).toEqual(['OFF', 'ON', 'ON', 'ON']);
  });
});
