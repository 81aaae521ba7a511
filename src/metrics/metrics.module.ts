import { Global, Module } from '@nestjs/common';
import { Diagnostics } from '../common/diagnostics.js';
import { BUILD_METRICS } from './build.metrics.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

@Global()
@Module({ controllers: [MetricsController], providers: [Metrics, BUILD_METRICS], exports: [Metrics] })
export class MetricsModule {
  constructor(metrics: Metrics, diagnostics: Diagnostics) {
    diagnostics.add('metrics', async (access) => {
      const lines: string[] = [];
      for await (const family of metrics.families(access)) {
        for (const line of family.split('\n')) if (!line.startsWith('#')) lines.push(line);
        lines.push('');
      }
      return lines;
    });
  }
}
