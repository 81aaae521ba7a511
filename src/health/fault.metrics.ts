import { ControllerFaults, FAULT_KINDS, type FaultKind } from '../common/controller-faults.js';
import { metricsOfOne } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';

const { gauge } = metricsOfOne<ReadonlySet<FaultKind>>();

/** The faults of the controller itself. */
export const FAULT_METRICS = metricsFrom('faults', [ControllerFaults], (faults) => ({
  needs: 'viewGlobalDeviceSettings',
  rows: [
    gauge('rackfeed_controller_fault', '1 while the controller has this fault.', (active) =>
      FAULT_KINDS.map((kind) => ({ labels: { kind }, value: Number(active.has(kind)) })),
    ),
  ],
  subjects: () => [new Set(faults.active.map(({ kind }) => kind))],
}));
