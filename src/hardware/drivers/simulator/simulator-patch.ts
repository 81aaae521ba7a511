import type { JsonObject } from '../../../common/body.js';
import { ApiError } from '../../../common/errors.js';
import { isObject } from '../../../common/objects.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { InputState } from '../../snapshot.js';
import { notSettable, flag, number, PatchReader, type Members, type PatchPart } from './patch-reader.js';
import { driveOutlet } from './physics.js';
import type { BankState, OutletState, SimulatedPdu, RelayOutputState, SensorState } from './simulated-pdu.js';

/** A patch that has been checked and is valid throughout. */
export interface SimulatorPatch {
  /** The values that it sets, by path such as `outlets.1-1200578.loadAmps`. */
  readonly accepted: Readonly<Record<string, unknown>>;
  apply(): void;
}

/**
 * Checks the whole patch before any of it is applied. Unknown members are ignored; wrong ids and values are not: throws
 * VALIDATION_FAILED naming each, NOTHING_TO_CHANGE for a patch without a part.
 */
export function readPatch(model: PduModel, pdu: SimulatedPdu, body: JsonObject): SimulatorPatch {
  const parts = Object.entries(partsOf(model, pdu));
  const present = parts.filter(([name]) => body[name] !== undefined);
  if (present.length === 0) throw new ApiError('NOTHING_TO_CHANGE', parts.map(([name]) => name).join(', '));
  const reader = new PatchReader();
  for (const [name, part] of present) reader.part(name, body[name], part);
  if (reader.problems.length > 0) throw ApiError.validation(reader.problems);
  return { accepted: reader.accepted, apply: () => reader.changes.forEach((change) => change()) };
}

const partsOf = (model: PduModel, pdu: SimulatedPdu): Readonly<Record<string, PatchPart>> => ({
  inlets: (id) => {
    const inlet = pdu.inlets[model.inlets.findIndex((candidate) => candidate.id === id)];
    return (
      inlet && {
        powered: flag((on) => (inlet.powered = on)),
        voltage: number(0, 600, (voltage) => (inlet.voltage = voltage)),
        frequency: number(40, 70, (frequency) => (inlet.frequency = frequency)),
      }
    );
  },
  banks: (id) => {
    const bank = model.banks.find((candidate) => candidate.id === id);
    const state = bank && pdu.banks[bank.position];
    return state && bankMembers(state, bank.breaker !== undefined);
  },
  outlets: (id) => {
    const outlet = pdu.outlets[model.outlet(id)?.position ?? -1];
    return outlet && outletMembers(outlet, model.profile.outletSwitching);
  },
  relayOutputs: (id) => {
    const relay = pdu.relayOutputs[model.relayOutputs.findIndex((candidate) => candidate.id === id)];
    return relay && relayOutputMembers(relay);
  },
  sensors: (port) => {
    const sensor = pdu.sensors[model.sensors.findIndex((candidate) => candidate.port === port)];
    return sensor && sensorMembers(sensor);
  },
  bus: {
    failing: flag((failing) => (pdu.bus.failing = failing)),
    latencyMs: number(0, 60_000, (latency) => (pdu.bus.latencyMs = latency)),
  },
});

const loadMembers = (load: { loadAmps: number; powerFactor: number }): Members => ({
  loadAmps: number(0, 1000, (amps) => (load.loadAmps = amps)),
  powerFactor: number(0, 1, (factor) => (load.powerFactor = factor)),
});

const bankMembers = (bank: BankState, hasBreaker: boolean): Members => ({
  ...loadMembers(bank),
  breakerClosed: hasBreaker
    ? flag((closed) => setBreaker(bank, closed))
    : notSettable('a bank without a breaker of its own'),
});

/** Closing a tripped breaker resets its warmth, as if it had cooled first. */
function setBreaker(bank: BankState, closed: boolean): void {
  if (closed && !bank.breakerClosed) bank.heat = 0;
  bank.breakerClosed = closed;
}

const outletMembers = (outlet: OutletState, hasRelay: boolean): Members => ({
  ...loadMembers(outlet),
  relayStuck: hasRelay ? flag((stuck) => setStuck(outlet, stuck)) : notSettable('an outlet without a relay'),
});

/** A contact that is freed moves to the state that its relay is driven to. */
function setStuck(outlet: OutletState, stuck: boolean): void {
  outlet.relayStuck = stuck;
  driveOutlet(outlet, outlet.state);
}

const relayOutputMembers = (relay: RelayOutputState): Members => ({
  relayStuck: flag((stuck) => (relay.relayStuck = stuck)),
});

function sensorMembers(sensor: SensorState): Members {
  const connected = flag((on) => (sensor.connected = on));
  if (sensor.kind === 'temp_hum') {
    return {
      connected,
      temperatureC: number(-55, 125, (temperature) => (sensor.temperature = temperature)),
      humidity: number(0, 100, (humidity) => (sensor.humidity = humidity)),
      digitalInputs: notSettable('a temperature and humidity sensor'),
      userSwitch: notSettable('a temperature and humidity sensor'),
    };
  }
  return {
    connected,
    userSwitch: flag((on) => (sensor.userSwitch = on)),
    digitalInputs: (value) => digitalInputs(sensor.inputs, value),
    temperatureC: notSettable('a smart I/O hub'),
    humidity: notSettable('a smart I/O hub'),
  };
}

function digitalInputs(inputs: InputState[], given: unknown): () => void {
  const refusal = new Error(`must give inputs by index, 1 to ${inputs.length}, each "HI" or "LO"`);
  if (!isObject(given)) throw refusal;
  const changes = Object.entries(given).map(([index, value]) => {
    const place = inputs.findIndex((_, candidate) => String(candidate + 1) === index);
    const state = STATES.find((word) => typeof value === 'string' && word === value.toUpperCase());
    if (place < 0 || !state) throw refusal;
    return () => (inputs[place] = state);
  });
  return () => changes.forEach((change) => change());
}

const STATES: readonly InputState[] = ['HI', 'LO'];
