import { AuditLogService } from '../audit/audit-log.service.js';
import { codeLabel, LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { AlarmsService } from './alarms/alarms.service.js';
import { EventsService } from './events.service.js';

interface EventFacts {
  readonly triggers: LabelledCounts;
  readonly alarms: AlarmsService;
}

const { counter, gauge } = metricsOfOne<EventFacts>();

/** Counts the events that triggered, and the alarms that hold. */
export const EVENT_METRICS = metricsFrom(
  'events',
  [AuditLogService, EventsService, AlarmsService],
  (audit, events, alarms) => {
    const triggers = new LabelledCounts();
    audit.onRecord(({ kind, object }) => {
      if (kind === 'event.trigger') triggers.add({ code: codeLabel(object, (id) => events.find(id)) });
    });
    return {
      needs: 'viewEventActions',
      rows: [
        counter('rackfeed_events_triggered_total', 'Events that triggered, by code.', (facts) => facts.triggers.all),
        gauge('rackfeed_alarms', 'Active alarms, by whether someone has acknowledged them.', (facts) => {
          const { total, unacknowledged } = facts.alarms.count();
          return [
            { labels: { acknowledged: 'no' }, value: unacknowledged },
            { labels: { acknowledged: 'yes' }, value: total - unacknowledged },
          ];
        }),
      ],
      subjects: () => [{ triggers, alarms }],
    };
  },
);
