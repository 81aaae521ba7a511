import type { DurationHistogram } from '../common/duration-histogram.js';
import type { Facts } from './facts.js';
import type { HistogramMetric, Labels, MetricRow, NumberMetric } from './metric.js';

type Client = typeof import('prom-client');

/** The text of these metrics in the Prometheus format, version 0.0.4; those without a sample are left out. */
export async function exposition(rows: readonly MetricRow[], facts: Facts): Promise<string> {
  const { default: client } = await import('prom-client'); // for the few who ask for metrics
  const registry = new client.Registry();
  for (const row of rows) {
    if (row.type === 'histogram') addHistogram(client, registry, row, facts);
    else addNumber(client, registry, row, facts);
  }
  return registry.metrics();
}

type Registry = InstanceType<Client['Registry']>;

function addNumber({ Counter, Gauge }: Client, registry: Registry, row: NumberMetric, facts: Facts): void {
  const samples = row.samples(facts);
  if (samples.length === 0) return;
  const { name, help } = row;
  const labelNames = Object.keys(samples[0]?.labels ?? {});
  const configuration = { name, help, labelNames, registers: [registry] };
  if (row.type === 'counter') {
    const counter = new Counter(configuration);
    for (const { labels, value } of samples) counter.inc(labels, value);
    return;
  }
  const gauge = new Gauge(configuration);
  for (const { labels, value } of samples) gauge.set(labels, value);
}

function addHistogram(client: Client, registry: Registry, { name, help, series }: HistogramMetric, facts: Facts): void {
  const all = series(facts);
  if (all.length === 0) return;
  const values = all.flatMap(({ labels, durations }) => samplesOf(name, labels, durations));
  /** The durations were counted where they happened, not one by one by the library. */
  class CountedHistogram extends client.Histogram {
    /** What the registry writes. */
    getForPromString() {
      return { name, help, type: 'histogram', values };
    }
  }
  new CountedHistogram({ name, help, registers: [registry] });
}

/** Each class with all that are smaller, then the sum and the count. */
function samplesOf(name: string, labels: Labels, { limits, counts, sum, count }: DurationHistogram) {
  let below = 0;
  const buckets = limits.map((limit, place) => {
    below += counts[place] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le: String(limit / 1000), ...labels }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sum / 1000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
