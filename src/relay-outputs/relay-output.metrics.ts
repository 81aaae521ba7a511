import { metricsOf } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import type { RelayOutputView } from './relay-output.view.js';
import { RelayOutputsService } from './relay-outputs.service.js';

/** The relay outputs. */
export const RELAY_OUTPUT_METRICS = metricsFrom('relayOutputs', [RelayOutputsService], (relayOutputs) => ({
  needs: 'viewPortInfo',
  rows: [
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
  ],
  subjects: () => relayOutputs.list(),
}));
