import { Logger } from '@nestjs/common';
import { dataFile, IN_MEMORY } from '../../../database/data-folder.js';
import type { Clock, Millis } from '../../../kernel/clock.js';
import type { SensorPort } from '../../../kernel/ids.js';
import type { OnOff } from '../../../kernel/units.js';
import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../../pdu.driver.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Readings } from '../../snapshot.js';
import { Circuit } from './circuit.js';
import { defaultPlant } from './default-plant.js';
import { Meters } from './meters.js';
import { Noise } from './noise.js';
import { driveOutlet, letPass, settleMains } from './physics.js';
import { PlantFile } from './plant-file.js';
import type { IoHubState, Plant, RelayOutputState } from './plant.js';
import { overBus } from './simulated-bus.js';

export interface SimulatorOptions {
  readonly model: PduModel;
  readonly clock: Clock;
  /** Folder of `simulator.json`; nothing is kept for `:memory:`. */
  readonly dataDir: string;
  /** The same seed gives the same rack and the same noise. */
  readonly seed?: number;
}

const KEPT_EVERY: Millis = 60_000;
/** A longer absence is more likely a wrong clock than a rack nobody looked after. */
const LONGEST_ABSENCE: Millis = 30 * 24 * 3_600_000;

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
  readonly #file: PlantFile;
  readonly #circuit: Circuit;
  readonly #meters: Meters;
  #plant: Plant;
  #isOpen = false;
  #seenAt: Millis = 0;
  #keptAt: Millis = 0;

  constructor({ model, clock, dataDir, seed = 1 }: SimulatorOptions) {
    super();
    this.model = model;
    this.seed = seed;
    this.#clock = clock;
    this.#file = new PlantFile(dataDir === IN_MEMORY ? undefined : dataFile(dataDir, 'simulator.json'), model, clock);
    this.#circuit = new Circuit(model);
    this.#meters = new Meters(model, this.#circuit, new Noise(seed));
    this.#plant = defaultPlant(model, seed);
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

  /** Adopts the plant as it was kept; its loads ran on meanwhile. */
  async open(): Promise<void> {
    const kept = await this.#file.load(defaultPlant(this.model, this.seed));
    this.#plant = kept?.plant ?? defaultPlant(this.model, this.seed);
    const absence = kept ? Math.min(LONGEST_ABSENCE, Math.max(0, this.#clock.now() - kept.keptAt)) : 0;
    letPass(this.#plant, this.model, this.#circuit, absence);
    this.#isOpen = true;
    this.#seenAt = this.#clock.uptime();
    await this.#keepOrWarn();
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#catchUp();
    this.#isOpen = false;
    await this.#keepOrWarn(); // on a full disk too the controller stops cleanly
  }

  read(): Promise<Readings> {
    return overBus(this.#plant.bus, () => {
      this.#catchUp();
      return this.#meters.read(this.#plant);
    });
  }

  /** The plant as it is now, to look at. */
  look(): Readonly<Plant> {
    this.#catchUp();
    return this.#plant;
  }

  /** Changes the simulated world, past the bus. What follows at once (transfer, cold start) has happened when it resolves. */
  async change(work: (plant: Plant) => void): Promise<void> {
    this.#catchUp();
    work(this.#plant);
    settleMains(this.#plant, this.model);
    this.#catchUp();
    await this.#keep();
  }

  async #setOutlets(changes: readonly { readonly id: string; readonly state: OnOff }[]): Promise<void> {
    const outlets = changes.map(({ id, state }) => {
      const position = this.model.outlet(id)?.position ?? -1;
      return { outlet: found(this.#plant.outlets[position], `outlet ${id}`), state };
    });
    await this.#switch(() => outlets.forEach(({ outlet, state }) => driveOutlet(outlet, state)));
  }

  async #setRelayOutput(id: string, state: OnOff): Promise<void> {
    const position = this.model.relayOutputs.findIndex((relay) => relay.id === id);
    const relay: RelayOutputState = found(this.#plant.relayOutputs[position], `relay output ${id}`);
    await this.#switch(() => {
      if (!relay.relayStuck) relay.contact = state;
    });
  }

  /** The hub that is plugged in there now. */
  #hub(port: SensorPort): IoHubState {
    const sensor = this.#plant.sensors[this.model.sensors.findIndex((model) => model.port === port)];
    return found(sensor?.kind === 'dio_hub' && sensor.connected ? sensor : undefined, `I/O hub on port ${port}`);
  }

  /** Moves relays over the bus; resolves when the new state would survive the end of this process. */
  async #switch(move: () => void): Promise<void> {
    await overBus(this.#plant.bus, () => {
      this.#catchUp();
      move();
    });
    await this.#keep();
  }

  /** Lets the plant live through the time since it was last looked at. */
  #catchUp(): void {
    if (!this.#isOpen) throw new Error('The simulator is not open.');
    const now = this.#clock.uptime();
    const anyTripped = letPass(this.#plant, this.model, this.#circuit, now - this.#seenAt);
    this.#seenAt = now;
    if (anyTripped || now - this.#keptAt >= KEPT_EVERY) void this.#keepOrWarn();
  }

  #keep(): Promise<void> {
    this.#keptAt = this.#clock.uptime();
    return this.#file.save(this.#plant);
  }

  async #keepOrWarn(): Promise<void> {
    await this.#keep().catch((error: unknown) => {
      this.#logger.warn(`The simulated plant could not be kept: ${(error as Error).message}`);
    });
  }
}

function relaysOf(hub: IoHubState, index: number): IoHubState['relays'] {
  found(hub.relays[index - 1], `hub relay ${index}`);
  return hub.relays;
}

function found<T>(thing: T | undefined, name: string): T {
  if (thing === undefined) throw new Error(`There is no ${name}.`);
  return thing;
}
