import { Global, Module, type DynamicModule } from '@nestjs/common';
import { RecentLog } from './recent-log.js';
import { Diagnostics } from '../common/diagnostics.js';

@Global()
@Module({})
export class LoggingModule {
  constructor(diagnostics: Diagnostics, recentLog: RecentLog) {
    diagnostics.add('log', () => recentLog.lines.map((line) => ({ ...line, at: new Date(line.at).toISOString() })));
  }

  static forRoot(recentLog: RecentLog): DynamicModule {
    return {
      module: LoggingModule,
      providers: [{ provide: RecentLog, useValue: recentLog }],
      exports: [RecentLog],
    };
  }
}
