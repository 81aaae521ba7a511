import { NewestEntries } from '../audit/newest-entries.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { fake, RelayBench, type ControllerRun } from '../../test/support/hardware/relay-bench.js';
import type { Cause } from '../common/cause.js';
import type { OnOff } from '../common/units.js';
import { SettingsStore } from '../settings/settings.store.js';
import { ColdStartService } from './cold-start.service.js';
import { OutletCommandsService } from './outlet-commands.service.js';
import { OutletDetailsService } from './outlet-details.service.js';
import { OutletStore } from './outlet.store.js';
import { OutletsService } from './outlets.service.js';
import type { PowerOnState } from './outlet.entity.js';

Logger.overrideLogger(false);

const ADMIN: Cause = { kind: 'session', who: 'admin' };
const IDS = ['1-9', '2-9', '3-9', '4-9'] as const;
const DELAY = 3;

let relayBench: RelayBench;
let run: ControllerRun;
let settings: OutletStore;
let commands: OutletCommandsService;

const start = async () => {
  run = await relayBench.start(({ driver, snapshots, db, journal, audit, intents, switching, undos }) => {
    const globals = fake(SettingsStore, { get: (key: string) => (key === 'globalRebootTime' ? 5 : DELAY) });
    settings = new OutletStore(driver, snapshots, db, audit);
    const outlets = fake(OutletsService, { find: outlet });
    const details = new OutletDetailsService(driver, outlets, settings, switching);
    commands = new OutletCommandsService(driver, outlets, switching, settings, details, globals, undos);
    const entries = new NewestEntries(audit);
    const coldStart = new ColdStartService(
      driver,
      snapshots,
      intents,
      switching,
      settings,
      globals,
      journal,
      entries,
      relayBench.clock,
    );
    return [settings, coldStart];
  });
};

const outlet = (id: string) => {
  const found = relayBench.model.outlet(id);
  if (!found) throw new Error(id);
  return found;
};
const command = (id: string, what: OnOff | 'REBOOT') => run.outcome(commands.command([id], what, ADMIN));
const powerOn = (id: string, pwrOnState: PowerOnState) => settings.change(outlet(id), { pwrOnState }, ADMIN);
const states = () => IDS.map((id) => relayBench.relays.get(id));
/** The moments at which each outlet turned on since the loss, in seconds of this run. */
const turnedOn = () => relayBench.moves.filter(({ state }) => state === 'ON').map(({ id, at }) => [id, at / 1000]);

beforeEach(async () => {
  relayBench = new RelayBench();
  await start();
});

