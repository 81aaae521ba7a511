import { mapInSlices } from '../common/time-slices.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { OutletReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { joules, metricsOf, type MetricRow } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import type { OutletView } from './outlet.view.js';
import { OutletsService } from './outlets.service.js';

interface OutletFacts {
  readonly outlet: OutletModel;
  readonly view: OutletView;
  readonly reading: OutletReading | undefined;
  readonly hasRelayFault: boolean | undefined;
}

const { gauge, counter } = metricsOf<OutletFacts>(({ outlet }) => ({ outlet: outlet.id, bank: outlet.bankId }));

const ROWS: readonly MetricRow<OutletFacts>[] = [
  metricsOf<OutletFacts>(({ outlet: { id, bankId, receptacle }, view }) => ({
    outlet: id,
    bank: bankId,
    name: view.outletName,
    receptacle,
  })).gauge('rackfeed_outlet_info', 'Name and receptacle of the outlet; always 1.', () => 1),
  gauge('rackfeed_outlet_on', '1 while the relay is driven on, 0 while off.', ({ view: { state } }) =>
    state === undefined ? undefined : state === 'ON',
  ),
  gauge(
    'rackfeed_outlet_voltage_present',
    '1 while voltage is measured behind the relay.',
    ({ view }) => view.voltageDetection,
  ),
  gauge(
    'rackfeed_outlet_relay_healthy',
    '1 while the relay does what it is driven to, 0 when it has failed.',
    ({ hasRelayFault }) => (hasRelayFault === undefined ? undefined : !hasRelayFault),
  ),
  gauge(
    'rackfeed_outlet_rebooting',
    '1 while a reboot of the outlet is under way.',
    ({ view }) => view.rebootStatus !== 'none',
  ),
  gauge(
    'rackfeed_outlet_device_reachable',
    '1 while the device behind the outlet answers pings, 0 while it does not.',
    ({ view }) => view.device?.reachable,
  ),
  gauge('rackfeed_outlet_voltage_volts', 'RMS voltage of its circuit.', ({ view }) => view.circuitVoltage),
  gauge('rackfeed_outlet_current_amperes', 'RMS current of the load.', ({ view }) => view.currentRms),
  gauge('rackfeed_outlet_active_power_watts', 'Active power of the load.', ({ reading }) => reading?.activePower),
  gauge(
    'rackfeed_outlet_power_factor_ratio',
    'Active by apparent power of the load, 0 to 1; 1 at no load.',
    ({ reading }) => reading?.powerFactor,
  ),
  counter(
    'rackfeed_outlet_energy_joules_total',
    "Active energy of the outlet over the meter's life; 3600000 joules are a kilowatt hour.",
    ({ reading }) => joules(reading?.energy),
  ),
];

/** The outlets that the caller may view. Yields to other work: a PDU with thousands of them must not delay switching. */
export const OUTLET_METRICS = metricsFrom('outlets', [OutletsService, SnapshotStore], (outlets, snapshots) => ({
  rows: ROWS,
  subjects: (access) => {
    const { outlets: readings } = snapshots.current;
    return mapInSlices(outlets.visibleTo(access), (outlet) => ({
      outlet,
      view: outlets.view(outlet, access),
      reading: readings[outlet.position],
      hasRelayFault: outlets.hasRelayFault(outlet),
    }));
  },
}));
