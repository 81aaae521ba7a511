import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aDatabase, type ModuleDatabase } from '../../../test/support/modules/module-database.js';
import { loadProfile } from '../../hardware/profiles/index.js';
import { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { PduDriver } from '../../hardware/pdu.driver.js';
import { emptyReadings, type BankReading, type Snapshot } from '../../hardware/snapshot.js';
import type { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { OutletsService } from '../../outlets/outlets.service.js';
import type { SwitchingService } from '../../switching/switching.service.js';
import { AlarmConditionEntity } from '../event.entity.js';
import { ConditionAlarmsService } from './condition-alarms.service.js';

const BANK = '1200578';
const POWERED = { breakerClosed: true, voltage: 120, current: 5 };
const TRIPPED = { breakerClosed: false, voltage: 0, current: 0 };

describe('the alarms of measurements', () => {
  let database: ModuleDatabase;
  let failedOutlet: string | undefined;
  let switchingOutlet: string | undefined;

  beforeEach(async () => {
    [failedOutlet, switchingOutlet] = [undefined, undefined];
    database = await aDatabase([AlarmConditionEntity]);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.close();
  });

  /** A start of the controller: `poll` is a poll cycle with this reading of the first bank. */
  async function aStart(profile = 'single-phase-16') {
    const model = new PduModel(loadProfile(profile));
    let onTick: ((now: Snapshot) => void) | undefined;
    const snapshots = { hasSnapshot: true, onTick: (_: unknown, listener: typeof onTick) => void (onTick = listener) };
    const service = new ConditionAlarmsService(
      database.db,
      { model } as unknown as PduDriver,
      snapshots as unknown as SnapshotStore,
      {
        hasRelayFault: ({ id }: { id: string }) => id === failedOutlet,
      } as unknown as OutletsService,
      { statusOf: (id: string) => (id === switchingOutlet ? 'rebooting' : 'none') } as unknown as SwitchingService,
    );
    await service.onModuleInit();
    const poll = async (takenAt: number, first: Partial<BankReading>, fresh = true): Promise<string[]> => {
      const readings = emptyReadings(model);
      const banks = readings.banks.map((bank, place) => (place === 0 ? { ...bank, ...first } : bank));
      onTick?.({ ...readings, banks, fresh, takenAt } as unknown as Snapshot);
      await database.db.idle();
      return service.active.map(({ kind, object, since }) => `${kind} ${object.id} ${since}`);
    };
    return { service, poll };
  }

  it('begin with the reading that shows them, and end with the one that does not', async () => {
    const { service, poll } = await aStart();
    const begun: string[] = [];
    const ended: string[] = [];
    service.onBegin((alarms) => begun.push(...alarms.map(({ kind }) => kind)));
    service.onEnd((alarms) => ended.push(...alarms.map(({ kind }) => kind)));
    expect(await poll(1000, POWERED)).toEqual([]);
    expect(await poll(2000, TRIPPED)).toEqual([`breakerTripped ${BANK} 2000`, `noPower ${BANK} 2000`]);
    expect(await poll(3000, TRIPPED)).toEqual([`breakerTripped ${BANK} 2000`, `noPower ${BANK} 2000`]);
    expect([begun, ended]).toEqual([['breakerTripped', 'noPower'], []]);
    expect(await poll(4000, POWERED)).toEqual([]);
    expect([begun, ended]).toEqual([
      ['breakerTripped', 'noPower'],
      ['breakerTripped', 'noPower'],
    ]);
  });

  it('stay as they are while the hardware does not answer, and while a value is missing', async () => {
    const { poll } = await aStart();
    const before = await poll(1000, TRIPPED);
    expect(await poll(2000, POWERED, false)).toEqual(before);
    expect(await poll(3000, {})).toEqual(before);
    expect(await poll(4000, POWERED)).toEqual([]);
  });

  it('last over a restart with the time at which they began', async () => {
    const before = await (await aStart()).poll(1000, TRIPPED);
    const { service, poll } = await aStart();
    expect(service.has('breakerTripped', BANK)).toBe(true);
    expect(await poll(9000, TRIPPED)).toEqual(before);
    expect(await poll(10_000, POWERED)).toEqual([]);
    expect((await aStart()).service.all).toEqual([]);
  });

  it('of another model are forgotten', async () => {
    await (await aStart()).poll(1000, TRIPPED);
    expect((await aStart('ats-8')).service.all).toEqual([]);
  });

  it('are one alarm of a circuit: its overload hides its high load, which goes on', async () => {
    const { service, poll } = await aStart();
    expect(await poll(1000, { ...POWERED, current: 17 })).toEqual([`highLoad ${BANK} 1000`]);
    expect(await poll(2000, { ...POWERED, current: 21 })).toEqual([`overload ${BANK} 2000`]);
    expect(service.all.map(({ kind }) => kind).toSorted()).toEqual(['highLoad', 'overload']);
    expect(await poll(3000, { ...POWERED, current: 17 })).toEqual([`highLoad ${BANK} 1000`]);
  });

  it('judge a relay when its power cycle is over', async () => {
    const { poll } = await aStart();
    failedOutlet = switchingOutlet = `1-${BANK}`;
    expect(await poll(1000, POWERED)).toEqual([]);
    switchingOutlet = undefined;
    expect(await poll(2000, POWERED)).toEqual([`relayFault 1-${BANK} 2000`]);
  });

  it('that could not be stored are with a later reading, and the failure is reported once', async () => {
    const { service, poll } = await aStart();
    const report = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const fails = jest.spyOn(database.db, 'transaction').mockRejectedValue(new Error('SQLITE_FULL'));
    const before = await poll(1000, TRIPPED);
    await poll(2000, TRIPPED);
    expect(report).toHaveBeenCalledTimes(1);
    expect((await aStart()).service.all).toEqual([]);
    fails.mockRestore();
    expect(await poll(3000, TRIPPED)).toEqual(before);
    expect((await aStart()).service.all).toHaveLength(service.all.length);
  });

  it('are all deleted by a reset, and those that hold begin again', async () => {
    const { service, poll } = await aStart();
    await poll(1000, TRIPPED);
    await service.deleteAll();
    expect([service.all, (await aStart()).service.all]).toEqual([[], []]);
    expect(await poll(5000, TRIPPED)).toEqual([`breakerTripped ${BANK} 5000`, `noPower ${BANK} 5000`]);
  });
});
