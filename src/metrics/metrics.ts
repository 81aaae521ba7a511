import { Injectable, type Provider } from '@nestjs/common';
import type { Access, PermissionFlag } from '../common/access.js';
import { OrderedRegistry } from '../common/ordered-registry.js';
import { familiesOf } from './exposition.js';
import type { MetricRow } from './metric.js';

/** The parts of the metrics in their order. A module with metrics is listed here and provides its part. */
const METRICS_PARTS = [
  'build',
  'hardware',
  'http',
  'stream',
  'audit',
  'events',
  'actions',
  'webhooks',
  'faults',
  'database',
  'https',
  'protocols',
  'mqtt',
  'fleet',
  'sites',
  'hosted',
  'process',
  'inlets',
  'banks',
  'outlets',
  'relayOutputs',
  'sensors',
] as const;

type PartName = (typeof METRICS_PARTS)[number];

/** The metrics of one module. Nothing of it runs until somebody asks for the metrics. */
export interface MetricsPart<Subject> {
  /** The permission to view them. Where it is absent, `subjects` decides. */
  readonly needs?: PermissionFlag;
  readonly rows: readonly MetricRow<Subject>[];
  /** The object that the rows describe, read once for all of them. */
  subjects(access: Access): readonly Subject[] | Promise<readonly Subject[]>;
}

/** The metrics of all modules. */
@Injectable()
export class Metrics extends OrderedRegistry<PartName, MetricsPart<unknown>> {
  constructor() {
    super(METRICS_PARTS);
  }

  /** The metrics that a caller may view, in the Prometheus format. */
  async text(access: Access): Promise<string> {
    const families: string[] = [];
    for await (const family of this.families(access)) families.push(family);
    return `${families.join('\n\n')}\n`;
  }

  /** The text of each metric that has a sample, without the final line break. All is read before the first one. */
  async *families(access: Access): AsyncGenerator<string> {
    const parts: { readonly rows: readonly MetricRow<unknown>[]; readonly subjects: readonly unknown[] }[] = [];
    for (const [, part] of this.all()) {
      if (part.needs === undefined || access.can(part.needs)) {
        parts.push({ rows: part.rows, subjects: await part.subjects(access) });
      }
    }
    for (const { rows, subjects } of parts) yield* familiesOf(rows, subjects);
  }
}

/** The provider of a module that registers a part of the metrics, made of these services. */
export const metricsFrom = <Subject, Services extends readonly unknown[]>(
  name: PartName,
  services: { readonly [Place in keyof Services]: abstract new (...args: never[]) => Services[Place] },
  part: (...services: Services) => MetricsPart<Subject>,
): Provider => ({
  provide: `metrics of ${name}`,
  inject: [Metrics, ...services],
  useFactory: (metrics: Metrics, ...found: Services) => metrics.add(name, part(...found)),
});
