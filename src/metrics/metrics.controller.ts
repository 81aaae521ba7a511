import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Compressed } from '../common/compression.js';
import { Access, CurrentAccess, SignedIn } from '../common/access.js';
import { Metrics } from './metrics.js';

@ApiTags('metrics')
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  /** Readings, states and controller metrics for Prometheus, as far as the caller's role may view them. */
  @Get()
  @SignedIn()
  @Compressed()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOkResponse({
    content: { 'text/plain': { schema: { type: 'string', example: 'rackfeed_build_info{version="0.1.0"} 1\n' } } },
  })
  read(@CurrentAccess() access: Access): Promise<string> {
    return this.metrics.text(access);
  }
}
