import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Db } from '../../src/database/db.js';
import { RelayIntentEntity } from '../../src/hardware/relay-intent.entity.js';
import { SlotFile } from '../../src/common/slot-file.js';
import { failTransactions } from '../support/app/failing-database.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const FULL = new Error('SQLITE_FULL: database or disk is full');

let folder: string;
let pdu: Pdu;
let admin: Client;
let clock: VirtualClock;

const start = async (dataDir: string, model = 'single-phase-16') => {
  pdu = await aPdu({ dataDir, model, clock });
  Logger.overrideLogger(false); // the full disk is logged there, which is not the subject of these tests
  admin = await pdu.as('admin');
};
const outlet = async (id = 1) => (await admin.get(`/api/outlets/${id}`)).body;
const put = (body: unknown, id = 1) => admin.put(`/api/outlets/${id}`, body);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-full-'));
  clock = new VirtualClock();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await pdu.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('while the database cannot be written', () => {
  const fill = () => failTransactions(pdu, FULL);

  it.each(['SQLITE_FULL: database or disk is full', 'SQLITE_IOERR: disk I/O error'])(
    'outlets are still switched (%s)',
    async (message) => {
      await start(folder);
      failTransactions(pdu, new Error(message));
      expect((await put({ state: 'OFF' })).body.state).toBe('OFF');
      expect((await put({ state: 'ON' })).body.state).toBe('ON');
      expect((await admin.put('/api/outlets', { outlets: [1, 2], state: 'OFF' })).status).toBe(200);
    },
  );

  it('a reboot runs to its end', async () => {
    await start(folder);
    fill();
    expect((await put({ state: 'REBOOT' })).body.rebootStatus).toBe('pendingOff');
    await pdu.seconds(2);
    expect(await outlet()).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    await pdu.seconds(4);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('groups are switched, relay outputs and the relays of a hub too', async () => {
    await start(folder);
    const group = await admin.post('/api/groups', { groupName: 'Rack', outlets: [1, 2], groupRebootSequenceDelay: 1 });
    const path = `/api/groups/${group.body.id}`;
    fill();
    expect((await admin.put(path, { state: 'OFF' })).status).toBe(200);
    expect((await admin.put(path, { state: 'ON' })).status).toBe(200);
    await pdu.seconds(3);
    expect([(await outlet(1)).state, (await outlet(2)).state]).toEqual(['ON', 'ON']);
    expect((await admin.put('/api/relayOutput/1', { state: 'ON' })).status).toBe(200);
    const [hub] = (await admin.get('/api/sensors')).body.filter(
      ({ sensorType }: { sensorType: string }) => sensorType === 'dio_hub',
    );
    const change = { outputRelays: [{ index: 1, state: 'CLOSE' }] };
    expect((await admin.post(`/api/sensors/${hub.sensorId}`, change)).status).toBe(200);
  });

  it('settings are refused with STORAGE_FULL and stay as they were', async () => {
    await start(folder);
    fill();
    expect((await put({ outletName: 'Renamed' })).body.code).toBe('STORAGE_FULL');
    expect(await outlet()).toMatchObject({ outletName: 'Outlet 1' });
  });

  it('a request that switches and renames is answered that it was switched and not renamed', async () => {
    await start(folder);
    fill();
    const { status, body } = await put({ state: 'OFF', outletName: 'Renamed' });
    expect([status, body.code]).toEqual([500, 'STORAGE_FULL']);
    expect(body.message).toMatch(
      /nothing was stored; a controller switches what the same request asks for all the same/,
    );
    expect(await outlet()).toMatchObject({ state: 'OFF', outletName: 'Outlet 1' });
  });

  it('an error other than of the storage prevents switching', async () => {
    await start(folder);
    failTransactions(pdu, new Error('SQLITE_CONSTRAINT: NOT NULL'));
    expect((await put({ state: 'OFF' })).status).toBe(500);
    expect((await outlet()).state).toBe('ON');
  });

  it('a command survives a restart, and is stored in the database with the next switching', async () => {
    await start(folder, 'switched-8');
    await put({ state: 'OFF' }, 3);
    const filled = fill();
    await put({ state: 'ON' }, 3);
    await put({ state: 'OFF' }, 2);
    filled();
    await pdu.stop();
    await start(folder, 'switched-8');
    await put({ state: 'OFF' }, 5);
    await pdu.stop();
    await start(folder, 'switched-8');
    await admin.post('/api/conf', { deviceSequentialPowerUpDelay: 0 });
    await admin.post('/api/simulator/powerCycle');
    await pdu.poll();
    await pdu.seconds(1);
    const states = (await admin.get('/api/outlets')).body.map(({ state }: { state: string }) => state);
    expect(states).toEqual(['ON', 'OFF', 'ON', 'ON', 'OFF', 'ON', 'ON', 'ON']);
  });

  it('an event triggers once, also over a restart after there is space again', async () => {
    await start(folder);
    const off = (await admin.post('/api/actions', { name: 'Shed', code: 11, params: ['1', 'OFF'] })).body.id;
    await admin.post('/api/events', { name: 'Always', code: 34, params: ['1200578', '9999', '0'], actions: [off] });
    const filled = fill();
    await pdu.seconds(1);
    expect((await outlet()).state).toBe('OFF');
    filled();
    await pdu.seconds(1);
    await put({ state: 'ON' });
    await pdu.stop();
    await start(folder);
    await pdu.seconds(2);
    expect((await outlet()).state).toBe('ON');
  });

  it('a started reboot is completed after a restart', async () => {
    await start(folder);
    const filled = fill();
    await put({ state: 'REBOOT' });
    await pdu.seconds(2);
    filled();
    await pdu.stop();
    await start(folder);
    await pdu.seconds(5);
    expect(await outlet()).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('once it can be written again, newer commands win', async () => {
    await start(folder, 'switched-8');
    const filled = fill();
    await put({ state: 'OFF' });
    filled();
    await put({ state: 'ON' });
    await pdu.seconds(61);
    await pdu.stop();
    await start(folder, 'switched-8');
    await admin.post('/api/simulator/powerCycle');
    await pdu.poll();
    await pdu.seconds(1);
    expect((await outlet()).state).toBe('ON');
  });
});

describe('while neither the database nor the journal can be written', () => {
  const EIO = new Error('EIO: i/o error, write');
  const dies = () => {
    const heals = failTransactions(pdu, EIO);
    const write = jest.spyOn(SlotFile.prototype, 'write').mockRejectedValue(EIO);
    return () => {
      heals();
      write.mockRestore();
    };
  };
  const intent = async (relay: string) =>
    (await pdu.app.get(Db).all(RelayIntentEntity)).find((row) => row.relay === relay)?.state;

  it('outlets, groups and relay outputs are switched, and a reboot runs to its end', async () => {
    await start(folder);
    const group = await admin.post('/api/groups', { groupName: 'Rack', outlets: [3, 4] });
    dies();
    expect((await put({ state: 'OFF' })).body.state).toBe('OFF');
    expect((await put({ state: 'ON' })).body.state).toBe('ON');
    expect((await admin.put(`/api/groups/${group.body.id}`, { state: 'OFF' })).status).toBe(200);
    expect([(await outlet(3)).state, (await outlet(4)).state]).toEqual(['OFF', 'OFF']);
    expect((await admin.put('/api/relayOutput/1', { state: 'ON' })).status).toBe(200);
    expect((await put({ state: 'REBOOT' }, 2)).body.rebootStatus).toBe('pendingOff');
    await pdu.seconds(2);
    expect(await outlet(2)).toMatchObject({ state: 'OFF', rebootStatus: 'pendingOn' });
    await pdu.seconds(4);
    expect(await outlet(2)).toMatchObject({ state: 'ON', rebootStatus: 'none' });
  });

  it('the newest command is stored in the database when it works again, over the one in the journal', async () => {
    await start(folder);
    const { id } = await outlet();
    const empties = failTransactions(pdu, FULL);
    await put({ state: 'REBOOT' }, 2); // the journal contains that it must turn on again
    await put({ state: 'OFF' });
    empties();
    const heals = dies();
    await put({ state: 'OFF' }, 2); // and only the memory that it must not
    await put({ state: 'ON' });
    heals();
    await put({ state: 'OFF' }, 5);
    expect(await intent(id)).toBe('ON');
    await pdu.stop();
    await start(folder);
    await pdu.seconds(30);
    expect([(await outlet(1)).state, (await outlet(2)).state, (await outlet(5)).state]).toEqual(['ON', 'OFF', 'OFF']);
  });

  it('a setting is refused with a specific code', async () => {
    await start(folder);
    dies();
    const { status, body } = await put({ outletName: 'Lost' });
    expect([status, body.code]).toEqual([500, 'STORAGE_FAILING']);
  });
});

describe('the journal of a data folder', () => {
  it('allocates its 64 KiB at the start, readable by the owner only', async () => {
    await start(folder);
    const { size, blocks, mode } = statSync(join(folder, 'intents.journal'));
    expect(size).toBe(65_536);
    expect(blocks * 512).toBeGreaterThanOrEqual(65_536);
    expect(mode & 0o777).toBe(0o600);
  });
});

describeWith('mount', 'on a disk that is really full', () => {
  // A file system of 2 MiB of its own.
  beforeEach(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
  });
  afterEach(() => {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
  });

  /** Fills every remaining block. */
  const fillUp = () => {
    for (const size of [65_536, 4_096, 1]) {
      for (let file = 0; ; file++) {
        try {
          writeFileSync(join(folder, `ballast-${size}-${file}`), Buffer.alloc(size));
        } catch {
          break;
        }
      }
    }
  };
  const free = () => {
    execFileSync('sh', ['-c', `rm -f ${folder}/ballast-*`]);
  };

  it('outlets switch and reboot, settings are refused, and everything works when there is space again', async () => {
    await start(folder);
    fillUp();
    expect((await put({ outletName: 'x'.repeat(100) })).body.code).toBe('STORAGE_FULL');
    expect((await put({ state: 'OFF' })).body.state).toBe('OFF');
    expect((await put({ state: 'REBOOT' }, 2)).status).toBe(200);
    await pdu.seconds(2);
    expect((await outlet(2)).state).toBe('OFF');
    await pdu.seconds(5);
    expect((await outlet(2)).state).toBe('ON');

    await put({ state: 'REBOOT' }, 3);
    await pdu.seconds(2);
    await pdu.stop();
    fillUp();
    await start(folder);
    await pdu.seconds(5);
    expect(await outlet(3)).toMatchObject({ state: 'ON', rebootStatus: 'none' });
    expect((await put({ state: 'OFF' }, 4)).body.state).toBe('OFF');

    free();
    expect((await put({ outletName: 'Renamed' })).body.outletName).toBe('Renamed');
    expect((await put({ state: 'ON' })).body.state).toBe('ON');
    await pdu.stop();
    await start(folder);
    expect(await outlet()).toMatchObject({ outletName: 'Renamed', state: 'ON' });
  });
});
