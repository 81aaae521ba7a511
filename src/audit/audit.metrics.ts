import { Injectable } from '@nestjs/common';
import { LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';
import { AuditLogService } from './audit-log.service.js';

/** Counts the entries of the audit log. */
@Injectable()
export class AuditMetrics implements MetricsPart<LabelledCounts> {
  readonly needs = 'viewGlobalDeviceSettings';
  readonly rows = [
    metricsOfOne<LabelledCounts>().counter(
      'rackfeed_log_entries_total',
      'Entries of the audit log, by kind and result.',
      ({ all }) => all,
    ),
  ];
  readonly #entries = new LabelledCounts();

  constructor(metrics: Metrics, audit: AuditLogService) {
    audit.onRecord(({ kind, result }) => this.#entries.add({ kind, result }));
    metrics.add('audit', this);
  }

  subjects(): LabelledCounts[] {
    return [this.#entries];
  }
}
