import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from './clock.js';
import { RecentHops } from './hops.js';

@Global()
@Module({})
export class KernelModule {
  static forRoot(clock: Clock): DynamicModule {
    return {
      module: KernelModule,
      providers: [{ provide: Clock, useValue: clock }, RecentHops],
      exports: [Clock, RecentHops],
    };
  }
}
