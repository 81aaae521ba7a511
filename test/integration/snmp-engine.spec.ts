import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aDatabase, type ModuleDatabase } from '../support/modules/module-database.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { PeerPinEntity } from '../../src/actions/channels/peer/peer-pin.entity.js';
import { SnmpEngineEntity } from '../../src/actions/channels/trap/snmp-engine.entity.js';
import { SnmpEngineService } from '../../src/actions/channels/trap/snmp-engine.service.js';

describe('the SNMPv3 engine', () => {
  let database: ModuleDatabase;
  let clock: VirtualClock;
  beforeEach(async () => {
    database = await aDatabase([SnmpEngineEntity, PeerPinEntity]);
    clock = new VirtualClock();
  });
  afterEach(() => database.close());
  const start = () => new SnmpEngineService(database.db, clock).running();

  it('has a permanent unique id, and one more boot each run', async () => {
    const [first, second] = [await start(), await start()];
    expect(first.id.toString('hex')).toMatch(/^800054e005[0-9a-f]{24}$/);
    expect(second.id).toEqual(first.id);
    expect([first.boots, second.boots]).toEqual([1, 2]);
  });

  it('is started once per run, however many callers there are', async () => {
    const engine = new SnmpEngineService(database.db, clock);
    const [one, other] = await Promise.all([engine.running(), engine.running()]);
    expect(other).toBe(one);
  });

  it('counts its time in seconds', async () => {
    const engine = await start();
    clock.advance(90_500);
    expect(engine.time()).toBe(90);
  });

  it('gets a new id by a reset, and before its boot counter overflows', async () => {
    const engine = new SnmpEngineService(database.db, clock);
    const { id } = await engine.running();
    await engine.renew();
    const renewed = await engine.running();
    expect(renewed.id).not.toEqual(id);
    expect(renewed.boots).toBe(1);

    await database.source.query('UPDATE snmp_engine SET boots = 2147483646');
    const last = await start();
    expect(last.boots).toBe(1);
    expect(last.id).not.toEqual(renewed.id);
  });

  it('is started at the next attempt if it could not be stored', async () => {
    const engine = new SnmpEngineService(database.db, clock);
    await database.source.query('ALTER TABLE snmp_engine RENAME TO away');
    await expect(engine.running()).rejects.toThrow();
    await database.source.query('ALTER TABLE away RENAME TO snmp_engine');
    expect((await engine.running()).boots).toBe(1);
  });
});
