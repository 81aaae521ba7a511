import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { StreamReadersService } from './stream-readers.service.js';
import { StreamSource } from './stream-source.js';
import { StreamGateway } from './stream.gateway.js';
import { StreamMetrics } from './stream.metrics.js';

/** The live stream of a process: its readers, and the source of what they read. */
@Module({})
export class StreamModule {
  constructor(health: HealthFactsRegistry, readers: StreamReadersService) {
    health.add('streamReaders', () => readers.size);
  }

  /** @param imports the modules that the source needs */
  static of(source: Type<StreamSource>, imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: StreamModule,
      imports: [AuthModule, ...imports],
      providers: [StreamGateway, StreamReadersService, StreamMetrics, { provide: StreamSource, useClass: source }],
      exports: [StreamReadersService],
    };
  }
}
