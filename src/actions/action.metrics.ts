import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { codeLabel, LabelledCounts } from '../metrics/labelled-counts.js';
import { metricsOfOne, type Sample } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';
import { ActionsService } from './actions.service.js';
import { ActionDispatcherService } from './execution/action-dispatcher.service.js';

interface ActionFacts {
  readonly runs: readonly Sample[];
  readonly waiting: number;
}

const { gauge, counter } = metricsOfOne<ActionFacts>();

/** Counts the runs of actions. */
@Injectable()
export class ActionMetrics implements MetricsPart<ActionFacts> {
  readonly needs = 'viewEventActions';
  readonly rows = [
    counter('rackfeed_action_runs_total', 'Runs of actions that ended, by code and result.', ({ runs }) => runs),
    gauge(
      'rackfeed_actions_waiting',
      'Runs of actions that wait for their target or to be tried again.',
      ({ waiting }) => waiting,
    ),
  ];
  readonly #runs = new LabelledCounts();

  constructor(
    metrics: Metrics,
    audit: AuditLogService,
    actions: ActionsService,
    private readonly dispatcher: ActionDispatcherService,
  ) {
    audit.onRecord(({ kind, object, result }) => {
      if (kind === 'action.run') this.#runs.add({ code: codeLabel(object, (id) => actions.find(id)), result });
    });
    metrics.add('actions', this);
  }

  subjects(): ActionFacts[] {
    return [{ runs: this.#runs.all, waiting: this.dispatcher.waiting }];
  }
}
