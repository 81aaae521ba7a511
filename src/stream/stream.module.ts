import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { BanksModule } from '../banks/banks.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { StreamMessagesService } from './stream-messages.service.js';
import { StreamReadersService } from './stream-readers.service.js';
import { EventStreamController } from './event-stream.controller.js';
import { StreamGateway } from './stream.gateway.js';
import { StreamMetrics } from './stream.metrics.js';

@Module({
  imports: [AuthModule, InletsModule, BanksModule, SensorsModule, OutletsModule, RelayOutputsModule],
  controllers: [EventStreamController],
  providers: [StreamGateway, StreamReadersService, StreamMessagesService, StreamMetrics],
  exports: [StreamReadersService],
})
export class StreamModule {
  constructor(health: HealthFactsRegistry, readers: StreamReadersService) {
    health.add('streamReaders', () => readers.size);
  }
}
