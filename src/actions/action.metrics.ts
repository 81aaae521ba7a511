import { AuditLogService } from '../audit/audit-log.service.js';
import { codeLabel, LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne, type Sample } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { ActionsService } from './actions.service.js';
import { ActionDispatcherService } from './execution/action-dispatcher.service.js';

interface ActionFacts {
  readonly runs: readonly Sample[];
  readonly waiting: number;
}

const { gauge, counter } = metricsOfOne<ActionFacts>();

/** Counts the runs of actions. */
export const ACTION_METRICS = metricsFrom(
  'actions',
  [AuditLogService, ActionsService, ActionDispatcherService],
  (audit, actions, dispatcher) => {
    const runs = new LabelledCounts();
    audit.onRecord(({ kind, object, result }) => {
      if (kind === 'action.run') runs.add({ code: codeLabel(object, (id) => actions.find(id)), result });
    });
    return {
      needs: 'viewEventActions',
      rows: [
        counter('rackfeed_action_runs_total', 'Runs of actions that ended, by code and result.', (facts) => facts.runs),
        gauge(
          'rackfeed_actions_waiting',
          'Runs of actions that wait for their target or to be tried again.',
          ({ waiting }) => waiting,
        ),
      ],
      subjects: () => [{ runs: runs.all, waiting: dispatcher.waiting }],
    };
  },
);
