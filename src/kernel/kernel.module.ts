import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from './clock.js';

@Global()
@Module({})
export class KernelModule {
  static forRoot(clock: Clock): DynamicModule {
    return { module: KernelModule, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] };
  }
}
