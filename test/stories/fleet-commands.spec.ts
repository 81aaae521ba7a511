import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FleetCommands } from '../../src/fleet-link/ledger/fleet-commands.js';
import { FleetSwitchingService } from '../../src/fleet-link/ledger/fleet-switching.service.js';
import { LedgerStore } from '../../src/fleet-link/ledger/ledger.store.js';
import { Ledger, type CommandEnd, type EndedEntry, type FleetCommand } from '../../src/fleet-link/ledger/ledger.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { SlotFile } from '../../src/common/slot-file.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import { OutletCommandsService } from '../../src/outlets/outlet-commands.service.js';
import { SwitchingService } from '../../src/switching/switching.service.js';
import { failTransactions } from '../support/app/failing-database.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const FULL = new Error('SQLITE_FULL: database or disk is full');
const RELAY = '1-1200578';
const OFF: FleetCommand = { id: 'a', number: 1, relay: RELAY, command: 'OFF', until: 2000, who: 'alice' };

let folder: string;
let clock: VirtualClock;
let pdu: Pdu;
let admin: Client;
/** The hub's clock. */
let now: number;
let answers: EndedEntry[];
let commands: FleetCommands;
let switching: FleetSwitchingService;

/** Starts the controller with what is on its disk. */
async function start(): Promise<void> {
  pdu = await aPdu({ dataDir: folder, clock });
  Logger.overrideLogger(false); // the full disk is logged there
  admin = await pdu.as('admin');
  const { app } = pdu;
  switching = new FleetSwitchingService(
    app.get(PduDriver),
    app.get(OutletCommandsService),
    app.get(SwitchingService),
    app.get(SnapshotStore),
  );
  const store = app.get(LedgerStore);
  const own = answers; // a command that the test before has cut off may still end
  const ledger = new Ledger();
  const { newest, ended } = await store.load();
  ledger.load(newest, ended);
  commands = new FleetCommands(ledger, {
    now: () => now,
    refusal: () => undefined,
    store: (entry, isNewest) => store.store(entry, isNewest),
    drive: (command, lateEnd) => switching.drive(command, '192.0.2.1', lateEnd),
    measured: (relay) => switching.measured(relay),
    isRebooting: (relay) => switching.isRebooting(relay),
    answer: (entry) => own.push(entry),
    askForTime: () => undefined,
    remove: (ids) => store.remove(ids),
  });
  await commands.resume();
}
const restart = async () => {
  jest.restoreAllMocks();
  await pdu.stop();
  await start();
};
const stateOf = async (id = 1) => (await admin.get(`/api/outlets/${id}`)).body.state as string;
const ends = (id = 'a'): CommandEnd[] => answers.filter((entry) => entry.id === id).map(({ end }) => end);
const DONE = { outcome: 'done', code: null, measured: 'off' };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-fleet-'));
  clock = new VirtualClock();
  [now, answers] = [1000, []];
  await start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await pdu.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a command of the hub', () => {
  it('switches the outlet, is answered as measured, and is in the activity log with its user', async () => {
    await commands.receive(OFF);
    expect(ends()).toEqual([DONE]);
    expect(await stateOf()).toBe('OFF');
    const [entry] = (await admin.get('/api/log?limit=1')).body.entries;
    expect(entry).toMatchObject({ kind: 'outlet.switch', via: 'fleet', who: 'alice', address: '192.0.2.1' });
    expect(entry.sentence).toContain('by alice through the hub');
  });

  it('is answered and not carried out a second time when it is repeated, after a restart too', async () => {
    await commands.receive(OFF);
    await admin.put('/api/outlets/1', { state: 'ON' });
    await commands.receive(OFF);
    await restart();
    await commands.receive(OFF);
    expect(ends()).toEqual([DONE, DONE, DONE]);
    expect(await stateOf()).toBe('ON');
  });

  it('is refused as everybody else is: by the protection of the outlet, for one that there is not', async () => {
    await admin.put('/api/outlets/1', { protection: 'locked' });
    await commands.receive(OFF);
    await commands.receive({ ...OFF, id: 'b', relay: '99-1200578' });
    expect(ends()).toEqual([{ outcome: 'refused', code: 'OUTLET_PROTECTED', measured: 'on' }]);
    expect(ends('b')).toEqual([{ outcome: 'refused', code: 'OUTLET_UNKNOWN', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });

  it('reboots the outlet, whose ON comes whatever happens to the hub', async () => {
    await commands.receive({ ...OFF, command: 'REBOOT' });
    expect(ends()).toMatchObject([{ outcome: 'done' }]);
    await pdu.seconds(2);
    expect(await stateOf()).toBe('OFF');
    await pdu.seconds(6);
    expect(await stateOf()).toBe('ON');
  });

  it('moves nothing when its time is over before its turn comes', async () => {
    const blocked = pdu.app.get(SwitchingService).automated(() => new Promise<void>((resolve) => (release = resolve)));
    let release = (): void => undefined;
    await Promise.resolve();
    const received = commands.receive(OFF);
    await pdu.app.get(LedgerStore).load();
    now = OFF.until + 1;
    release();
    await Promise.all([blocked, received]);
    expect(ends()).toEqual([{ outcome: 'expired', code: null, measured: null }]);
    expect(await stateOf()).toBe('ON');
  });
});

describe('a command that a stop of the controller has cut off', () => {
  const cutOff = async (command: FleetCommand) => {
    await pdu.app.get(LedgerStore).store({ ...command, end: undefined }, true);
    await restart();
  };

  it('is read back: interrupted if the outlet is not as it was asked for, and never carried out', async () => {
    await cutOff(OFF);
    await commands.receive(OFF);
    const interrupted = { outcome: 'interrupted', code: null, measured: 'on' };
    expect(ends()).toEqual([interrupted, interrupted]);
    expect(await stateOf()).toBe('ON');
  });

  it('is read back: done if the outlet is as it was asked for', async () => {
    await admin.put('/api/outlets/1', { state: 'OFF' });
    await cutOff(OFF);
    expect(ends()).toEqual([DONE]);
  });

  it('is done if it was a reboot whose ON is still to come', async () => {
    await admin.put('/api/outlets/1', { state: 'REBOOT' });
    await pdu.seconds(2);
    await cutOff({ ...OFF, command: 'REBOOT' });
    expect(ends()).toMatchObject([{ outcome: 'done' }]);
  });
});

describe('while the database cannot be written', () => {
  it('a command is carried out, and known after a restart', async () => {
    failTransactions(pdu, FULL);
    await commands.receive(OFF);
    expect(ends()).toEqual([DONE]);
    await restart();
    await admin.put('/api/outlets/1', { state: 'ON' });
    await commands.receive(OFF);
    expect(ends()).toEqual([DONE, DONE]);
    expect(await stateOf()).toBe('ON');
  });

  it('an older command of the same outlet is superseded after a restart, not repeated', async () => {
    failTransactions(pdu, FULL);
    await commands.receive(OFF);
    await commands.receive({ ...OFF, id: 'b', number: 2, command: 'ON' });
    await restart();
    answers.length = 0;
    await commands.receive(OFF);
    expect(ends()).toEqual([{ outcome: 'refused', code: 'SUPERSEDED', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });

  it('nor the file of the intents, a command is refused, because its repetition could not be recognised', async () => {
    failTransactions(pdu, FULL);
    jest.spyOn(SlotFile.prototype, 'write').mockRejectedValue(new Error('EIO: i/o error, write'));
    await commands.receive(OFF);
    expect(ends()).toEqual([{ outcome: 'refused', code: 'STORAGE_FULL', measured: null }]);
    expect(await stateOf()).toBe('ON');
  });
});