describe('when the PDU has been without mains', () => {
  it('brings each outlet to its power-on state, the ON ones one after another', async () => {
    await command('2-9', 'OFF');
    await command('4-9', 'OFF');
    await powerOn('3-9', 'OFF');
    await powerOn('4-9', 'ON');
    relayBench.loseMains();
    await run.seconds(10);
    expect(states()).toEqual(['ON', 'OFF', 'OFF', 'ON']);
    expect(turnedOn()).toEqual([
      ['1-9', 2],
      ['4-9', 5],
    ]);
  });

  it('turns off an outlet that the hardware has turned on by itself', async () => {
    await powerOn('3-9', 'OFF');
    relayBench.loseMains();
    relayBench.relays.set('3-9', 'ON');
    await run.seconds(1);
    expect(relayBench.relays.get('3-9')).toBe('OFF');
  });

  it('finishes a reboot in its turn, not when its off time ends', async () => {
    await command('3-9', 'REBOOT');
    await run.seconds(1);
    relayBench.loseMains();
    await run.seconds(20);
    expect(turnedOn()).toEqual(IDS.map((id, place) => [id, 3 + place * DELAY]));
    expect(run.switching.statusOf('3-9')).toBe('none');
  });

  it('does not let a reboot turn on an outlet that is to stay off', async () => {
    await powerOn('3-9', 'OFF');
    await command('3-9', 'REBOOT');
    await run.seconds(1);
    relayBench.loseMains();
    await run.seconds(20);
    expect(turnedOn().map(([id]) => id)).toEqual(['1-9', '2-9', '4-9']);
  });

  it('gives way to whoever says otherwise meanwhile', async () => {
    relayBench.loseMains();
    await run.seconds(1);
    await command('2-9', 'OFF');
    await command('4-9', 'ON');
    await run.seconds(15);
    expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
    expect(turnedOn()).toEqual([
      ['1-9', 1],
      ['4-9', 1],
      ['3-9', 7],
    ]);
  });

  it('remembers for the next loss what the outlets were before the one before', async () => {
    await command('2-9', 'OFF');
    relayBench.loseMains();
    await run.seconds(4);
    relayBench.loseMains();
    await run.seconds(15);
    expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
  });

  describe('after a command that failed', () => {
    const lossAfter = async (bus: 'losing' | 'stuck'): Promise<void> => {
      if (bus === 'losing') relayBench.bus = bus;
      else relayBench.stuck.add('2-9');
      expect(await command('2-9', 'OFF')).not.toBe('done');
      relayBench.bus = 'working';
      relayBench.stuck.clear();
      await run.seconds(60);
    };

    it.each(['losing', 'stuck'] as const)('brings the state before it back: the relay was %s', async (bus) => {
      await lossAfter(bus);
      relayBench.loseMains();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    });

    it('brings it back although the controller was without mains too', async () => {
      await lossAfter('losing');
      relayBench.loseMains();
      await start();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    });

    it('brings the commanded state back once the relay is measured in it', async () => {
      await lossAfter('losing');
      relayBench.relays.set('2-9', 'OFF');
      await run.seconds(2);
      relayBench.loseMains();
      await start();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
    });

    it('brings the state of the next command back', async () => {
      await lossAfter('stuck');
      await command('2-9', 'OFF');
      relayBench.loseMains();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
    });
  });

  describe('after the process ended in the middle of a command', () => {
    /** The command is stored, and its relay has not moved. */
    const crashBeforeTheMove = async (): Promise<void> => {
      run.effects = 2;
      expect(await command('2-9', 'OFF')).toBe('unanswered');
      expect(relayBench.relays.get('2-9')).toBe('ON');
      await start();
      await run.seconds(5);
    };

    it('brings the state back that the relay had', async () => {
      await crashBeforeTheMove();
      relayBench.loseMains();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    });

    it('brings it back after another restart too', async () => {
      await crashBeforeTheMove();
      await start();
      relayBench.loseMains();
      await start();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'ON', 'ON', 'ON']);
    });

    it('brings the commanded state back if the relay has moved, also after it was taken for a relay that had not', async () => {
      await crashBeforeTheMove();
      relayBench.relays.set('2-9', 'OFF');
      await run.seconds(2);
      relayBench.loseMains();
      await run.seconds(15);
      expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
    });

    it('brings back the older commands as before, also of a relay that has dropped out by itself', async () => {
      await command('1-9', 'OFF');
      await command('3-9', 'ON');
      relayBench.clock.advance(1000);
      relayBench.relays.set('3-9', 'OFF');
      await crashBeforeTheMove();
      relayBench.loseMains();
      await run.seconds(15);
      expect(states()).toEqual(['OFF', 'ON', 'ON', 'ON']);
    });
  });

  it('turns the others on when one refuses to turn off', async () => {
    await powerOn('1-9', 'OFF');
    relayBench.loseMains();
    relayBench.relays.set('1-9', 'ON');
    relayBench.stuck.add('1-9');
    await run.seconds(10);
    expect(states()).toEqual(['ON', 'ON', 'ON', 'ON']);
  });

  it('does so when the controller was without mains too', async () => {
    await command('2-9', 'OFF');
    await command('3-9', 'REBOOT');
    await run.seconds(1);
    relayBench.loseMains();
    relayBench.clock.setWall(relayBench.clock.now() + 600_000);
    await start();
    await run.seconds(15);
    expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
    expect(turnedOn()).toEqual([
      ['1-9', 1],
      ['3-9', 4],
      ['4-9', 7],
    ]);
  });

  it('says so in the audit log, once', async () => {
    relayBench.loseMains();
    await run.seconds(15);
    const records = relayBench.auditRecords.filter(({ kind }) => kind === 'device.coldStart');
    expect(records).toHaveLength(1);
    expect(records[0]?.after).toEqual(Object.fromEntries(IDS.map((id) => [id, 'ON'])));
  });

  it('ends the same when the controller crashes at any write or relay move on the way', async () => {
    for (let effects = 1; effects <= 16; effects++) {
      relayBench = new RelayBench();
      await start();
      await command('2-9', 'OFF');
      await powerOn('3-9', 'OFF');
      await command('4-9', 'REBOOT');
      await run.seconds(1);
      relayBench.loseMains();
      relayBench.relays.set('3-9', 'ON');
      run.effects = effects;
      await run.seconds(4);
      await start();
      await run.seconds(20);
      expect([effects, ...states()]).toEqual([effects, 'ON', 'OFF', 'OFF', 'ON']);
    }
  });
});

describe('no outlet moves', () => {
  const nothingMoved = async () => {
    relayBench.moves.length = 0;
    await run.seconds(10);
    expect(relayBench.moves).toEqual([]);
  };

  it('when the controller alone starts again', async () => {
    await powerOn('1-9', 'OFF');
    await start();
    await nothingMoved();
  });

  it('at the first start of all, when nothing is known of a loss', async () => {
    relayBench = new RelayBench();
    relayBench.powerOnCount = 17;
    relayBench.relays.set('2-9', 'OFF');
    await start();
    await nothingMoved();
  });

  it.each([0, 65_535])(
    'when the count is %i for a moment, as while the hardware’s own processor starts',
    async (count) => {
      await powerOn('1-9', 'OFF');
      relayBench.powerOnCount = count;
      await run.seconds(2);
      relayBench.powerOnCount = 1;
      await nothingMoved();
    },
  );

  it('when the counter is another one and counts from the beginning', async () => {
    await powerOn('1-9', 'OFF');
    relayBench.powerOnCount = 0;
    await nothingMoved();
    await start();
    await nothingMoved();
  });
});
