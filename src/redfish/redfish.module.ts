import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TlsModule } from '../tls/tls.module.js';
import { RedfishSubscriptionEntity } from './events/subscription.entity.js';
import { SubscriptionsConfiguration } from './events/subscriptions.configuration.js';
import { SubscriptionStore } from './events/subscription.store.js';
import { RedfishController } from './redfish.controller.js';
import { RedfishGate } from './redfish.gate.js';

/** Redfish: what it serves is loaded when it is switched on. */
@Module({
  imports: [TypeOrmModule.forFeature([RedfishSubscriptionEntity]), TlsModule],
  controllers: [RedfishController],
  providers: [RedfishGate, SubscriptionsConfiguration, SubscriptionStore],
  exports: [SubscriptionStore],
})
export class RedfishModule implements NestModule {
  constructor(private readonly gate: RedfishGate) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.gate.use).forRoutes('redfish', 'redfish/{*path}');
  }
}
