import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadDriver } from '../../src/hardware/drivers/index.js';
import { RemoteSimulatorServer } from '../support/remote-simulator/server.js';
import { CommandRecorder, type RecordedEvent } from '../support/remote-simulator/command-recorder.js';
import { SimulatorDriver } from '../../src/hardware/drivers/simulator/simulator.driver.js';
import { ATS_8 } from '../../src/hardware/profiles/ats-8.js';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import { SIMULATOR_SOCKET } from '../support/remote-simulator/protocol.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { describeDriver } from './driver.contract.js';

const DRIVER = join(import.meta.dirname, '../support/remote-simulator/remote-simulator.ts');

const clock = new VirtualClock();
const reach = (folder: string, profile: ModelProfile = SINGLE_PHASE_16) =>
  loadDriver({ name: DRIVER, model: new PduModel(profile), clock, dataDir: folder });

async function aRemoteSimulator(
  folder: string,
  profile: ModelProfile = SINGLE_PHASE_16,
): Promise<RemoteSimulatorServer> {
  const model = new PduModel(profile);
  const simulator = new SimulatorDriver({ model, clock, dataDir: ':memory:' });
  await simulator.open();
  const recorder = new CommandRecorder(model, join(folder, 'moves'));
  recorder.recordMoves(simulator.currentState(), 0);
  const server = new RemoteSimulatorServer(simulator, recorder);
  await server.listen(join(folder, SIMULATOR_SOCKET));
  return server;
}

for (const profile of BUILT_IN_PROFILES) {
  describeDriver(`a remote simulator of ${profile.model}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-simulator-'));
    const server = await aRemoteSimulator(folder, profile);
    return {
      driver: await reach(folder, profile),
      again: () => reach(folder, profile),
      pass: async (seconds) => clock.advance(seconds * 1000),
      dispose: async () => {
        await server.close();
        rmSync(folder, { recursive: true });
      },
    };
  });
}

describe('a remote simulator', () => {
  let folder: string;
  let server: RemoteSimulatorServer;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rackfeed-simulator-'));
    server = await aRemoteSimulator(folder);
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const account = (): RecordedEvent[] =>
    readFileSync(join(folder, 'moves'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedEvent);

  it('writes down who came and each relay that moved, not what was only asked', async () => {
    const driver = await reach(folder);
    await driver.open();
    const [first, second] = driver.model.outlets.map(({ id }) => id);
    await driver.outlets?.setOutlets([
      { id: first ?? '', state: 'OFF' },
      { id: second ?? '', state: 'ON' },
    ]);
    await driver.read();
    await driver.close();
    expect(account()).toMatchObject([
      { event: 'opened', connection: 1 },
      { event: 'hello', connection: 1, pid: process.pid },
      { event: 'moved', connection: 1, relay: first, to: 'OFF' },
    ]);
  });

  it('is found again by the same driver when it went away and came back', async () => {
    const driver = await reach(folder);
    await driver.open();
    await server.close();
    await expect(driver.read()).rejects.toThrow();
    await expect(driver.read()).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    server = await aRemoteSimulator(folder);
    expect((await driver.read()).outlets).toHaveLength(driver.model.outlets.length);
    await driver.close();
  });

  it('refuses a controller that takes it for another model, and is not switched by it', async () => {
    const driver = await reach(folder, ATS_8);
    await expect(driver.open()).rejects.toThrow('The simulator is a single-phase-16');
    await expect(driver.read()).rejects.toThrow('The simulator is a single-phase-16');
    await expect(driver.outlets?.setOutlets([{ id: '1-1200578', state: 'OFF' }])).rejects.toThrow('The simulator is a');
    expect(account().filter(({ event }) => event === 'moved')).toEqual([]);
  });
});
