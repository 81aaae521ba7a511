import { rounded } from '../common/units.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { powerMetrics } from '../hardware/power.metrics.js';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import type { InletReading, LineReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { metricsOf, type MetricRow, type NumberMetric } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { InletsService } from './inlets.service.js';

interface InletFacts {
  readonly inlet: InletModel;
  readonly name: string;
  readonly reading: InletReading | undefined;
}

const inlet = metricsOf<InletFacts>(({ inlet: { id } }) => ({ inlet: id }));

/** A metric of each line of an inlet. */
const lineGauge = (
  name: string,
  help: string,
  read: (line: LineReading) => number | undefined,
): NumberMetric<InletFacts> => ({
  name,
  help,
  type: 'gauge',
  samples: ({ inlet: { id, lineIds }, reading }) =>
    (reading?.lines ?? []).flatMap((line, place) => {
      const value = read(line);
      if (value === undefined) return [];
      return [{ labels: { inlet: id, line: lineIds[place]?.line ?? line.id }, value: rounded(value) }];
    }),
});

const ROWS: readonly MetricRow<InletFacts>[] = [
  metricsOf<InletFacts>(({ inlet: { id, plug }, name }) => ({ inlet: id, name, plug })).gauge(
    'rackfeed_inlet_info',
    'Name and plug of the inlet; always 1.',
    () => 1,
  ),
  ...powerMetrics('inlet', inlet),
  inlet.gauge('rackfeed_inlet_rating_amperes', 'Current that the inlet may carry.', (each) => each.inlet.ratedCurrent),
  inlet.gauge(
    'rackfeed_inlet_active',
    'Transfer switch: 1 on the inlet that feeds the load.',
    ({ reading }) => reading?.active,
  ),
  inlet.gauge(
    'rackfeed_inlet_ready',
    'Transfer switch: 1 while the inlet has mains within tolerance.',
    ({ reading }) => reading?.ready,
  ),
  lineGauge('rackfeed_inlet_line_current_amperes', 'RMS current of the line.', ({ current }) => current),
  lineGauge('rackfeed_inlet_line_voltage_volts', 'RMS voltage of the line.', ({ voltage }) => voltage),
];

/** The inlets and their lines. */
export const INLET_METRICS = metricsFrom(
  'inlets',
  [PduDriver, SnapshotStore, InletsService],
  ({ model }, snapshots, inlets) => ({
    needs: 'viewInletStats',
    rows: ROWS,
    subjects: () =>
      model.inlets.map((each) => ({
        inlet: each,
        name: inlets.nameOf(each),
        reading: snapshots.current.inlets[each.position],
      })),
  }),
);
