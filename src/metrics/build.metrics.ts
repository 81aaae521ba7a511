import { VERSION } from '../common/version.js';
import { metricsOfOne } from './metric.js';
import { metricsFrom } from './metrics.js';

const { gauge } = metricsOfOne<string>();

export const BUILD_METRICS = metricsFrom('build', [], () => ({
  subjects: () => [VERSION],
  rows: [
    gauge('rackfeed_build_info', 'Version of the controller software; always 1.', (version) => [
      { labels: { version }, value: 1 },
    ]),
  ],
}));
