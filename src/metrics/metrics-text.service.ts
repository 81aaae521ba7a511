import { Injectable } from '@nestjs/common';
import type { Access } from '../common/access.js';
import { CIRCUIT_METRICS } from './circuit.metrics.js';
import { CONTROLLER_METRICS } from './controller.metrics.js';
import { exposition } from './exposition.js';
import { MetricFactsService } from './metric-facts.service.js';
import { OUTLET_METRICS } from './outlet.metrics.js';
import { SENSOR_METRICS } from './sensor.metrics.js';

const METRICS = [...CONTROLLER_METRICS, ...CIRCUIT_METRICS, ...OUTLET_METRICS, ...SENSOR_METRICS];

/** The metrics that a caller may view, in the Prometheus format. */
@Injectable()
export class MetricsTextService {
  constructor(private readonly facts: MetricFactsService) {}

  async for(access: Access): Promise<string> {
    return exposition(METRICS, await this.facts.for(access));
  }
}
