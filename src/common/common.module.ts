import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from './clock.js';
import { ConfigSections } from './configuration/config-sections.js';
import { ControllerFaults } from './controller-faults.js';
import { Diagnostics } from './diagnostics.js';
import { FactoryResets } from './factory-resets.js';
import { HealthFactsRegistry } from './health-facts.js';
import { RecentHops } from './hops.js';
import { NameResolver } from './name-resolver.js';

const SHARED = [
  RecentHops,
  NameResolver,
  FactoryResets,
  ConfigSections,
  ControllerFaults,
  Diagnostics,
  HealthFactsRegistry,
];

@Global()
@Module({})
export class CommonModule {
  static forRoot(clock: Clock): DynamicModule {
    return {
      module: CommonModule,
      providers: [{ provide: Clock, useValue: clock }, ...SHARED],
      exports: [Clock, ...SHARED],
    };
  }
}
