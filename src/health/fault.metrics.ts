import { Injectable } from '@nestjs/common';
import { ControllerFaults, FAULT_KINDS, type FaultKind } from '../common/controller-faults.js';
import { metricsOfOne } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';

/** The faults of the controller itself. */
@Injectable()
export class FaultMetrics implements MetricsPart<ReadonlySet<FaultKind>> {
  readonly needs = 'viewGlobalDeviceSettings';
  readonly rows = [
    metricsOfOne<ReadonlySet<FaultKind>>().gauge(
      'rackfeed_controller_fault',
      '1 while the controller has this fault.',
      (active) => FAULT_KINDS.map((kind) => ({ labels: { kind }, value: Number(active.has(kind)) })),
    ),
  ];

  constructor(
    metrics: Metrics,
    private readonly faults: ControllerFaults,
  ) {
    metrics.add('faults', this);
  }

  subjects(): ReadonlySet<FaultKind>[] {
    return [new Set(this.faults.active.map(({ kind }) => kind))];
  }
}
