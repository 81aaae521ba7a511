import type { Amps, Volts } from '../../../common/units.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type {
  BankReading,
  InletReading,
  OutletReading,
  PowerReading,
  Readings,
  SensorReading,
} from '../../snapshot.js';
import { isLive, mainsOf, type Circuit } from './circuit.js';
import type { Noise } from './noise.js';
import type { SimulatedPdu, IoHubState, SensorState, TemperatureHumidityState } from './simulated-pdu.js';
import { isReady } from './transfer-switch.js';
import type { SensorPort } from '../../../common/ids.js';

/** A meter's accuracy class: readings are within this share of the true value, and 0 where no current flows. */
const ACCURACY = 0.002;
const FREQUENCY_WANDER = 0.0002;

/** The meters, detectors and sensors of a simulated PDU: the true values of the circuit with a little noise. */
export class Meters {
  /** The voltage each bank's meter has just read; its outlets share it. */
  readonly #bankVolts: Float64Array;
  readonly #outletIds: readonly string[];

  constructor(
    private readonly model: PduModel,
    private readonly circuit: Circuit,
    private readonly noise: Noise,
  ) {
    this.#bankVolts = new Float64Array(model.banks.length);
    this.#outletIds = model.outlets.map(({ id }) => id);
  }

  /** Reads everything once, in the model's order. The circuit must be solved. */
  read(pdu: SimulatedPdu): Readings {
    return {
      inlets: this.model.inlets.map((_, position) => this.#inlet(pdu, position)),
      banks: this.model.banks.map((_, position) => this.#bank(pdu, position)),
      outlets: this.#outletIds.map((id, position) => this.#outlet(pdu, id, position)),
      relayOutputs: this.model.relayOutputs.map(({ id, position }) => ({
        id,
        state: pdu.relayOutputs[position]?.contact,
      })),
      sensors: this.model.sensors.map(({ port, position }) => readSensor(port, at(pdu.sensors, position), this.noise)),
      powerOnCount: pdu.powerOnCount,
    };
  }

  #inlet(pdu: SimulatedPdu, position: number): InletReading {
    const model = at(this.model.inlets, position);
    const inlet = at(pdu.inlets, position);
    const mains = mainsOf(inlet);
    const isTransfer = this.model.profile.inletConfig === 'ats';
    const active = isTransfer ? pdu.activeInlet === position : undefined;
    const ready = isTransfer ? isReady({ voltage: mains, nominalVoltage: model.nominalVoltage }) : undefined;
    const id = model.id;
    // A transfer switch has one meter, behind the switch: the other inlet is not measured.
    if (active === false)
      return { id, lines: model.lineIds.map((line) => ({ id: line.id })), active, ready, energy: inlet.energy };

    const currents = at(this.circuit.lines, position);
    const lines = model.lineIds.map((line, place) => ({
      id: line.id,
      current: this.#read(currents[place] ?? 0),
      voltage: this.#read(mains),
    }));
    const power = this.#power(at(this.circuit.inletActive, position), at(this.circuit.inletReactive, position), {
      volts: mean(lines.map(({ voltage }) => voltage)),
      amps: mean(lines.map(({ current }) => current)),
      trueVolts: mains,
      trueAmps: mean(currents),
    });
    return {
      id,
      ...power,
      frequency: this.#frequency(mains, inlet.frequency),
      lines,
      active,
      ready,
      energy: inlet.energy,
    };
  }

  #bank(pdu: SimulatedPdu, position: number): BankReading {
    const { id, breaker } = at(this.model.banks, position);
    const bank = at(pdu.banks, position);
    const trueVolts = at(this.circuit.bankVoltage, position);
    const trueAmps = at(this.circuit.bankCurrent, position);
    const volts = (this.#bankVolts[position] = this.#read(trueVolts));
    const amps = this.#read(trueAmps);
    const reading = { volts, amps, trueVolts, trueAmps };
    const power = this.#power(at(this.circuit.bankActive, position), at(this.circuit.bankReactive, position), reading);
    const { frequency } = at(pdu.inlets, this.circuit.feeding(pdu, position));
    return {
      id,
      ...power,
      frequency: this.#frequency(trueVolts, frequency),
      energy: bank.energy,
      breakerClosed: breaker === undefined ? undefined : bank.breakerClosed,
    };
  }

  #outlet(pdu: SimulatedPdu, id: string, position: number): OutletReading {
    const bank = at(this.circuit.bankOf, position);
    const { state, contact, powerFactor, energy } = at(pdu.outlets, position);
    const voltage = at(this.#bankVolts, bank);
    const voltagePresent = contact === 'ON' && isLive(at(this.circuit.bankVoltage, bank));
    if (!this.model.profile.outletMetering) return { id, state, voltagePresent, voltage };
    const current = this.#read(at(this.circuit.outletCurrent, position));
    const activePower = voltage * current * powerFactor;
    return {
      id,
      state,
      voltagePresent,
      voltage,
      current,
      activePower,
      powerFactor: current === 0 ? 1 : powerFactor,
      energy,
    };
  }

  #read(truth: number): number {
    return truth === 0 ? 0 : truth * this.noise.factor(ACCURACY);
  }

  /** A dead circuit has no frequency. */
  #frequency(volts: Volts, truth: number): number | undefined {
    return volts === 0 ? undefined : truth * this.noise.factor(FREQUENCY_WANDER);
  }

  /** Powers as a meter calculates them, from the voltage and current that it has read. */
  #power(active: number, reactive: number, { volts, amps, trueVolts, trueAmps }: MeterReading): PowerReading {
    const error = trueVolts === 0 || trueAmps === 0 ? 0 : (volts / trueVolts) * (amps / trueAmps);
    const apparent = Math.sqrt(active * active + reactive * reactive);
    return {
      current: amps,
      voltage: volts,
      activePower: active * error,
      reactivePower: reactive * error,
      apparentPower: apparent * error,
      powerFactor: apparent === 0 ? 1 : Math.min(1, active / apparent),
    };
  }
}

