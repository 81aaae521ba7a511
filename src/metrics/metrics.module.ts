import { Module } from '@nestjs/common';
import { ActionsModule } from '../actions/actions.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { EventsModule } from '../events/events.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { StreamModule } from '../stream/stream.module.js';
import { TlsModule } from '../tls/tls.module.js';
import { AuditCountsService } from './audit-counts.service.js';
import { MetricFactsService } from './metric-facts.service.js';
import { MetricsTextService } from './metrics-text.service.js';
import { MetricsController } from './metrics.controller.js';
import { ReadingFactsService } from './reading-facts.service.js';

@Module({
  imports: [
    InletsModule,
    BanksModule,
    SensorsModule,
    OutletsModule,
    RelayOutputsModule,
    ActionsModule,
    EventsModule,
    StreamModule,
    TlsModule,
  ],
  controllers: [MetricsController],
  providers: [AuditCountsService, MetricFactsService, MetricsTextService, ReadingFactsService],
  exports: [MetricsTextService],
})
export class MetricsModule {}
