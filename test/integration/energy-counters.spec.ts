import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { AuditBounds } from '../../src/audit/audit-bounds.js';
import { AuditEntryEntity } from '../../src/audit/audit-entry.entity.js';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import type { Snapshot } from '../../src/hardware/snapshot.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import { Revision } from '../../src/kernel/revision.js';
import { Ticks } from '../../src/kernel/ticks.js';
import type { KilowattHours } from '../../src/common/units.js';
import { FactoryResets } from '../../src/common/factory-resets.js';
import { EnergyCountersService } from '../../src/energy/energy-counters.service.js';
import { EnergyResetEntity } from '../../src/energy/energy-reset.entity.js';

const clock = new VirtualClock();
let database: ModuleDatabase;
let snapshots: SnapshotStore;
let energy: EnergyCountersService;

const started = async (): Promise<EnergyCountersService> => {
  const counters = new EnergyCountersService(
    snapshots,
    database.db,
    new AuditLogService(database.db, clock, new AuditBounds()),
    clock,
    new FactoryResets(),
  );
  await counters.onModuleInit();
  return counters;
};
const meters = (inlet: KilowattHours, bank?: KilowattHours): void => {
  const shown = { inlets: [{ id: 'I1-7', energy: inlet }], banks: [{ id: '9', energy: bank }], outlets: [] };
  snapshots.publish({ ...shown, uptime: clock.uptime() } as object as Snapshot);
};
const reset = (): Promise<number> => energy.reset({ kind: 'action', who: 'Monthly' });

beforeEach(async () => {
  database = await aDatabase([AuditEntryEntity, EnergyResetEntity]);
  snapshots = new SnapshotStore(new Ticks(), new Revision());
  energy = await started();
});
afterEach(() => database.close());

describe('an energy counter', () => {
  it('equals the lifetime counter until it is reset, and then starts at zero', async () => {
    meters(12.5, 3);
    expect(energy.energyOf({ id: 'I1-7', energy: 12.5 })).toBe(12.5);
    expect(energy.lastReset).toBeUndefined();
    expect(await reset()).toBe(2);
    expect(energy.energyOf({ id: 'I1-7', energy: 12.5 })).toBe(0);
    expect(energy.energyOf({ id: 'I1-7', energy: 14 })).toBe(1.5);
    expect(energy.energyOf({ id: '9', energy: 4 })).toBe(1);
    expect(energy.lastReset).toBe(clock.now());
  });

  it('of one object is reset independently', async () => {
    meters(12.5, 3);
    expect(await energy.resetSome(new Set(['9', 'nobody']), { kind: 'session', who: 'admin' })).toEqual(['9']);
    expect([energy.energyOf({ id: 'I1-7', energy: 13 }), energy.energyOf({ id: '9', energy: 3.5 })]).toEqual([13, 0.5]);
    expect([energy.resetAtOf('I1-7'), energy.resetAtOf('9')]).toEqual([undefined, clock.now()]);
    const entries = await database.source.manager.find(AuditEntryEntity);
    expect(entries.map(({ object, before }) => [object, before])).toEqual([['energy:9', '{"energy":3}']]);
  });

  it('stays reset over a restart', async () => {
    meters(12.5, 3);
    await reset();
    expect((await started()).energyOf({ id: 'I1-7', energy: 13 })).toBe(0.5);
  });

  it('without a value stays unknown, and is not changed by a reset', async () => {
    meters(12.5);
    expect(await reset()).toBe(1);
    expect(energy.energyOf({ id: 'I1-7', energy: undefined })).toBeUndefined();
    expect(energy.energyOf({ id: '9', energy: 3 })).toBe(3);
  });

  it('of a replaced meter is that of the new one', async () => {
    meters(12.5, 3);
    await reset();
    expect(energy.energyOf({ id: 'I1-7', energy: 0.25 })).toBe(0.25);
  });

  it('of a replaced meter goes on when that has counted as much as the old one had at its reset', async () => {
    meters(12.5, 3);
    await reset();
    for (const energy of [0.25, 0.5]) {
      clock.advance(600_000);
      meters(energy, 3.5);
    }
    await database.db.idle();
    expect(energy.energyOf({ id: 'I1-7', energy: 13 })).toBe(13);
    expect(energy.energyOf({ id: '9', energy: 4 })).toBe(1);
    expect((await started()).energyOf({ id: 'I1-7', energy: 13 })).toBe(13);
  });

  it('stays reset after wrong readings of its meter', async () => {
    meters(12.5, 3);
    await reset();
    for (const [inlet, bank] of [
      [0, 1],
      [0, 3.5],
      [13, 1.5],
    ] as const) {
      clock.advance(600_000);
      meters(inlet, bank);
    }
    await database.db.idle();
    expect(energy.energyOf({ id: 'I1-7', energy: 14 })).toBe(1.5);
    expect(energy.energyOf({ id: '9', energy: 4 })).toBe(1);
  });

  it('is in the audit log with its last value when it is reset', async () => {
    meters(12.5, 3);
    await reset();
    const [entry] = await database.source.manager.find(AuditEntryEntity);
    expect([entry?.kind, entry?.who, JSON.parse(entry?.before ?? '')]).toEqual([
      'energy.reset',
      'Monthly',
      { 'I1-7': 12.5, '9': 3 },
    ]);
  });
});
