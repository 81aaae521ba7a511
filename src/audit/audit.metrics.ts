import { LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { AuditLogService } from './audit-log.service.js';

const { counter } = metricsOfOne<LabelledCounts>();

/** Counts the entries of the audit log. */
export const AUDIT_METRICS = metricsFrom('audit', [AuditLogService], (audit) => {
  const entries = new LabelledCounts();
  audit.onRecord(({ kind, result }) => entries.add({ kind, result }));
  return {
    needs: 'viewGlobalDeviceSettings',
    rows: [counter('rackfeed_log_entries_total', 'Entries of the audit log, by kind and result.', ({ all }) => all)],
    subjects: () => [entries],
  };
});
