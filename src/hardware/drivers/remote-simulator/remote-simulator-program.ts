/**
 * A simulated PDU as a process of its own:
 *
 *     node dist/hardware/drivers/remote-simulator/remote-simulator-program.js --socket <data folder>/plant.sock [--model single-phase-16]
 *       [--log <file that gets each move of a relay>] [--data <folder that keeps its state>]
 *
 * A controller with that data folder and RACKFEED_DRIVER=plant switches it.
 */
import { connect } from 'node:net';
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { IN_MEMORY, prepareDataFolder } from '../../../database/data-folder.js';
import { SystemClock } from '../../../common/clock.js';
import { loadProfile } from '../../profiles/index.js';
import { PduModel } from '../../profiles/pdu-model.js';
import { SimulatorDriver } from '../simulator/simulator.driver.js';
import { RemoteSimulatorServer } from './remote-simulator-server.js';
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
if (socket === undefined) throw new Error('Say with --socket where controllers find the plant.');

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
console.log(`The plant is ready at ${socket} (model ${model.profile.model})`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void server
      .close()
      .then(() => simulator.close())
      .then(() => process.exit(0));
  });
}
