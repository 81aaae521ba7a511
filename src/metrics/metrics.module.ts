import { Global, Module } from '@nestjs/common';
import { Diagnostics } from '../common/diagnostics.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { ProcessMetrics } from './process.metrics.js';

@Global()
@Module({ controllers: [MetricsController], providers: [Metrics, ProcessMetrics], exports: [Metrics] })
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
