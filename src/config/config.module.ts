import { Global, Module, type DynamicModule } from '@nestjs/common';
import { RuntimeConfig } from './runtime-config.js';

@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: RuntimeConfig): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: RuntimeConfig, useValue: config }],
      exports: [RuntimeConfig],
    };
  }
}
