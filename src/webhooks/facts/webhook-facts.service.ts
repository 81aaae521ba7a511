import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { UsersService } from '../../users/users.service.js';
import { WebhookDeliveriesService } from '../delivery/webhook-deliveries.service.js';
import { EventFacts } from './event-facts.js';
import { factOf } from './log-facts.js';
import { OutletFacts } from './outlet-facts.js';

/** Follows the log, the events and the outlets, and passes on what happens to the webhooks. */
@Injectable()
export class WebhookFactsService implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly audit: AuditLogService,
    private readonly users: UsersService,
    private readonly events: EventFacts,
    private readonly outlets: OutletFacts,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  /** Before the start of the controller is recorded, and before the first reading, with which events may trigger and end. */
  onModuleInit(): void {
    const { deliveries, users } = this;
    const usernameOf = (id: string): string => users.current({ id: Number(id) })?.username ?? '';
    this.audit.onRecord((entry) => {
      const fact = deliveries.isAnyEnabled ? factOf(entry, usernameOf) : undefined;
      if (fact) deliveries.emit(fact);
    });
    this.events.follow((fact) => deliveries.emit(fact));
  }

  onApplicationBootstrap(): void {
    const { deliveries } = this;
    const wantsOutlets = (): boolean =>
      deliveries.wants('outlet.switched', 'outlet.rebootStarted', 'outlet.rebootEnded');
    this.outlets.follow(wantsOutlets, (fact) => deliveries.emit(fact));
  }
}
