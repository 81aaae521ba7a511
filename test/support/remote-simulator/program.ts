/**
 * A simulated PDU as a process of its own, compiled by compiled.ts:
 *
 *     node program.mjs --socket <data folder>/simulator.sock [--model single-phase-16]
 *       [--log <file that gets each move of a relay>] [--data <folder that keeps its state>]
 *
 * A controller with that data folder and RACKFEED_DRIVER=<path of remote-simulator.mjs> switches it.
 */
import { connect } from 'node:net';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { IN_MEMORY, prepareDataFolder } from '../../../src/database/data-folder.js';
import { SystemClock } from '../../../src/common/clock.js';
import { loadProfile } from '../../../src/hardware/profiles/index.js';
import { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import { SimulatorDriver } from '../../../src/hardware/drivers/simulator/simulator.driver.js';
import { RemoteSimulatorServer } from './server.js';
import { CommandRecorder } from './command-recorder.js';

const { values } = parseArgs({
  options: {
    socket: { type: 'string' },
    model: { type: 'string', default: 'single-phase-16' },
    log: { type: 'string' },
    data: { type: 'string', default: IN_MEMORY },
  },
});
const { socket, data } = values;
if (socket === undefined) throw new Error('Say with --socket where controllers find the simulator.');

/** A socket that a killed simulator left behind is in nobody's use. */
const isInUse = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });

prepareDataFolder(data);
const model = new PduModel(loadProfile(values.model));
const simulator = new SimulatorDriver({ model, clock: new SystemClock(), dataDir: data });
await simulator.open();
const recorder = new CommandRecorder(model, values.log);
recorder.recordMoves(simulator.currentState(), 0);
if (!(await isInUse(socket))) await rm(socket, { force: true });
const server = new RemoteSimulatorServer(simulator, recorder);
await server.listen(socket);
console.log(`The simulator is ready at ${socket} (model ${model.profile.model})`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server
      .close()
      .then(() => simulator.close())
      .then(() => process.exit(0));
  });
}
