import { AuditLogService } from '../audit/audit-log.service.js';
import { codeLabel, LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { EventsService } from './events.service.js';

const { counter } = metricsOfOne<LabelledCounts>();

/** Counts the events that triggered. */
export const EVENT_METRICS = metricsFrom('events', [AuditLogService, EventsService], (audit, events) => {
  const triggers = new LabelledCounts();
  audit.onRecord(({ kind, object }) => {
    if (kind === 'event.trigger') triggers.add({ code: codeLabel(object, (id) => events.find(id)) });
  });
  return {
    needs: 'viewEventActions',
    rows: [counter('rackfeed_events_triggered_total', 'Events that triggered, by code.', ({ all }) => all)],
    subjects: () => [triggers],
  };
});
