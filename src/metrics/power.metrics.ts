import type { PowerReading } from '../hardware/snapshot.js';
import { metricsOf, type NumberMetric, type MetricObjects } from './metric.js';

const JOULES_PER_KWH = 3_600_000;

export const joules = (kilowattHours: number | undefined): number | undefined =>
  kilowattHours === undefined ? undefined : kilowattHours * JOULES_PER_KWH;

/** The metrics that inlets and banks have in common. */
export function powerMetrics<T extends { readonly reading: PowerReading | undefined }>(
  kind: 'inlet' | 'bank',
  objects: MetricObjects<T>,
): NumberMetric[] {
  const { gauge, counter } = metricsOf(objects);
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
