import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from './clock.js';
import { ConfigSections } from './config-sections.js';
import { ControllerFaults } from './controller-faults.js';
import { RecentHops } from './hops.js';
import { Names } from './names.js';
import { RecentLog } from './recent-log.js';
import { ResetList } from './reset-list.js';

@Global()
@Module({})
export class KernelModule {
  static forRoot(clock: Clock, recentLog: RecentLog): DynamicModule {
    return {
      module: KernelModule,
      providers: [
        { provide: Clock, useValue: clock },
        { provide: RecentLog, useValue: recentLog },
        RecentHops,
        Names,
        ResetList,
        ConfigSections,
        ControllerFaults,
      ],
      exports: [Clock, RecentLog, RecentHops, Names, ResetList, ConfigSections, ControllerFaults],
    };
  }
}
