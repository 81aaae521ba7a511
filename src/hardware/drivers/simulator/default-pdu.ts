import type { BankModel, PduModel } from '../../profiles/pdu-model.js';
import { Noise } from './noise.js';
import { HUB_INPUTS, HUB_RELAYS, type OutletState, type SimulatedPdu, type SensorState } from './simulated-pdu.js';

/** The largest load of a bank, as a share of its rating. */
const WELL_LOADED = 0.55;
/** One outlet in so many feeds nothing. */
const SPARE = 6;

/**
 * A plausible rack at its very first start: all relays ON, loads well below the ratings, the same for the same seed.
 */
export function defaultPdu(model: PduModel, seed: number): SimulatedPdu {
  const noise = new Noise(seed);
  const outlets = model.outlets.map(() => outletWithLoad(noise));
  const limits = model.banks.map((bank) => WELL_LOADED * ratingOf(model, bank));
  const sums = model.banks.map(() => 0);
  model.outlets.forEach(({ bank }, position) => (sums[bank] = (sums[bank] ?? 0) + (outlets[position]?.loadAmps ?? 0)));
  model.outlets.forEach(({ bank }, position) => {
    const outlet = outlets[position];
    const scale = Math.min(1, (limits[bank] ?? 0) / (sums[bank] || 1));
    if (outlet && scale < 1) outlet.loadAmps = Math.floor(outlet.loadAmps * scale * 1000) / 1000;
  });
  const occupied = new Set(model.outlets.map(({ bank }) => bank));
  return {
    inlets: model.inlets.map((inlet) => ({
      powered: true,
      voltage: inlet.nominalVoltage,
      frequency: inlet.nominalFrequency,
      energy: 0,
    })),
    banks: model.banks.map((_, position) => ({
      breakerClosed: true,
      heat: 0,
      loadAmps: occupied.has(position) ? 0 : Math.round((limits[position] ?? 0) * 600) / 1000,
      powerFactor: 0.95,
      energy: 0,
    })),
    outlets,
    relayOutputs: model.relayOutputs.map(() => ({ contact: 'OFF', relayStuck: false })),
    sensors: model.sensors.map(({ kind }) => (kind === 'temp_hum' ? temperatureHumidity() : ioHub())),
    bus: { failing: false, latencyMs: 0 },
    activeInlet: 0,
    withoutMains: false,
    powerOnCount: 1,
  };
}

function outletWithLoad(noise: Noise): OutletState {
  const loadAmps = noise.next() * SPARE < 1 ? 0 : hundredths(0.2 + noise.next());
  const powerFactor = hundredths(0.9 + noise.next() * 0.09);
  return { loadAmps, powerFactor, state: 'ON', contact: 'ON', relayStuck: false, energy: 0 };
}

/** The rating of a bank: its breaker's, and at most its share of the inlet. */
function ratingOf({ inlets, banks }: PduModel, { breaker, inlet }: BankModel): number {
  const share = (inlets[inlet]?.ratedCurrent ?? 0) / banks.filter((bank) => bank.inlet === inlet).length;
  return Math.min(breaker ?? share, share);
}

const temperatureHumidity = (): SensorState => ({ kind: 'temp_hum', connected: true, temperature: 22.5, humidity: 40 });

const ioHub = (): SensorState => ({
  kind: 'dio_hub',
  connected: true,
  relays: Array.from({ length: HUB_RELAYS }, () => 'OPEN'),
  inputs: Array.from({ length: HUB_INPUTS }, () => 'LO'),
  vdcOutput: false,
  userSwitch: false,
});

const hundredths = (value: number): number => Math.round(value * 100) / 100;
