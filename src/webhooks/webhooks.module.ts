import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActionsModule } from '../actions/actions.module.js';
import { ChannelsModule } from '../actions/channels/channels.module.js';
import { ControllerFaults } from '../common/controller-faults.js';
import { Diagnostics } from '../common/diagnostics.js';
import { EventsModule } from '../events/events.module.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { withoutPath } from '../logging/redaction.js';
import { OutboundModule } from '../outbound/outbound.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { UsersModule } from '../users/users.module.js';
import { WebhookDeliveriesService } from './delivery/webhook-deliveries.service.js';
import { WebhookOwners } from './delivery/webhook-owners.js';
import { WebhookSender } from './delivery/webhook-sender.js';
import { EventFacts } from './facts/event-facts.js';
import { OutletFacts } from './facts/outlet-facts.js';
import { WebhookFactsService } from './facts/webhook-facts.service.js';
import { WebhookEntity } from './webhook.entity.js';
import { WEBHOOK_METRICS } from './webhook.metrics.js';
import { WebhookStore } from './webhook.store.js';
import { WebhooksConfiguration } from './webhooks.configuration.js';
import { WebhooksController, WebhookTypesController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookEntity]),
    ActionsModule,
    ChannelsModule,
    EventsModule,
    OutboundModule,
    OutboxModule,
    SwitchingModule,
    UsersModule,
  ],
  controllers: [WebhookTypesController, WebhooksController],
  providers: [
    WebhookStore,
    WebhookOwners,
    WebhookSender,
    WebhookDeliveriesService,
    EventFacts,
    OutletFacts,
    WebhookFactsService,
    WebhooksService,
    WebhooksConfiguration,
    WEBHOOK_METRICS,
  ],
  exports: [WebhookDeliveriesService],
})
export class WebhooksModule {
  constructor(
    diagnostics: Diagnostics,
    webhooks: WebhooksService,
    store: WebhookStore,
    faults: ControllerFaults,
    snapshots: SnapshotStore,
  ) {
    diagnostics.add('webhooks', () => webhooks.list().map((each) => ({ ...each, url: withoutPath(each.url) })));
    snapshots.onTick('faults', () => {
      const given = store.all().find(({ switchedOffBecause }) => switchedOffBecause === 'failing');
      if (given)
        faults.report('webhooks', {
          message: `The webhook "${given.name}" was switched off: its receiver has accepted nothing for five days.`,
        });
      else faults.clear('webhooks');
    });
  }
}
