import { Injectable } from '@nestjs/common';
import { metricsOf } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';
import type { RelayOutputView } from './relay-output.view.js';
import { RelayOutputsService } from './relay-outputs.service.js';

/** The relay outputs. */
@Injectable()
export class RelayOutputMetrics implements MetricsPart<RelayOutputView> {
  readonly needs = 'viewPortInfo';
  readonly rows = [
    metricsOf<RelayOutputView>(({ id, relayName }) => ({ relay: id, name: relayName })).gauge(
      'rackfeed_relay_output_info',
      'Name of the relay output; always 1.',
      () => 1,
    ),
    metricsOf<RelayOutputView>(({ id }) => ({ relay: id })).gauge(
      'rackfeed_relay_output_on',
      '1 while the relay output is driven on.',
      ({ state }) => (state === undefined ? undefined : state === 'ON'),
    ),
  ];

  constructor(
    metrics: Metrics,
    private readonly relayOutputs: RelayOutputsService,
  ) {
    metrics.add('relayOutputs', this);
  }

  subjects(): RelayOutputView[] {
    return this.relayOutputs.list();
  }
}
