import type { DurationHistogram } from '../common/duration-histogram.js';
import type { Facts } from './facts.js';
import { yieldNow } from '../common/time-slices.js';
import type { HistogramMetric, Labels, MetricRow, NumberMetric, Sample } from './metric.js';

type Client = typeof import('prom-client');

/** Number of samples that are converted to text before other work may run. */
const SAMPLES_AT_ONCE = 500;

/** The text of these metrics in the Prometheus format, version 0.0.4; those without a sample are left out. */
export async function exposition(rows: readonly MetricRow[], facts: Facts): Promise<string> {
  const { default: client } = await import('prom-client'); // loaded only when metrics are requested
  const texts: string[] = [];
  for (const row of rows) {
    if (row.type === 'histogram')
      texts.push(await textOf(client, (registry) => addHistogram(client, registry, row, facts)));
    else texts.push(await numbersOf(client, row, row.samples(facts)));
  }
  return `${texts.filter(Boolean).join('\n\n')}\n`;
}

type Registry = InstanceType<Client['Registry']>;

/** The library's text of the metrics that `add` registers, without the final line break. */
async function textOf({ Registry }: Client, add: (registry: Registry) => void): Promise<string> {
  const registry = new Registry();
  add(registry);
  return (await registry.metrics()).trimEnd();
}

/** All samples below one header, however many there are. */
async function numbersOf(client: Client, row: NumberMetric, samples: readonly Sample[]): Promise<string> {
  const texts: string[] = [];
  for (let at = 0; at < samples.length; at += SAMPLES_AT_ONCE) {
    await yieldNow();
    const some = samples.slice(at, at + SAMPLES_AT_ONCE);
    const text = await textOf(client, (registry) => addNumbers(client, registry, row, some));
    texts.push(at === 0 ? text : text.replace(/^(#.*\n)+/, ''));
  }
  return texts.join('\n');
}

function addNumbers(
  { Counter, Gauge }: Client,
  registry: Registry,
  { name, help, type }: NumberMetric,
  samples: readonly Sample[],
): void {
  const labelNames = Object.keys(samples[0]?.labels ?? {});
  const configuration = { name, help, labelNames, registers: [registry] };
  if (type === 'counter') {
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
  /** A histogram with durations that were already counted, not one by one by the library. */
  class CountedHistogram extends client.Histogram {
    /** The content that the registry writes. */
    getForPromString() {
      return { name, help, type: 'histogram', values };
    }
  }
  new CountedHistogram({ name, help, registers: [registry] });
}

/** The cumulative buckets, then the sum and the count. */
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
