import { Injectable } from '@nestjs/common';
import { metricsOfOne } from '../metrics/metric.js';
import { Metrics, type MetricsPart } from '../metrics/metrics.js';
import { StreamReadersService } from './stream-readers.service.js';

/** The connections to the live stream. */
@Injectable()
export class StreamMetrics implements MetricsPart<StreamReadersService> {
  readonly needs = 'viewGlobalDeviceSettings';
  readonly rows = [
    metricsOfOne<StreamReadersService>().gauge(
      'rackfeed_stream_readers',
      'Connections to the live stream.',
      ({ size }) => size,
    ),
  ];

  constructor(
    metrics: Metrics,
    private readonly readers: StreamReadersService,
  ) {
    metrics.add('stream', this);
  }

  subjects(): StreamReadersService[] {
    return [this.readers];
  }
}
