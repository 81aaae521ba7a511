import { joules, type metricsOf, type NumberMetric } from '../metrics/metric.js';
import type { PowerReading } from './snapshot.js';

/** The metrics that inlets and banks have in common. */
export function powerMetrics<Subject extends { readonly reading: PowerReading | undefined }>(
  kind: 'inlet' | 'bank',
  { gauge, counter }: ReturnType<typeof metricsOf<Subject>>,
): NumberMetric<Subject>[] {
  const of = `of the ${kind}`;
  return [
    gauge(`rackfeed_${kind}_current_amperes`, `RMS current ${of}.`, ({ reading }) => reading?.current),
    gauge(`rackfeed_${kind}_voltage_volts`, `RMS voltage ${of}.`, ({ reading }) => reading?.voltage),
    gauge(`rackfeed_${kind}_frequency_hertz`, `Line frequency ${of}.`, ({ reading }) => reading?.frequency),
    gauge(`rackfeed_${kind}_active_power_watts`, `Active power ${of}.`, ({ reading }) => reading?.activePower),
    gauge(
      `rackfeed_${kind}_apparent_power_voltamperes`,
      `Apparent power ${of}.`,
      ({ reading }) => reading?.apparentPower,
    ),
    gauge(`rackfeed_${kind}_reactive_power_vars`, `Reactive power ${of}.`, ({ reading }) => reading?.reactivePower),
    gauge(
      `rackfeed_${kind}_power_factor_ratio`,
      `Active by apparent power ${of}, 0 to 1; 1 at no load.`,
      ({ reading }) => reading?.powerFactor,
    ),
    counter(
      `rackfeed_${kind}_energy_joules_total`,
      `Active energy ${of} over the meter's life; 3600000 joules are a kilowatt hour.`,
      ({ reading }) => joules(reading?.energy),
    ),
  ];
}
