import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { fake, Plant, type Run } from '../../test/support/relay-plant.js';
import type { Cause } from '../kernel/cause.js';
import type { OnOff } from '../kernel/units.js';
import { SettingsStore } from '../settings/settings.store.js';
import { ColdStart } from './cold-start.service.js';
import { CommandQueue } from '../power-cycles/command-queue.service.js';
import { OutletCommands } from './outlet-commands.service.js';
import { OutletSettings } from './outlet-settings.service.js';
import type { PowerOnState } from './outlet.entity.js';

Logger.overrideLogger(false);

const ADMIN: Cause = { kind: 'session', who: 'admin' };
const IDS = ['1-9', '2-9', '3-9', '4-9'] as const;
const DELAY = 3;

let plant: Plant;
let run: Run;
let settings: OutletSettings;
let commands: OutletCommands;
let queue: CommandQueue;

const start = async () => {
  run = await plant.start(({ driver, snapshots, db, journal, audit, cycles, relays }) => {
    const globals = fake(SettingsStore, { get: (key: string) => (key === 'globalRebootTime' ? 5 : DELAY) });
    settings = new OutletSettings(driver, snapshots, db, audit);
    commands = new OutletCommands(driver, cycles, settings, globals);
    queue = new CommandQueue(plant.clock);
    return [settings, new ColdStart(driver, snapshots, relays, cycles, queue, settings, globals, journal, audit)];
  });
};

const outlet = (id: string) => {
  const found = plant.model.outlet(id);
  if (!found) throw new Error(id);
  return found;
};
const command = (id: string, what: OnOff | 'REBOOT') =>
  run.outcome(queue.first(() => commands.carryOut([outlet(id)], what, ADMIN)));
const powerOn = (id: string, pwrOnState: PowerOnState) => settings.change(outlet(id), { pwrOnState }, ADMIN);
const states = () => IDS.map((id) => plant.relays.get(id));
/** When each outlet turned on since the loss, in seconds of this run. */
const turnedOn = () => plant.moves.filter(({ state }) => state === 'ON').map(({ id, at }) => [id, at / 1000]);

beforeEach(async () => {
  plant = new Plant();
  await start();
});

describe('when the PDU has been without mains', () => {
  it('brings each outlet to its power-on state, the ON ones one after another', async () => {
    await command('2-9', 'OFF');
    await command('4-9', 'OFF');
    await powerOn('3-9', 'OFF');
    await powerOn('4-9', 'ON');
    plant.loseMains();
    await run.seconds(10);
    expect(states()).toEqual(['ON', 'OFF', 'OFF', 'ON']);
    expect(turnedOn()).toEqual([
      ['1-9', 2],
      ['4-9', 5],
    ]);
  });

  it('turns off an outlet that the hardware has turned on by itself', async () => {
    await powerOn('3-9', 'OFF');
    plant.loseMains();
    plant.relays.set('3-9', 'ON');
    await run.seconds(1);
    expect(plant.relays.get('3-9')).toBe('OFF');
  });

  it('finishes a reboot in its turn, not when its off time ends', async () => {
    await command('3-9', 'REBOOT');
    await run.seconds(1);
    plant.loseMains();
    await run.seconds(20);
    expect(turnedOn()).toEqual(IDS.map((id, place) => [id, 3 + place * DELAY]));
    expect(run.cycles.statusOf('3-9')).toBe('none');
  });

  it('does not let a reboot turn on an outlet that is to stay off', async () => {
    await powerOn('3-9', 'OFF');
    await command('3-9', 'REBOOT');
    await run.seconds(1);
    plant.loseMains();
    await run.seconds(20);
    expect(turnedOn().map(([id]) => id)).toEqual(['1-9', '2-9', '4-9']);
  });

  it('gives way to whoever says otherwise meanwhile', async () => {
    plant.loseMains();
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
    plant.loseMains();
    await run.seconds(4);
    plant.loseMains();
    await run.seconds(15);
    expect(states()).toEqual(['ON', 'OFF', 'ON', 'ON']);
  });

  it('turns the others on when one refuses to turn off', async () => {
    await powerOn('1-9', 'OFF');
    plant.loseMains();
    plant.relays.set('1-9', 'ON');
    plant.stuck.add('1-9');
    await run.seconds(10);
    expect(states()).toEqual(['ON', 'ON', 'ON', 'ON']);
  });

  it('does so when the controller was without mains too', async () => {
    await command('2-9', 'OFF');
    await command('3-9', 'REBOOT');
    await run.seconds(1);
    plant.loseMains();
    plant.clock.setWall(plant.clock.now() + 600_000);
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
    plant.loseMains();
    await run.seconds(15);
    const deeds = plant.deeds.filter(({ kind }) => kind === 'device.coldStart');
    expect(deeds).toHaveLength(1);
    expect(deeds[0]?.after).toEqual(Object.fromEntries(IDS.map((id) => [id, 'ON'])));
  });

  it('ends the same when the controller crashes at any write or relay move on the way', async () => {
    for (let effects = 1; effects <= 16; effects++) {
      plant = new Plant();
      await start();
      await command('2-9', 'OFF');
      await powerOn('3-9', 'OFF');
      await command('4-9', 'REBOOT');
      await run.seconds(1);
      plant.loseMains();
      plant.relays.set('3-9', 'ON');
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
    plant.moves.length = 0;
    await run.seconds(10);
    expect(plant.moves).toEqual([]);
  };

  it('when the controller alone starts again', async () => {
    await powerOn('1-9', 'OFF');
    await start();
    await nothingMoved();
  });

  it('at the first start of all, when nothing is known of a loss', async () => {
    plant = new Plant();
    plant.powerOnCount = 17;
    plant.relays.set('2-9', 'OFF');
    await start();
    await nothingMoved();
  });

  it('when the counter is another one and counts from the beginning', async () => {
    await powerOn('1-9', 'OFF');
    plant.powerOnCount = 0;
    await nothingMoved();
    await start();
    await nothingMoved();
  });
});
