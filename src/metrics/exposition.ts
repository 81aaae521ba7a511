import type { DurationHistogram } from '../common/duration-histogram.js';
import { yieldNow, yieldWhenLate } from '../common/time-slices.js';
import type { HistogramMetric, Labels, MetricRow, NumberMetric, Sample } from './metric.js';

type Client = Awaited<ReturnType<typeof loadClient>>;
type Registry = InstanceType<Client['Registry']>;

/** The library, loaded only when metrics are requested, and file by file: other work may run in between. */
async function loadClient() {
  const { default: Registry } = await import('prom-client/lib/registry.js');
  await yieldNow();
  const { default: Counter } = await import('prom-client/lib/counter.js');
  await yieldNow();
  const { default: Gauge } = await import('prom-client/lib/gauge.js');
  await yieldNow();
  const { default: Histogram } = await import('prom-client/lib/histogram.js');
  return { Registry, Counter, Gauge, Histogram };
}

/** Number of samples that are converted to text before other work may run. */
const SAMPLES_AT_ONCE = 200;

/**
 * The text of each of these metrics in the Prometheus format, version 0.0.4, without the final line break; those without
 * a sample are left out.
 */
export async function* familiesOf(
  rows: readonly MetricRow<unknown>[],
  subjects: readonly unknown[],
): AsyncGenerator<string> {
  if (subjects.length === 0) return;
  const client = await loadClient();
  for (const row of rows) {
    const text = await (row.type === 'histogram'
      ? textOf(client, (registry) => addHistogram(client, registry, row, subjects))
      : numbersOf(client, row, subjects));
    if (text !== '') yield text;
  }
}

/** The library's text of the metrics that `add` registers, without the final line break. */
async function textOf({ Registry }: Client, add: (registry: Registry) => void): Promise<string> {
  const registry = new Registry();
  add(registry);
  return (await registry.metrics()).trimEnd();
}

/** All samples below one header, however many there are. */
async function numbersOf(client: Client, row: NumberMetric<unknown>, subjects: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  let samples: Sample[] = [];
  const write = async (): Promise<void> => {
    const some = samples;
    samples = [];
    await yieldWhenLate();
    const text = await textOf(client, (registry) => addNumbers(client, registry, row, some));
    texts.push(texts.length === 0 ? text : text.replace(/^(#.*\n)+/, ''));
  };
  for (const subject of subjects) {
    samples.push(...row.samples(subject));
    if (samples.length >= SAMPLES_AT_ONCE) await write();
  }
  if (samples.length > 0) await write();
  return texts.join('\n');
}

function addNumbers(
  { Counter, Gauge }: Client,
  registry: Registry,
  { name, help, type }: NumberMetric<unknown>,
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

function addHistogram(
  client: Client,
  registry: Registry,
  row: HistogramMetric<unknown>,
  subjects: readonly unknown[],
): void {
  const { name, help } = row;
  const all = subjects.flatMap((subject) => row.series(subject));
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