interface MeterReading {
  readonly volts: Volts;
  readonly amps: Amps;
  readonly trueVolts: Volts;
  readonly trueAmps: Amps;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The lists of PDU, circuit and model have equal lengths by construction. */
function at<T>(list: { readonly [position: number]: T }, position: number): T {
  const entry = list[position];
  if (entry === undefined) throw new Error(`The simulated PDU has nothing at position ${position}.`);
  return entry;
}

/** Width of the noise, °C. */
const TEMPERATURE_WIDTH = 0.05;
/** Width of the noise, % RH. */
const HUMIDITY_WIDTH = 0.2;

/** Reads the accessory on a port; one that is unplugged has no values. */
const readSensor = (port: SensorPort, sensor: SensorState, noise: Noise): SensorReading =>
  sensor.kind === 'temp_hum' ? readTemperatureHumidity(port, sensor, noise) : readIoHub(port, sensor);

function readTemperatureHumidity(port: SensorPort, sensor: TemperatureHumidityState, noise: Noise): SensorReading {
  const { kind, connected } = sensor;
  if (!connected) return { port, kind, connected };
  const temperature = sensor.temperature + noise.offset(TEMPERATURE_WIDTH);
  const humidity = Math.min(100, Math.max(0, sensor.humidity + noise.offset(HUMIDITY_WIDTH)));
  return { port, kind, connected, temperature, humidity };
}

function readIoHub(
  port: SensorPort,
  { kind, connected, relays, inputs, vdcOutput, userSwitch }: IoHubState,
): SensorReading {
  if (!connected) return { port, kind, connected, relays: [], inputs: [] };
  return { port, kind, connected, relays: indexed(relays), inputs: indexed(inputs), vdcOutput, userSwitch };
}

const indexed = <T>(states: readonly T[]) => states.map((state, place) => ({ index: place + 1, state }));
