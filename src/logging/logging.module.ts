import { Global, Module, type DynamicModule } from '@nestjs/common';
import { RecentLog } from './recent-log.js';

@Global()
@Module({})
export class LoggingModule {
  static forRoot(recentLog: RecentLog): DynamicModule {
    return {
      module: LoggingModule,
      providers: [{ provide: RecentLog, useValue: recentLog }],
      exports: [RecentLog],
    };
  }
}
