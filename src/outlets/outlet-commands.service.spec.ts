import { beforeEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR, accessWith } from '../../test/support/fixtures/permissions.js';
import { fake, RelayBench, type ControllerRun } from '../../test/support/hardware/relay-bench.js';
import type { Access, CallerWithAddress } from '../common/access.js';
import type { Cause } from '../common/cause.js';
import { SettingsStore } from '../settings/settings.store.js';
import { OutletCommandsService } from './outlet-commands.service.js';
import { OutletStore } from './outlet.store.js';
import { OutletsService } from './outlets.service.js';

const IDS = ['1-9', '2-9', '3-9', '4-9'] as const;
const DELAY = 3;
const TEST: Cause = { kind: 'system', who: 'test' };

let relayBench: RelayBench;
let run: ControllerRun;
let commands: OutletCommandsService;

const callerWith = (access: Access): CallerWithAddress => ({
  userId: '1',
  username: 'anna',
  access,
  credential: { kind: 'token' },
  address: '192.0.2.7',
});

beforeEach(async () => {
  relayBench = new RelayBench();
  run = await relayBench.start(({ driver, snapshots, db, audit, switching }) => {
    const globals = fake(SettingsStore, { get: () => DELAY });
    const settings = new OutletStore(driver, snapshots, db, audit);
    const find = (id: string) => driver.model.outlets.find((outlet) => outlet.id === id);
    const outlets = fake(OutletsService, { find });
    commands = new OutletCommandsService(driver, outlets, switching, settings, globals);
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
