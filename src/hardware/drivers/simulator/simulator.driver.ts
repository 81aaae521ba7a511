import { Logger } from '@nestjs/common';
import type { Clock, Millis } from '../../../common/clock.js';
import type { SensorPort } from '../../../common/ids.js';
import type { OnOff } from '../../../common/units.js';
import { dataFile, IN_MEMORY } from '../../../database/data-folder.js';
import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../../pdu.driver.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Readings } from '../../snapshot.js';
import { Circuit } from './circuit.js';
import { defaultPdu } from './default-pdu.js';
import type { LoadPattern } from './load-pattern.js';
import { Meters } from './meters.js';
import { Noise } from './noise.js';
import { advanceTime, driveOutlet, updateMains } from './physics.js';
import type { BusState, IoHubState, RelayOutputState, SimulatedPdu } from './simulated-pdu.js';
import { SimulationFile } from './simulation-file.js';

/** Carries a call over the simulated bus, with its latency or failure. */
export async function callOverBus<T>(bus: BusState, call: () => T): Promise<T> {
  if (bus.latencyMs > 0) await pause(bus.latencyMs);
  if (bus.failing) throw new Error('The bus does not answer.');
  return call();
}

/** A delay that does not keep the process running. */
const pause = (duration: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, duration).unref();
  });

export interface SimulatorOptions {
  readonly model: PduModel;
  readonly clock: Clock;
  /** Folder of `simulator.json`; nothing is stored for `:memory:`. */
  readonly dataDir: string;
  /** The same seed gives the same rack and the same noise. */
  readonly seed?: number;
}

const SAVE_INTERVAL: Millis = 60_000;
/** A longer absence is more likely a wrong clock than a controller that was stopped. */
const MAX_ABSENCE: Millis = 30 * 24 * 3_600_000;

/** A PDU and its rack that react as real ones: loads, breakers, transfer switch, cold start, faults. */
export class SimulatorDriver extends PduDriver {
  readonly name = 'simulator';
  readonly model: PduModel;
  readonly seed: number;
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;

  readonly #logger = new Logger('Simulator');
  readonly #clock: Clock;
  readonly #file: SimulationFile;
  readonly #circuit: Circuit;
  readonly #meters: Meters;
  #pdu: SimulatedPdu;
  #pattern: LoadPattern | undefined;
  #isOpen = false;
  #advancedTo: Millis = 0;
  #savedAt: Millis = 0;

  constructor({ model, clock, dataDir, seed = 1 }: SimulatorOptions) {
    super();
    this.model = model;
    this.seed = seed;
    this.#clock = clock;
    this.#file = new SimulationFile(
      dataDir === IN_MEMORY ? undefined : dataFile(dataDir, 'simulator.json'),
      model,
      clock,
    );
    this.#circuit = new Circuit(model);
    this.#meters = new Meters(model, this.#circuit, new Noise(seed));
    this.#pdu = defaultPdu(model, seed);
    const { outletSwitching, relayOutputs } = model.profile;
    if (outletSwitching) this.outlets = { setOutlets: (changes) => this.#setOutlets(changes) };
    if (relayOutputs > 0) this.relayOutputs = { setRelayOutput: (id, state) => this.#setRelayOutput(id, state) };
    if (model.sensors.some(({ kind }) => kind === 'dio_hub')) {
      this.ioHub = {
        setHubRelay: (port, index, state) => this.#switch(() => (relaysOf(this.#hub(port), index)[index - 1] = state)),
        setVdcOutput: (port, on) => this.#switch(() => (this.#hub(port).vdcOutput = on)),
      };
    }
  }

  /** Loads the stored PDU and accounts for the time since then, in which its loads ran on. */
  async open(): Promise<void> {
    const stored = await this.#file.load(defaultPdu(this.model, this.seed));
    this.#pdu = stored?.pdu ?? defaultPdu(this.model, this.seed);
    const absence = stored ? Math.min(MAX_ABSENCE, Math.max(0, this.#clock.now() - stored.storedAt)) : 0;
    advanceTime(this.#pdu, this.model, this.#circuit, absence);
    this.#isOpen = true;
    this.#advancedTo = this.#clock.uptime();
    await this.#saveOrWarn();
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#catchUp();
    this.#isOpen = false;
    await this.#saveOrWarn(); // on a full disk too the controller stops cleanly
  }

  read(): Promise<Readings> {
    return callOverBus(this.#pdu.bus, () => {
      this.#catchUp();
      return this.#meters.read(this.#pdu);
    });
  }

  /** Lets the loads follow a pattern from now on; without one they stay as they are set. */
  follow(pattern: LoadPattern): void {
    this.#pattern = pattern;
  }

  /** The present state of the simulated PDU. */
  currentState(): Readonly<SimulatedPdu> {
    this.#catchUp();
    return this.#pdu;
  }

  /** Changes the simulated PDU, not over the bus. Resolves after the immediate effects (transfer, cold start). */
  async change(work: (pdu: SimulatedPdu) => void): Promise<void> {
    this.#catchUp();
    work(this.#pdu);
    updateMains(this.#pdu, this.model);
    this.#catchUp();
    await this.#save();
  }

  async #setOutlets(changes: readonly { readonly id: string; readonly state: OnOff }[]): Promise<void> {
    const outlets = changes.map(({ id, state }) => {
      const position = this.model.outlet(id)?.position ?? -1;
      return { outlet: found(this.#pdu.outlets[position], `outlet ${id}`), state };
    });
    await this.#switch(() => outlets.forEach(({ outlet, state }) => driveOutlet(outlet, state)));
  }

  async #setRelayOutput(id: string, state: OnOff): Promise<void> {
    const position = this.model.relayOutputs.findIndex((relay) => relay.id === id);
    const relay: RelayOutputState = found(this.#pdu.relayOutputs[position], `relay output ${id}`);
    await this.#switch(() => {
      if (!relay.relayStuck) relay.contact = state;
    });
  }

  /** The hub that is plugged into a port now. */
  #hub(port: SensorPort): IoHubState {
    const sensor = this.#pdu.sensors[this.model.sensors.findIndex((model) => model.port === port)];
    return found(sensor?.kind === 'dio_hub' && sensor.connected ? sensor : undefined, `I/O hub on port ${port}`);
  }

  /** Moves relays over the bus; resolves when the new state is durable. */
  async #switch(move: () => void): Promise<void> {
    await callOverBus(this.#pdu.bus, () => {
      this.#catchUp();
      move();
    });
    await this.#save();
  }

  /** Advances the simulation over the time since the last call. */
  #catchUp(): void {
    if (!this.#isOpen) throw new Error('The simulator is not open.');
    const now = this.#clock.uptime();
    this.#pattern?.apply(this.#pdu, this.#clock.now());
    const anyTripped = advanceTime(this.#pdu, this.model, this.#circuit, now - this.#advancedTo);
    this.#advancedTo = now;
    if (anyTripped || now - this.#savedAt >= SAVE_INTERVAL) void this.#saveOrWarn();
  }

  #save(): Promise<void> {
    this.#savedAt = this.#clock.uptime();
    return this.#file.save(this.#pdu);
  }

  async #saveOrWarn(): Promise<void> {
    await this.#save().catch((error: unknown) => {
      this.#logger.warn(`The simulated PDU could not be stored: ${(error as Error).message}`);
    });
  }
}

function relaysOf(hub: IoHubState, index: number): IoHubState['relays'] {
  found(hub.relays[index - 1], `hub relay ${index}`);
  return hub.relays;
}

function found<T>(entry: T | undefined, name: string): T {
  if (entry === undefined) throw new Error(`There is no ${name}.`);
  return entry;
}
