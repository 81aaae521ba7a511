import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { TlsModule } from '../tls/tls.module.js';
import { RedfishGate } from './redfish.gate.js';

/** Redfish: what it serves is loaded when it is switched on. */
@Module({ imports: [TlsModule], providers: [RedfishGate] })
export class RedfishModule implements NestModule {
  constructor(private readonly gate: RedfishGate) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.gate.use).forRoutes('redfish', 'redfish/{*path}');
  }
}
