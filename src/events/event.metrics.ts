import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { codeLabel, LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';
import { EventsService } from './events.service.js';

/** Counts the events that triggered. */
@Injectable()
export class EventMetrics implements MetricsPart<LabelledCounts> {
  readonly needs = 'viewEventActions';
  readonly rows = [
    metricsOfOne<LabelledCounts>().counter(
      'rackfeed_events_triggered_total',
      'Events that triggered, by code.',
      ({ all }) => all,
    ),
  ];
  readonly #triggers = new LabelledCounts();

  constructor(metrics: Metrics, audit: AuditLogService, events: EventsService) {
    audit.onRecord(({ kind, object }) => {
      if (kind === 'event.trigger') this.#triggers.add({ code: codeLabel(object, (id) => events.find(id)) });
    });
    metrics.add('events', this);
  }

  subjects(): LabelledCounts[] {
    return [this.#triggers];
  }
}
