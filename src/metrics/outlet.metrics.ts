import type { RelayOutputView } from '../relay-outputs/relay-output.view.js';
import type { OutletFacts } from './facts.js';
import { metricsOf, type MetricRow, type MetricObjects } from './metric.js';
import { joules } from './power.metrics.js';

const OUTLETS: MetricObjects<OutletFacts> = {
  of: ({ outlets }) => outlets,
  labels: ({ outlet }) => ({ outlet: outlet.id, bank: outlet.bankId }),
};
const RELAYS: MetricObjects<RelayOutputView> = {
  of: ({ relayOutputs }) => relayOutputs,
  labels: ({ id }) => ({ relay: id }),
};

const outlet = metricsOf(OUTLETS);
const relay = metricsOf(RELAYS);
const isOn = (state: 'ON' | 'OFF' | undefined): boolean | undefined =>
  state === undefined ? undefined : state === 'ON';

/** Outlets and relay outputs. */
export const OUTLET_METRICS: readonly MetricRow[] = [
  metricsOf<OutletFacts>({
    of: OUTLETS.of,
    labels: ({ outlet: { id, bankId, receptacle }, view }) => ({
      outlet: id,
      bank: bankId,
      name: view.outletName,
      receptacle,
    }),
  }).gauge('rackfeed_outlet_info', 'Name and receptacle of the outlet; always 1.', () => 1),
  outlet.gauge('rackfeed_outlet_on', '1 while the relay is driven on, 0 while off.', ({ view }) => isOn(view.state)),
  outlet.gauge(
    'rackfeed_outlet_voltage_present',
    '1 while voltage is measured behind the relay.',
    ({ view }) => view.voltageDetection,
  ),
  outlet.gauge(
    'rackfeed_outlet_relay_healthy',
    '1 while the relay does what it is driven to, 0 when it has failed.',
    ({ view }) => (view.relayHealth === undefined ? undefined : view.relayHealth === 'OK'),
  ),
  outlet.gauge(
    'rackfeed_outlet_rebooting',
    '1 while a reboot of the outlet is under way.',
    ({ view }) => view.rebootStatus !== 'none',
  ),
  outlet.gauge('rackfeed_outlet_voltage_volts', 'RMS voltage of its circuit.', ({ view }) => view.circuitVoltage),
  outlet.gauge('rackfeed_outlet_current_amperes', 'RMS current of the load.', ({ view }) => view.currentRms),
  outlet.gauge(
    'rackfeed_outlet_active_power_watts',
    'Active power of the load.',
    ({ reading }) => reading?.activePower,
  ),
  outlet.gauge(
    'rackfeed_outlet_power_factor_ratio',
    'Active by apparent power of the load, 0 to 1; 1 at no load.',
    ({ reading }) => reading?.powerFactor,
  ),
  outlet.counter(
    'rackfeed_outlet_energy_joules_total',
    "Active energy of the outlet over the meter's life; 3600000 joules are a kilowatt hour.",
    ({ reading }) => joules(reading?.energy),
  ),

  metricsOf<RelayOutputView>({
    of: RELAYS.of,
    labels: ({ id, relayName }) => ({ relay: id, name: relayName }),
  }).gauge('rackfeed_relay_output_info', 'Name of the relay output; always 1.', () => 1),
  relay.gauge('rackfeed_relay_output_on', '1 while the relay output is driven on.', ({ state }) => isOn(state)),
];
